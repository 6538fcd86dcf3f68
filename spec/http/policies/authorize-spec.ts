import { inspect } from 'node:util'
import { none } from 'fp-ts/lib/Option.js'
import { concatMap, NEVER, type Observable, of, Subject, take, throwError } from 'rxjs'
import type { Clock } from '../../../lib/base/clock/Clock.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { isTransient } from '../../../lib/base/error/isTransient.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { redact } from '../../../lib/base/Redacted.js'
import { PermitDeclined } from '../../../lib/http/budget/Admission.js'
import { compose, type Http, type Policy } from '../../../lib/http/Http.js'
import { type HttpRequest, wireHeaders } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { addClientId, addCredentials } from '../../../lib/http/policies/addCredentials.js'
import { authorize, type Replay, type TokenSource } from '../../../lib/http/policies/authorize.js'
import { toHttpRequest } from '../../../lib/http/toHttpRequest.js'
import type { Access } from '../../../lib/service/api/Request.js'
import { type AccessToken, accessToken } from '../../../lib/service/model/AccessToken.js'
import { connectionOver } from '../../helpers/connection.js'
import { marbles } from '../../helpers/marbles.js'
import { inTurn } from '../../helpers/refreshes.js'
import { json, token } from '../../helpers/responses.js'
import { hour, lost, nameOf } from '../../helpers/tokens.js'

const asked = (access: Access, idempotent = true, headers: Record<string, string> = {}): HttpRequest =>
  toHttpRequest(
    connectionOver(() => NEVER),
    { operation: 'stocks.list', method: idempotent ? 'GET' : 'POST', path: '/v2/stocks', access, headers },
  )

const tokenOf = (name: string): AccessToken => {
  const decoded = accessToken.decode(JSON.parse(token(name, hour).body))
  if (decoded._tag === 'Left') throw new Error('no token')
  return decoded.right
}
const [t1, t2, t3] = [tokenOf('T1'), tokenOf('T2'), tokenOf('T3')]

const answered = (status: number, isServiceResponse = true): StatusError =>
  new StatusError({
    operation: 'stocks.list',
    page: none,
    status,
    type: none,
    detail: none,
    retryAfter: none,
    isServiceResponse,
  })
const refused = answered(401)

/** The policy, which waits for half of the longest time where it waits. */
const authorizing = (tokens: TokenSource, clock: Clock = createVirtualClock()): Policy =>
  authorize(() => tokens)(
    clock,
    () => 0,
    () => undefined,
  )

/** Gives its tokens one after the other, and writes down what is said of them. */
const source = (
  tokens: ReadonlyArray<AccessToken>,
  replay: Replay = 'another',
): TokenSource & { readonly said: Array<string> } => {
  const said: Array<string> = []
  let turn = 0
  return {
    said,
    take: (patience) => {
      said.push(`take ${String(patience)}`)
      return of(tokens[turn++] ?? t3)
    },
    isLive: () => true,
    refuse: (given) => {
      said.push(`refuse ${nameOf(given)}`)
      return replay
    },
    accept: (given) => said.push(`accept ${nameOf(given)}`),
  }
}

const credentials = { clientId: 'our-id', clientSecret: redact('our-secret') }
const placement = { credentials: 'headers', publicSecret: false, userSecret: true, isEarlier: false } as const

/** What goes over the wire. */
const sent = (access: Access, hasSecret = true, headers = {}) => {
  const requests: Array<HttpRequest> = []
  const errors: Array<unknown> = []
  const http: Http = (request) => {
    requests.push(request)
    return of(json({}))
  }
  compose(
    authorizing(source([t1])),
    hasSecret ? addCredentials(credentials, placement) : addClientId(credentials.clientId, placement),
  )(http)(asked(access, true, headers)).subscribe({
    error: (error: unknown) => errors.push(error),
  })
  return { requests, errors, wire: requests.map(wireHeaders) }
}

describe('authorize', () => {
  it('proves nothing but the application’s id if that is enough', () => {
    const { 'Client-Id': id, ...others } = sent('public').wire[0] ?? {}
    expect(id).toBe('our-id')
    expect(Object.keys(others)).toEqual(['Accept', 'Service-Version'])
  })

  it('proves who the application is', () => {
    const [headers] = sent('application').wire
    expect(headers).toMatchObject({ 'Client-Id': 'our-id', 'Client-Secret': 'our-secret' })
    expect(headers).not.toHaveProperty('Authorization')
  })

  it('sends nothing without a secret if one is needed, and says so', () => {
    const { requests, errors } = sent('application', false)
    expect(requests).toEqual([])
    const expected = expect.stringContaining('which stocks.list needs')
    expect(errors).toMatchObject([{ _tag: 'ConfigError', issues: [{ path: '/clientSecret', expected }] }])
  })

  it('proves who the user is, with the secret if there is one', () => {
    expect(sent('user').wire).toMatchObject([{ 'Client-Secret': 'our-secret', Authorization: 'Bearer T1' }])
    const [headers] = sent('user', false).wire
    expect(headers).toMatchObject({ 'Client-Id': 'our-id', Authorization: 'Bearer T1' })
    expect(headers).not.toHaveProperty('Client-Secret')
  })

  it.each(['Authorization', 'authorization', 'AUTHORIZATION'])(
    'lets no %s of others take the place of its own',
    (name) => {
      const headers = { [name]: 'Basic x', 'client-id': 'x', 'CLIENT-SECRET': 'x', 'Accept-Language': 'fr' }
      expect(sent('user', true, headers).wire).toEqual([
        {
          Accept: 'application/json',
          'Accept-Language': 'fr',
          Authorization: 'Bearer T1',
          'Client-Id': 'our-id',
          'Client-Secret': 'our-secret',
          'Service-Version': '2021-06-01',
        },
      ])
    },
  )

  it('shows neither secret nor token in the request that policies and transports see', () => {
    const shown = sent('user')
      .requests.map((request) => inspect(request, { depth: 12, showHidden: true }))
      .join()
    expect(shown).toContain('our-id')
    expect(shown).not.toMatch(/our-secret|T1/)
  })

  it('takes the token when it is subscribed to, each time anew, for as long as an attempt may take', () => {
    const tokens = source([t1, t2])
    const request = { ...asked('user'), timeout: 7 }
    const response = authorizing(tokens)(() => of(json({})))(request)
    expect(tokens.said).toEqual([])
    response.subscribe()
    response.subscribe()
    expect(tokens.said).toEqual(['take 7', 'accept T1', 'take 7', 'accept T2'])
  })
})

describe('authorize, after a 401', () => {
  const ask = (http: Http, tokens: TokenSource, idempotent = true): Observable<unknown> =>
    authorizing(tokens)(http)(asked('user', idempotent))

  it('passes a second 401 to the caller, and drops the token that it was for', () => {
    marbles(({ cold, expectObservable, expectSubscriptions, flush }) => {
      const always = cold<HttpResponse>('10ms #', undefined, refused)
      const tokens = source([t1, t2])
      expectObservable(ask(() => always, tokens)).toBe('20ms #', undefined, refused)
      expectSubscriptions(always.subscriptions).toBe(['^ 9ms !', '10ms ^ 9ms !'])
      flush()
      expect(tokens.said).toEqual(['take 30000', 'refuse T1', 'take 30000', 'refuse T2'])
    })
  })

  it('does not repeat a request that is not idempotent, but drops its token', () => {
    marbles(({ cold, expectObservable, expectSubscriptions, flush }) => {
      const always = cold<HttpResponse>('10ms #', undefined, refused)
      const tokens = source([t1, t2])
      expectObservable(ask(() => always, tokens, false)).toBe('10ms #', undefined, refused)
      expectSubscriptions(always.subscriptions).toBe('^ 9ms !')
      flush()
      expect(tokens.said).toEqual(['take 30000', 'refuse T1'])
    })
  })

  it('it is not sent again if another token would not help', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const always = cold<HttpResponse>('10ms #', undefined, refused)
      expectObservable(ask(() => always, source([t1, t2], 'none'))).toBe('10ms #', undefined, refused)
      expectSubscriptions(always.subscriptions).toBe('^ 9ms !')
    })
  })

  it.each([
    { what: 'a lost connection', error: lost },
    { what: 'a 403', error: answered(403) },
    { what: 'what is no error of ours', error: new TypeError('401') },
  ])('$what is no 401', ({ error }) => {
    marbles(({ cold, expectObservable, expectSubscriptions, flush }) => {
      const failing = cold<HttpResponse>('10ms #', undefined, error)
      const tokens = source([t1, t2])
      expectObservable(ask(() => failing, tokens)).toBe('10ms #', undefined, error)
      expectSubscriptions(failing.subscriptions).toBe('^ 9ms !')
      flush()
      expect(tokens.said).toEqual(['take 30000'])
    })
  })

  it('unsubscribing aborts whichever attempt is in flight', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const first = cold<HttpResponse>('10ms #', undefined, refused)
      const again = cold('10ms (a|)', { a: json({}) })
      expectObservable(ask(inTurn(first, again), source([t1, t2])), '^ 14ms !').toBe('')
      expectSubscriptions(again.subscriptions).toBe('10ms ^ 4ms !')
    })
  })
})

describe('authorize, after a 401 with a new token', () => {
  const late = source
  /** `random` is 0: the waits are half of the longest, so 50, 100, 200 and so on. */
  const ask = (http: Http, tokens: TokenSource, clock: Clock, request: Partial<HttpRequest> = {}) =>
    authorizing(tokens, clock)(http)({ ...asked('user'), ...request })

  it('the request is sent again with the same token, after waits that double', () => {
    marbles(({ cold, clock, expectObservable, flush }) => {
      const tokens = late([t1, t1, t1, t1], 'same')
      const no = cold<HttpResponse>('#', undefined, refused)
      const answers = [no, no, no, cold('(a|)', { a: json({}) })]
      expectObservable(ask(inTurn(...(answers as [typeof no])), tokens, clock)).toBe('350ms (a|)', { a: json({}) })
      flush()
      expect(new Set(tokens.said.filter((word) => word.startsWith('refuse')))).toEqual(new Set(['refuse T1']))
      expect(tokens.said.at(-1)).toBe('accept T1')
    })
  })

  it('gets the 401 when the next wait would not end within its timeout', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const no = cold<HttpResponse>('#', undefined, refused)
      expectObservable(ask(() => no, late([], 'same'), clock, { timeout: 200 })).toBe('150ms #', undefined, refused)
      expectSubscriptions(no.subscriptions).toBe(['(^!)', '50ms (^!)', '150ms (^!)'])
    })
  })

  it('is not sent again if it may not be sent twice', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const no = cold<HttpResponse>('#', undefined, refused)
      const unrepeatable = { idempotent: false, priority: 'background' as const }
      expectObservable(ask(() => no, late([], 'same'), clock, unrepeatable)).toBe('#', undefined, refused)
    })
  })

  it('leaves no timer when it is unsubscribed from while it waits', () => {
    const clock = createVirtualClock()
    const waiting = ask(() => throwError(() => refused), late([], 'same'), clock).subscribe()
    expect(clock.pending()).toBe(1)
    waiting.unsubscribe()
    expect(clock.pending()).toBe(0)
  })

  it('tells of each wait', () => {
    const clock = createVirtualClock()
    const { emit, events } = connectionOver(() => NEVER, { clock })
    const tokens = late([t1, t1, t1], 'same')
    authorize(() => tokens)(
      clock,
      () => 0,
      emit,
    )(() => throwError(() => refused))({ ...asked('user'), timeout: 200 }).subscribe({ error: () => undefined })
    clock.advance(200)
    expect(events).toMatchObject([
      { _tag: 'Retried', error: refused, attempt: 1, delay: 50 },
      { _tag: 'Retried', error: refused, attempt: 2, delay: 100 },
    ])
  })

  it('a page of a firewall with a 401 says nothing of the token', () => {
    const tokens = late([], 'same')
    const page = answered(401, false)
    const errors: Array<unknown> = []
    ask(() => throwError(() => page), tokens, createVirtualClock()).subscribe({ error: (error) => errors.push(error) })
    expect([errors, tokens.said]).toEqual([[page], ['take 30000']])
  })
})

describe('authorize, if 401s last', () => {
  /** How often a request of an operation fails, and with what, when it is sent each minute. */
  const minutely = (answer: (minute: number) => Observable<HttpResponse>, overrides: Partial<HttpRequest> = {}) => {
    const clock = createVirtualClock()
    let minutes = 0
    const http = authorizing(source([], 'none'), clock)(() => answer(minutes))
    const failures: Array<unknown> = []
    for (; minutes < 8; minutes++) {
      http({ ...asked('user'), priority: 'background', ...overrides }).subscribe({
        next: () => failures.push('ok'),
        error: ({ _tag }: { readonly _tag: string }) => failures.push(_tag),
      })
      clock.advance(60_000)
    }
    return failures
  }
  const no = (): Observable<HttpResponse> => throwError(() => refused)
  const waits = (count: number): ReadonlyArray<string> => Array.from({ length: count }, () => 'TokenUnavailable')

  it('a background request has a transient error for five minutes, whose cause is the 401, then the 401', () => {
    expect(minutely(no)).toEqual([...waits(5), 'StatusError', 'StatusError', 'StatusError'])
    const errors: Array<unknown> = []
    authorizing(source([], 'none'))(no)({ ...asked('user'), priority: 'background' }).subscribe({
      error: (error) => errors.push(error),
    })
    expect(errors).toMatchObject([{ _tag: 'TokenUnavailable', cause: refused }])
    expect(isTransient(errors[0])).toBe(true)
  })

  it('begins to count again once the operation was answered', () => {
    expect(minutely((minute) => (minute === 4 ? of(json({})) : no()))).toEqual([...waits(4), 'ok', ...waits(3)])
  })

  it('an interactive request has the 401 at once', () => {
    expect(new Set(minutely(no, { priority: 'interactive' }))).toEqual(new Set(['StatusError']))
  })
})

/** What the budget does when a request has its permits. */
const admitted = (next: Http, request: HttpRequest): Observable<HttpResponse> =>
  request.admission?.isStillWanted() === false ? throwError(() => new PermitDeclined(7)) : next(request)

describe('authorize, if requests wait for their turn', () => {
  const turn = new Subject<void>()
  const waiting: Policy = (next) => (request) =>
    turn.pipe(
      take(1),
      concatMap(() => admitted(next, request)),
    )

  const ask = (tokens: TokenSource) => {
    const wire: Array<Readonly<Record<string, string>>> = []
    const http: Http = (request) => {
      wire.push(wireHeaders(request))
      return of(json({}))
    }
    const seen: Array<unknown> = []
    compose(authorizing(tokens), waiting)(http)(asked('user')).subscribe((response) => seen.push(response))
    return { wire, seen }
  }

  it('a token that dies meanwhile does not leave: the request waits with another', () => {
    const dead = new Set<AccessToken>()
    const tokens = { ...source([t1, t2]), isLive: (token: AccessToken) => !dead.has(token) }
    const { wire, seen } = ask(tokens)
    dead.add(t1)
    turn.next()
    expect({ wire, seen }).toEqual({ wire: [], seen: [] })
    turn.next()
    expect(wire).toMatchObject([{ Authorization: 'Bearer T2' }])
    expect(seen).toHaveLength(1)
    expect(tokens.said).toEqual(['take 30000', 'take 30000', 'accept T2'])
  })

  it('comes back to the queue as one that has waited, and fails once three tokens have died', () => {
    const turns: Array<unknown> = []
    const errors: Array<unknown> = []
    const queue: Policy = (next) => (request) => {
      turns.push([wireHeaders(request).Authorization, request.admission?.waitsSince])
      return admitted(next, request)
    }
    const tokens = { ...source([t1, t2]), isLive: () => false }
    compose(authorizing(tokens), queue)(() => NEVER)(asked('user')).subscribe({ error: (error) => errors.push(error) })
    expect(turns).toEqual([
      ['Bearer T1', undefined],
      ['Bearer T2', 7],
      ['Bearer T3', 7],
    ])
    expect(errors).toMatchObject([{ _tag: 'RequestNotSent', reason: 'budget', operation: 'stocks.list' }])
  })

  it('takes a token for a request of its priority, and with what hurries it', () => {
    const priorities: Array<unknown> = []
    const tokens: TokenSource = {
      ...source([t1]),
      take: (_, ...how) => {
        priorities.push(how)
        return of(t1)
      },
    }
    for (const priority of ['background', 'interactive'] as const)
      authorizing(tokens)(() => of(json({})))({ ...asked('user'), priority, runNow$: NEVER }).subscribe()
    expect(priorities).toEqual([
      ['background', NEVER],
      ['interactive', NEVER],
    ])
  })

  it('one that lives on leaves in its turn, and in none before', () => {
    const { wire } = ask(source([t1]))
    expect(wire).toEqual([])
    turn.next()
    expect(wire).toMatchObject([{ Authorization: 'Bearer T1' }])
  })
})
