import { none } from 'fp-ts/lib/Option.js'
import { concatMap, NEVER, type Observable, of, Subject, take, throwError } from 'rxjs'
import type { Clock } from '../../../lib/base/clock/Clock.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { redact } from '../../../lib/base/Redacted.js'
import { PermitDeclined } from '../../../lib/http/budget/Admission.js'
import type { Http } from '../../../lib/http/Http.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { authorize, type TokenSource } from '../../../lib/http/policies/authorize.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { marbles } from '../../helpers/marbles.js'
import { inTurn } from '../../helpers/refreshes.js'
import { json } from '../../helpers/responses.js'

const a = json({})
const user = { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id: null }
const statusError = (status: number): StatusError =>
  new StatusError({ operation: 'stocks.list', page: none, status, type: none, detail: none, retryAfter: none })
const refused = statusError(401)

/** Tokens `T1`, `T2` …, each of which is new for so many milliseconds; after that a refused one is replaced. */
const createTokens = (clock: Clock, newFor = 10_000) => {
  let number = 1
  let replacements = 0
  let issuedAt = 0
  let accepted = 0
  const text = () => `T${String(number)}`
  // A supplied token may be another object for each request.
  const tokenInUse = () => ({ access_token: redact(text()), expires_at: new Date(8e12), user, number })
  const source: TokenSource = {
    take: () => of(tokenInUse()),
    isLive: (token) => 'number' in token && token.number === number,
    refuse: (token) => {
      if (!source.isLive(token)) return 'another'
      if (clock.monotonic() - issuedAt < newFor) return 'same'
      number++
      replacements++
      issuedAt = clock.monotonic()
      return 'another'
    },
    accept: () => accepted++,
  }
  return { source, counts: () => ({ replacements, accepted }) }
}

/** Sends requests with waits of 50 ms, 100 ms, 200 ms and so on. */
const createSend = (clock: Clock, source: TokenSource) => {
  const policy = authorize(() => source)(
    clock,
    () => 0,
    () => undefined,
  )
  return (http: Http, overrides: Partial<HttpRequest> = {}) =>
    policy(http)(httpRequest({ operation: 'stocks.list', access: 'user', idempotent: true, ...overrides }))
}

const setUp = (clock: Clock, newFor?: number) => {
  const { source, counts } = createTokens(clock, newFor)
  return { send: createSend(clock, source), counts }
}

describe('authorize, if several requests get a 401 with one new token', () => {
  it('one request tries the token, and the others are sent again when the service has accepted it', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const { send } = setUp(clock)
      const no = cold<HttpResponse>('10ms #', undefined, refused)
      const first = inTurn(no, no, cold('10ms (a|)', { a }))
      const waiting = cold('10ms (a|)', { a })
      expectObservable(send(first)).toBe('180ms (a|)', { a })
      for (let n = 0; n < 19; n++) expectObservable(send(inTurn(no, waiting))).toBe('190ms (a|)', { a })
      expectSubscriptions(waiting.subscriptions).toBe(Array.from({ length: 19 }, () => '180ms ^ 9ms !'))
    })
  })

  it('all get another token when the one that tries does', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions, flush }) => {
      const { send, counts } = setUp(clock, 100)
      const no = cold<HttpResponse>('10ms #', undefined, refused)
      const yes = cold('10ms (a|)', { a })
      const tries = cold<HttpResponse>('10ms #', undefined, refused)
      expectObservable(send(inTurn(no, tries, tries, yes))).toBe('190ms (a|)', { a })
      for (let n = 0; n < 19; n++) expectObservable(send(inTurn(no, yes))).toBe('190ms (a|)', { a })
      expectSubscriptions(tries.subscriptions).toBe(['60ms ^ 9ms !', '170ms ^ 9ms !'])
      flush()
      expect(counts()).toEqual({ replacements: 1, accepted: 20 })
    })
  })

  it('a later request of the refused operation waits too, also if it must not be sent twice; one of another does not', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const { send } = setUp(clock)
      const no = cold<HttpResponse>('10ms #', undefined, refused)
      const held = cold('10ms (a|)', { a })
      const other = cold('10ms (a|)', { a })
      expectObservable(send(inTurn(no, no, cold('10ms (a|)', { a })))).toBe('180ms (a|)', { a })
      expectObservable(
        send(() => held),
        '20ms ^',
      ).toBe('190ms (a|)', { a })
      expectObservable(
        send(() => held, { idempotent: false }),
        '20ms ^',
      ).toBe('190ms (a|)', { a })
      expectObservable(
        send(() => other, { operation: 'accounts.list' }),
        '20ms ^',
      ).toBe('30ms (a|)', { a })
      expectSubscriptions(held.subscriptions).toBe(['180ms ^ 9ms !', '180ms ^ 9ms !'])
      expectSubscriptions(other.subscriptions).toBe('20ms ^ 9ms !')
    })
  })

  it.each([
    ['is unsubscribed from', '^ 99ms !', '', undefined],
    ['fails for another reason', '^', '70ms #', statusError(503)],
  ])('the next one tries, after the next wait, if the one that tries %s', (_, subscription, marble, error) => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const { send } = setUp(clock)
      const no = cold<HttpResponse>('10ms #', undefined, refused)
      const yes = cold('10ms (a|)', { a })
      const failing: Observable<HttpResponse> = error === undefined ? NEVER : cold('10ms #', undefined, error)
      expectObservable(send(inTurn(no, failing)), subscription).toBe(marble, undefined, error)
      const start = error === undefined ? 200 : 170
      expectObservable(send(inTurn(no, yes))).toBe(`${String(start + 10)}ms (a|)`, { a })
      expectObservable(send(inTurn(no, yes))).toBe(`${String(start + 20)}ms (a|)`, { a })
      expectSubscriptions(yes.subscriptions).toBe([`${String(start)}ms ^ 9ms !`, `${String(start + 10)}ms ^ 9ms !`])
    })
  })

  it('a 404 shows that the service knows the token', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const { send } = setUp(clock)
      const no = cold<HttpResponse>('10ms #', undefined, refused)
      const missing = statusError(404)
      for (const marble of ['70ms #', '80ms #', '80ms #'])
        expectObservable(send(inTurn(no, cold('10ms #', undefined, missing)))).toBe(marble, undefined, missing)
    })
  })

  it('an interactive request does not wait for a background request', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const { send } = setUp(clock)
      const no = cold<HttpResponse>('10ms #', undefined, refused)
      const yes = cold('10ms (a|)', { a })
      const queued: Http = () => cold('5s (a|)', { a })
      const background = { priority: 'background' } as const
      expectObservable(send(inTurn(no, queued(httpRequest())), background)).toBe('5060ms (a|)', { a })
      expectObservable(send(inTurn(no, yes))).toBe('120ms (a|)', { a })
      expectObservable(
        send(() => yes),
        '30ms ^',
      ).toBe('130ms (a|)', { a })
      expectObservable(send(inTurn(no, yes), background)).toBe('130ms (a|)', { a })
    })
  })

  it('a request waits at most for its timeout: then it gets the 401, or is sent if it was not sent before', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const { send } = setUp(clock)
      const no = cold<HttpResponse>('10ms #', undefined, refused)
      const unsent = cold('10ms (a|)', { a })
      expectObservable(send(inTurn(no, NEVER)), '^ 999ms !').toBe('')
      expectObservable(send(() => no, { timeout: 300 })).toBe('300ms #', undefined, refused)
      expectObservable(
        send(() => unsent, { timeout: 300 }),
        '20ms ^',
      ).toBe('330ms (a|)', { a })
      expectSubscriptions(unsent.subscriptions).toBe('320ms ^ 9ms !')
    })
  })

  it('a request that waits for its permits with the refused token gives them up, and goes first later', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions, flush }) => {
      const { send } = setUp(clock)
      const no = cold<HttpResponse>('10ms #', undefined, refused)
      const permit$ = new Subject<void>()
      const sent = cold('10ms (a|)', { a })
      const waits: Array<number | undefined> = []
      const queue: Http = ({ admission }) =>
        permit$.pipe(
          take(1),
          concatMap(() => {
            waits.push(admission?.waitsSince)
            return admission?.isStillWanted() === false ? throwError(() => new PermitDeclined(7)) : sent
          }),
        )
      cold('20ms p 4ms p 475ms p', { p: 0 }).subscribe(() => permit$.next())
      expectObservable(send(inTurn(no, no, no, cold('10ms (a|)', { a })))).toBe('390ms (a|)', { a })
      expectObservable(send(queue)).toBe('511ms (a|)', { a })
      expectSubscriptions(sent.subscriptions).toBe('501ms ^ 9ms !')
      flush()
      expect(waits).toEqual([undefined, 7])
    })
  })

  it('a request with the next token does not wait, and no timer is left', () => {
    marbles(({ cold, clock, expectObservable, flush }) => {
      const { send } = setUp(clock, 100)
      const no = cold<HttpResponse>('10ms #', undefined, refused)
      const yes = cold('10ms (a|)', { a })
      expectObservable(send(inTurn(no, no, no, yes))).toBe('190ms (a|)', { a })
      expectObservable(
        send(() => yes),
        '185ms ^',
      ).toBe('195ms (a|)', { a })
      flush()
      expect(clock.scheduler.now()).toBeLessThan(1000)
    })
  })
})
