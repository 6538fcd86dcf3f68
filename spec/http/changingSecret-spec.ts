import { inspect } from 'node:util'
import { none, some } from 'fp-ts/lib/Option.js'
import { EMPTY, firstValueFrom, map, NEVER, type Observable, of, throwError } from 'rxjs'
import { createVirtualClock } from '../../lib/base/clock/virtualClock.js'
import { SecretUnavailable } from '../../lib/base/error/SecretUnavailable.js'
import { redact, type Redacted, reveal } from '../../lib/base/Redacted.js'
import { changingSecret, type SecretFunction } from '../../lib/http/changingSecret.js'
import { httpRequest } from '../helpers/httpRequest.js'
import { marbles } from '../helpers/marbles.js'

const request = httpRequest({ operation: 'users.list', page: some(2) })
const opened = (secret$: Observable<Redacted<string>>): Observable<string> => secret$.pipe(map(reveal))
const unavailable = (reason: 'failed' | 'timeout', thrown: unknown): unknown =>
  expect.objectContaining({ _tag: 'SecretUnavailable', operation: 'users.list', page: some(2), reason, thrown })

/** The secrets of these streams, one a question. */
const inTurn = (...streams: ReadonlyArray<Observable<string>>): (() => Observable<string>) => {
  let turn = 0
  return () => streams[turn++] ?? NEVER
}

describe('changingSecret, asked', () => {
  it('asks once for all who wait, and again for who comes later', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const [first, second] = [cold('20ms a 50ms |'), cold('20ms b 50ms |')]
      const { ask } = changingSecret(inTurn(first, second), clock, 1000)
      expectObservable(opened(ask(request))).toBe('20ms (a|)')
      expectObservable(opened(ask(request)), '10ms ^').toBe('20ms (a|)')
      expectObservable(opened(ask(request)), '30ms ^').toBe('50ms (b|)')
      expectSubscriptions(first.subscriptions).toBe('^ 19ms !')
      expectSubscriptions(second.subscriptions).toBe('30ms ^ 19ms !')
    })
  })

  it('unsubscribes from what gives it with the last who waits', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const secret = cold('1s a')
      const { ask } = changingSecret(() => secret, clock, 5000)
      expectObservable(ask(request), '^ 9ms !').toBe('')
      expectObservable(ask(request), '5ms ^ 19ms !').toBe('')
      expectSubscriptions(secret.subscriptions).toBe('^ 24ms !')
    })
  })

  it('waits no longer than the request may, and not at all for another that does', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const secret = cold('')
      const { ask } = changingSecret(() => secret, clock, 50)
      const late = unavailable('timeout', some(redact(new Error('late'))))
      expectObservable(ask({ ...request, timeout: 20 })).toBe('20ms #', undefined, late)
      expectObservable(ask(request)).toBe('50ms #', undefined, late)
      // The question of before has ended: this one is another.
      expectObservable(ask({ ...request, timeout: 20 }), '60ms ^').toBe('80ms #', undefined, late)
      expectSubscriptions(secret.subscriptions).toBe(['^ 49ms !', '60ms ^ 19ms !'])
    })
  })

  it.each<[string, SecretFunction]>([
    [
      'throws',
      () => {
        throw new Error('C4N4RY')
      },
    ],
    ['rejects', () => Promise.reject(new Error('C4N4RY'))],
    ['errors', () => throwError(() => new Error('C4N4RY'))],
    [
      'errors with an error of this library',
      () =>
        throwError(() => new SecretUnavailable({ operation: 'C4N4RY', page: none, reason: 'failed', thrown: none })),
    ],
  ])('is unavailable if the function %s, and does not show with what', async (_, give) => {
    const { ask } = changingSecret(give, createVirtualClock(), 1000)
    const error: unknown = await firstValueFrom(ask(request)).catch((thrown: unknown) => thrown)
    expect(error).toEqual(unavailable('failed', expect.anything()))
    expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toContain('C4N4RY')
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no text', 7],
    ['a list', ['s3cr3t']],
    ['an empty text', ''],
    ['what no header can carry', 's3cr3t\n'],
    ['a stream without a value', EMPTY],
    ['a stream of nothing', of(undefined)],
    ['a Promise of nothing', Promise.resolve(null)],
    ['a Promise of what no header can carry', Promise.resolve('sécrét')],
  ])('is a wrong option if the function gives %s', async (_, given) => {
    const { ask } = changingSecret(() => given as string, createVirtualClock(), 1000)
    await expect(firstValueFrom(ask(request))).rejects.toMatchObject({
      _tag: 'ConfigError',
      issues: [{ path: '/clientSecret', expected: expect.stringContaining('a function that returns') }],
    })
  })

  it.each<[string, () => ReturnType<SecretFunction>]>([
    ['a text', () => 's3cr3t'],
    ['a Promise', () => Promise.resolve('s3cr3t')],
    [
      'a thenable',
      () =>
        ({
          then: (resolve: (secret: string) => void) => {
            resolve('s3cr3t')
          },
        }) as never,
    ],
    ['an Observable, whose first value counts', () => of('s3cr3t', 'other')],
  ])('takes %s', async (_, give) => {
    const { ask } = changingSecret(give, createVirtualClock(), 1000)
    const secret = await firstValueFrom(ask(request))
    expect([reveal(secret), String(secret)]).toEqual(['s3cr3t', '<redacted>'])
  })
})

/** A secret that is another each time that it is asked for. */
const counted = () => {
  let asked = 0
  const secret = changingSecret(() => `S${String(++asked)}`, createVirtualClock(), 1000)
  const now = (secret$: Observable<Redacted<string>>): string => {
    const seen: Array<string> = []
    opened(secret$).subscribe((value) => seen.push(value))
    return seen.join()
  }
  return {
    ...secret,
    now,
    take: () => now(secret.take(request)),
    takeOnce: () => now(secret.take({ ...request, idempotent: false })),
    renew: (refused: string) => now(secret.renew(redact(refused), request)),
  }
}

describe('changingSecret, kept', () => {
  it('is what made the newest token, while that lives, and is asked for if there is none', () => {
    const { take, keep } = counted()
    expect([take(), take()]).toEqual(['S1', 'S2'])
    let lives = true
    keep(redact('made'), () => lives)
    keep(redact('newer'), () => lives)
    expect([take(), take()]).toEqual(['newer', 'newer'])
    lives = false
    expect([take(), take()]).toEqual(['S3', 'S4'])
    lives = true
    expect(take()).toBe('S5')
  })

  it('is replaced after a refusal by one that was accepted, and not before, for no longer than the token lives', () => {
    const { take, keep, renew, refuse, accept } = counted()
    let lives = true
    keep(redact('made'), () => lives)
    accept(redact('other'))
    refuse(redact('made'))
    expect([renew('made'), take()]).toEqual(['S1', 'made'])
    accept(redact('S1'))
    expect([take(), take()]).toEqual(['S1', 'S1'])
    accept(redact('S2'))
    expect(take()).toBe('S1')
    lives = false
    expect(take()).toBe('S2')
  })

  it('is not for a request that may not be sent twice, between a refusal and what is accepted next', () => {
    const { take, keep, refuse, accept, takeOnce } = counted()
    keep(redact('made'), () => true)
    expect(takeOnce()).toBe('made')
    refuse(redact('other'))
    expect(takeOnce()).toBe('made')
    refuse(redact('made'))
    expect([takeOnce(), take(), takeOnce()]).toEqual(['S1', 'made', 'S2'])
    accept(redact('made'))
    expect(takeOnce()).toBe('made')
    refuse(redact('made'))
    keep(redact('newer'), () => true)
    expect(takeOnce()).toBe('newer')
  })

  it('is not asked for again if the refused one is in use no more', () => {
    const { keep, renew } = counted()
    keep(redact('newer'), () => true)
    expect([renew('made'), renew('newer')]).toEqual(['newer', 'S1'])
  })

  it('is requested once more if the question of before the refusal brings the refused one', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const [before, since] = [cold('10ms a 50ms |'), cold('10ms b 50ms |')]
      const { ask, renew } = changingSecret(inTurn(before, since), clock, 1000)
      expectObservable(opened(ask(request))).toBe('10ms (a|)')
      // Each was refused after the first question: they join the second, of whoever begins it.
      expectObservable(opened(renew(redact('a'), request)), '5ms ^').toBe('20ms (b|)')
      expectObservable(opened(renew(redact('a'), request)), '6ms ^').toBe('20ms (b|)')
      expectObservable(opened(renew(redact('o'), request)), '7ms ^').toBe('10ms (a|)')
      expectSubscriptions(before.subscriptions).toBe('^ 9ms !')
      expectSubscriptions(since.subscriptions).toBe('10ms ^ 9ms !')
    })
  })

  it('is not asked for once more if the question began after the refusal', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const same = cold('10ms a 50ms |')
      const { renew } = changingSecret(inTurn(same), clock, 1000)
      expectObservable(opened(renew(redact('a'), request)), '5ms ^').toBe('15ms (a|)')
      expectSubscriptions(same.subscriptions).toBe('5ms ^ 9ms !')
    })
  })
})
