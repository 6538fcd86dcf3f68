import { none } from 'fp-ts/lib/Option.js'
import { concat, defer, map, NEVER, of, ReplaySubject, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { TokenUnavailable } from '../../../lib/base/error/TokenUnavailable.js'
import { type AccessToken, accessToken } from '../../../lib/service/model/AccessToken.js'
import { suppliedTokens } from '../../../lib/streams/tokens/suppliedTokens.js'
import { marbles } from '../../helpers/marbles.js'
import { token } from '../../helpers/responses.js'
import { hour, lost, minute, nameOf } from '../../helpers/tokens.js'

const start = Date.UTC(2026, 0, 1)
const supplied = (name: string, expiresAt: number): AccessToken => {
  const decoded = accessToken.decode(JSON.parse(token(name, expiresAt).body))
  if (decoded._tag === 'Left') throw new Error('no token')
  return decoded.right
}
const t1 = supplied('T1', start + hour)
const t2 = supplied('T2', start + 2 * hour)

describe('suppliedTokens', () => {
  it('takes the first that lives, and is subscribed no longer than that', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const token$ = cold('1s d 1s a b', { d: supplied('dead', start), a: t1, b: t2 })
      const taken = suppliedTokens(clock, token$).take(5000).pipe(map(nameOf))
      expectObservable(taken).toBe('2001ms (a|)', { a: 'T1' })
      expectSubscriptions(token$.subscriptions).toBe('^ 2000ms !')
    })
  })

  it('after a refusal waits for the next one, as long as the request’s patience', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const shared = new ReplaySubject<AccessToken>(1)
      cold('a 9999ms b', { a: t1, b: t2 }).subscribe(shared)
      const tokens = suppliedTokens(clock, shared)
      const unavailable = new TokenUnavailable({ waited: 50, last: none })
      cold('6s x').subscribe(() => {
        expect(tokens.refuse(t1)).toBe('another')
      })
      const taken = (patience: number) => tokens.take(patience).pipe(map(nameOf))
      expectObservable(taken(5000), '5ms ^').toBe('5ms (a|)', { a: 'T1' })
      expectObservable(taken(50), '7s ^').toBe('7050ms #', {}, unavailable)
      expectObservable(taken(5000), '7s ^').toBe('10s (b|)', { b: 'T2' })
    })
  })

  describe('of a stream that makes its token anew for each subscriber', () => {
    const anew$ = defer(() => of(supplied('T1', start + hour)))

    it('are dead once the time that they had has passed, though the wall clock is set back', () => {
      const clock = createVirtualClock({ start })
      const tokens = suppliedTokens(clock, concat(anew$, NEVER))
      const seen: Array<unknown> = []
      const takeOne = () =>
        tokens.take(minute).subscribe({ next: (taken) => seen.push(nameOf(taken)), error: (error) => seen.push(error) })
      takeOne()
      clock.stepWall(-2 * hour)
      clock.advance(hour)
      takeOne()
      clock.advance(minute)
      expect(seen).toEqual(['T1', new TokenUnavailable({ waited: minute, last: none })])
    })

    it('are refused as one', () => {
      const clock = createVirtualClock({ start })
      const tokens = suppliedTokens(clock, anew$)
      expect(tokens.isLive(t1)).toBe(true)
      clock.advance(6000)
      tokens.refuse(t1)
      expect(tokens.isLive(supplied('T1', start + hour))).toBe(false)
      expect(tokens.isLive(supplied('T1', start + 2 * hour))).toBe(true)
    })

    it('stay refused, however many others come', () => {
      const clock = createVirtualClock({ start })
      const tokens = suppliedTokens(clock, anew$)
      tokens.isLive(t1)
      clock.advance(6000)
      tokens.refuse(t1)
      for (let n = 0; n < 1000; n++) tokens.isLive(supplied(`other${String(n)}`, start + hour))
      expect(tokens.isLive(supplied('T1', start + hour))).toBe(false)
    })
  })

  it('a token is dead once either clock says so, whatever is done to the other', () => {
    const clock = createVirtualClock({ start })
    const tokens = suppliedTokens(clock, concat(of(t1), NEVER))
    const names: Array<string> = []
    const takeOne = () => tokens.take(minute).subscribe({ next: (taken) => names.push(nameOf(taken)), error: () => 0 })
    takeOne()
    clock.stepWall(-3 * hour)
    clock.advance(59 * minute)
    takeOne()
    clock.advance(minute)
    takeOne()
    expect(names).toEqual(['T1', 'T1'])
    clock.advance(minute)
    const asleep = createVirtualClock({ start })
    const others = suppliedTokens(asleep, concat(of(t1), NEVER))
    asleep.sleep(hour)
    others.take(minute).subscribe({ next: () => names.push('dead'), error: () => 0 })
    asleep.advance(minute)
    expect(names).toEqual(['T1', 'T1'])
  })

  it('a token that is refused is used again after half a minute, then after twice as long, until another comes', () => {
    const clock = createVirtualClock({ start })
    const tokens = suppliedTokens(clock, concat(of(t1), NEVER))
    expect([tokens.isLive(t1), tokens.refuse(t1), tokens.isLive(t1)]).toEqual([true, 'same', true])
    clock.advance(5000)
    const pauses = Array.from({ length: 6 }, () => {
      expect([tokens.refuse(t1), tokens.refuse(t1), tokens.isLive(t1)]).toEqual(['another', 'another', false])
      const from = clock.monotonic()
      while (!tokens.isLive(t1)) clock.advance(1000)
      return (clock.monotonic() - from) / 1000
    })
    expect(pauses).toEqual([30, 60, 120, 240, 480, 600])
    tokens.accept(t1)
    tokens.refuse(t1)
    clock.advance(30_000)
    expect(tokens.isLive(t1)).toBe(true)
  })

  it('a refusal of one token is none of the others', () => {
    const clock = createVirtualClock({ start })
    const tokens = suppliedTokens(clock, concat(of(t1, t2), NEVER))
    const names: Array<string> = []
    tokens.usable$.subscribe()
    clock.advance(5000)
    tokens.refuse(t2)
    tokens.accept(t1)
    tokens.take(minute).subscribe((taken) => names.push(nameOf(taken)))
    tokens.refuse(t1)
    tokens.take(minute).subscribe((taken) => names.push(nameOf(taken)))
    expect(names).toEqual(['T1'])
  })

  it('who is subscribed sees those that live and were not refused, when they come', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const token$ = cold('a 9s d 9s b 9s a', { a: t1, b: t2, d: supplied('dead', start) })
      const tokens = suppliedTokens(clock, token$)
      cold('25s x').subscribe(() => tokens.refuse(t1))
      expectObservable(tokens.usable$.pipe(map(nameOf)), '^ 35s !').toBe('a 18001ms b', { a: 'T1', b: 'T2' })
    })
  })

  it.each([undefined, null, 'canary', {}, { access_token: 'canary', expires_at: t1.expires_at, user: t1.user }])(
    'what is no access token is an error that tells no value: %p',
    (other) => {
      const errors: Array<unknown> = []
      const tokens = suppliedTokens(createVirtualClock({ start }), of(other as AccessToken))
      tokens.take(minute).subscribe({ error: (error: unknown) => errors.push(error) })
      expect(errors).toMatchObject([
        { _tag: 'ConfigError', issues: [{ path: '/token$', expected: 'to emit access tokens' }] },
      ])
      expect(JSON.stringify(errors)).not.toContain('canary')
    },
  )

  it('a stream that ends has no token any more, and one that fails says why', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const over = new TokenUnavailable({ waited: 50, last: none })
      expectObservable(suppliedTokens(clock, cold<AccessToken>('10ms |')).take(50)).toBe('10ms #', {}, over)
      expectObservable(
        suppliedTokens(
          clock,
          throwError(() => lost),
        ).take(50),
      ).toBe('#', {}, lost)
    })
  })
})
