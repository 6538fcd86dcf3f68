import { none, some } from 'fp-ts/lib/Option.js'
import { map, of, throwError } from 'rxjs'
import { DecodeError } from '../../../lib/base/error/DecodeError.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import { RequestNotSent } from '../../../lib/base/error/RequestNotSent.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { TimeoutError } from '../../../lib/base/error/TimeoutError.js'
import { TokenUnavailable } from '../../../lib/base/error/TokenUnavailable.js'
import { neverResponds, noteClientFailure, noteClientToken } from '../../../lib/streams/tokens/noResponse.js'
import { type Marbles, marbles } from '../../helpers/marbles.js'
import { inTurn } from '../../helpers/refreshes.js'
import { json, token } from '../../helpers/responses.js'
import { lost, minute, nameOf, tokensOver } from '../../helpers/tokens.js'

const place = { operation: 'authenticate', page: none }
const origin = 'https://bank.example'
const refusedBy = (code: string): NetworkError => new NetworkError({ ...place, origin, code: some(code) })
const refused = refusedBy('ECONNREFUSED')
const page = new DecodeError({ ...place, reason: 'not-json', contentType: some('text/html') })
const portal = { ...place, type: none, detail: none, retryAfter: none, isServiceResponse: false }
const withheld = (reason: 'circuit' | 'queue') => new RequestNotSent({ ...place, reason, retryAfter: none })

describe('the first answer of a client', () => {
  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_CONNECTION_REFUSED', 'ERR_NAME_NOT_RESOLVED'])(
    'is still to come, and nobody is there, if the platform says %s',
    (code) => {
      expect(neverResponds({}, refusedBy(code))).toBe(true)
    },
  )

  it.each([
    refusedBy('ECONNRESET'),
    new NetworkError({ ...place, origin, code: none }),
    new TimeoutError({ ...place, timeout: 5 }),
    withheld('queue'),
    new Error('ECONNREFUSED'),
    undefined,
  ])('may still come after %s', (error) => {
    expect(neverResponds({}, error)).toBe(false)
  })

  it.each([page, new DecodeError({ ...place, reason: 'empty' }), new StatusError({ ...portal, status: 302 })])(
    'is still to come if something else than the service answers: %s',
    (error) => {
      expect(neverResponds({}, error)).toBe(true)
    },
  )

  it('is still to come if the breaker lets nothing through', () => {
    expect(neverResponds({}, withheld('circuit'))).toBe(true)
  })

  it('is a token, or a failure that has been answered, for this client alone', () => {
    const [first, second, third] = [{}, {}, {}]
    noteClientToken(first)
    noteClientFailure(second, new DecodeError({ ...place, reason: 'shape' }))
    noteClientFailure(third, new TokenUnavailable({ waited: 0, last: none }))
    expect([first, second, third, {}].map((client) => neverResponds(client, refused))).toStrictEqual([
      false,
      false,
      false,
      true,
    ])
  })

  it('is no failure without an answer', () => {
    const client = {}
    for (const error of [
      refused,
      new TimeoutError({ ...place, timeout: 5 }),
      withheld('circuit'),
      page,
      new Error('x'),
    ])
      noteClientFailure(client, error)
    expect(neverResponds(client, refused)).toBe(true)
  })
})

describe('tokens before the first answer', () => {
  const setUp = (helpers: Marbles, ...marble: readonly [string, ...ReadonlyArray<string>]) => {
    const { cold, clock, start } = helpers
    const values = { a: token('T1', start + 10 * minute), f: json({}, 503) }
    const [first, ...others] = marble.map((each) => cold(each, values, refused))
    if (first === undefined) throw new Error('no responses')
    return { first, others, tokens: tokensOver(inTurn(first, ...others), { clock }) }
  }

  it('a request that somebody waits for fails with what the network says; what comes in the wait fails at once', () => {
    marbles((helpers) => {
      const { first, others, tokens } = setUp(helpers, '10ms #', '(a|)')
      helpers.expectObservable(tokens.take(30_000)).toBe('10ms #', {}, refused)
      helpers.expectObservable(tokens.take(30_000), '500ms ^').toBe('500ms #', {}, refused)
      helpers.expectObservable(tokens.take(30_000).pipe(map(nameOf)), '2s ^').toBe('2s (a|)', { a: 'T1' })
      helpers.expectSubscriptions(first.subscriptions).toBe('^ 9ms !')
      helpers.expectSubscriptions(others[0]?.subscriptions ?? []).toBe('2s (^!)')
    })
  })

  it('those who watch continue, and it is told at once', () => {
    marbles((helpers) => {
      const { tokens } = setUp(helpers, '#', '(a|)')
      helpers.expectObservable(tokens.token$.pipe(map(nameOf)), '^ 5s !').toBe('750ms a', { a: 'T1' })
      helpers.expectObservable(tokens.take(30_000, 'background').pipe(map(nameOf))).toBe('750ms (a|)', { a: 'T1' })
      helpers.flush()
      expect(tokens.events).toMatchObject([
        { _tag: 'TokenFailed', error: { _tag: 'NetworkError', code: some('ECONNREFUSED') }, delay: some(750) },
        { _tag: 'TokenRenewed' },
      ])
      expect(tokens.events[0]?.time.getTime()).toBe(helpers.start)
    })
  })

  it('once any answer has come, a request waits as it does at any other time', () => {
    marbles((helpers) => {
      const { tokens } = setUp(helpers, '(f|)', '#', '(a|)')
      helpers.expectObservable(tokens.take(30_000).pipe(map(nameOf))).toBe('2250ms (a|)', { a: 'T1' })
    })
  })

  it('a network that fails otherwise is waited for', () => {
    marbles(({ cold, clock, start, expectObservable }) => {
      const answers = inTurn(cold('#', {}, lost), cold('(a|)', { a: token('T1', start + minute) }))
      expectObservable(tokensOver(answers, { clock }).take(30_000).pipe(map(nameOf))).toBe('750ms (a|)', { a: 'T1' })
    })
  })

  it('an answer to one user of a client is one for all of its users', () => {
    marbles(({ clock, start, expectObservable, cold }) => {
      const client = {}
      const answered = tokensOver(() => of(token('T1', start + minute)), { clock, client })
      answered.take(1).subscribe()
      const other = tokensOver(inTurn(cold('#', {}, refused), cold('(a|)', { a: token('T2', start + minute) })), {
        clock,
        client,
      })
      expectObservable(other.take(30_000).pipe(map(nameOf))).toBe('750ms (a|)', { a: 'T2' })
      const elsewhere = tokensOver(() => throwError(() => refused), { clock, client: {} })
      expectObservable(elsewhere.take(30_000)).toBe('#', {}, refused)
    })
  })
})
