import { fromNullable, getOrElse, none } from 'fp-ts/lib/Option.js'
import { concatMap, defer, type Observable, of, throwError, timer } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { budget } from '../../../lib/http/budget/budget.js'
import { changingSecret } from '../../../lib/http/changingSecret.js'
import { type HttpRequest, wireHeaders } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { prepareAtOnce } from '../../../lib/http/policies/identifyAttempts.js'
import { rotateCredentials } from '../../../lib/http/policies/rotateCredentials.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { marbles } from '../../helpers/marbles.js'
import { json } from '../../helpers/responses.js'

const answered = (status: number, type?: string): StatusError =>
  new StatusError({
    operation: 'users.list',
    page: none,
    status,
    type: fromNullable(type),
    detail: none,
    retryAfter: none,
  })
const refused = answered(401)
const fixed = () => 0.5
const silent = () => undefined

const placement = { credentials: 'headers', publicSecret: false, userSecret: true, isEarlier: false } as const
const users = httpRequest({ operation: 'users.list', access: 'application', headers: {} })
const createUser = { ...users, operation: 'users.create', idempotent: false }
const grant = { ...users, operation: 'authenticate', idempotent: false }
const stocks = httpRequest({ access: 'user', headers: {} })
const refresh = { ...stocks, operation: 'items.refresh', idempotent: false }
const banks = httpRequest({ operation: 'banks.list', access: 'public', headers: {} })

/** A client whose secret is `current.secret`, and a service that knows `current.right` alone; what was asked and sent. */
const rotating = (given: Partial<typeof placement> | { readonly publicSecret: boolean } = {}) => {
  const current = { secret: 'old', right: 'old', status: 401 }
  const log: Array<string> = []
  const source = changingSecret(
    () => {
      log.push('asked')
      return current.secret
    },
    createVirtualClock(),
    1000,
  )
  const { policy, authenticationListener } = rotateCredentials(
    { clientId: 'id', clientSecret: source },
    { ...placement, ...given },
  )
  const http = policy(
    prepareAtOnce((request: HttpRequest) =>
      defer(() => {
        const { 'Client-Secret': sent = 'none', 'Client-Id': id } = wireHeaders(request)
        log.push(`${request.operation} ${String(id)} ${sent}`)
        return sent === current.right ? of(json({})) : throwError(() => answered(current.status, sent))
      }),
    ),
  )
  const send = (request: HttpRequest, onResponse?: () => void): ReadonlyArray<string> => {
    log.length = 0
    http(request).subscribe({
      next: onResponse ?? (() => undefined),
      error: (error: StatusError) =>
        log.push(['StatusError', error.status, getOrElse(() => '')(error.type)].join(' ').trim()),
    })
    return [...log]
  }
  const authenticate = (lives: () => boolean = () => true, number = 1) =>
    send({ ...grant, number }, () => {
      authenticationListener.onToken(number, lives)
    })
  return { current, send, authenticate, issue: authenticationListener }
}

describe('rotateCredentials', () => {
  it('asks at each authentication, and keeps the secret for other requests while the token lives', () => {
    const { send, authenticate, current } = rotating()
    let lives = true
    const asks = ['asked', 'authenticate id old']
    expect(authenticate(() => lives)).toEqual(asks)
    expect(send(stocks)).toEqual(['stocks.list id old'])
    expect(send(users)).toEqual(['users.list id old'])
    expect(authenticate(() => lives)).toEqual(asks)
    Object.assign(current, { secret: 'new' })
    expect(send(stocks)).toEqual(['stocks.list id old'])
    lives = false
    Object.assign(current, { right: 'new' })
    expect(send(stocks)).toEqual(['asked', 'stocks.list id new'])
    expect(send(stocks)).toEqual(['asked', 'stocks.list id new'])
  })

  it('asks for each request of the application that may not be sent twice', () => {
    const { send, authenticate } = rotating()
    authenticate()
    expect(send(createUser)).toEqual(['asked', 'users.create id old'])
  })

  it('adds the id alone to public requests, and asks for nothing, unless the service wants the secret', () => {
    const { send, current } = rotating()
    Object.assign(current, { right: 'none' })
    expect(send(banks)).toEqual(['banks.list id none'])
    expect(rotating({ publicSecret: true }).send(banks)).toEqual(['asked', 'banks.list id old'])
  })

  it.each([
    ['a request of the application', users],
    ['a user’s', stocks],
  ])('sends %s again with another secret after a 401, and keeps that', (_, request) => {
    const { send, authenticate, current } = rotating()
    authenticate()
    Object.assign(current, { secret: 'new', right: 'new' })
    const { operation } = request
    expect(send(request)).toEqual([`${operation} id old`, 'asked', `${operation} id new`])
    expect(send(request)).toEqual([`${operation} id new`])
  })

  it.each([401, 400, 403, 500])('lets a %d stand if there is no other secret, or it is no 401', (status) => {
    const { send, authenticate, current } = rotating()
    authenticate()
    Object.assign(current, { right: 'new', status })
    const again = status === 401 ? ['asked'] : []
    expect(send(users)).toEqual(['users.list id old', ...again, `StatusError ${String(status)} old`])
  })

  it('sends once more and no oftener', () => {
    const { send, authenticate, current } = rotating()
    authenticate()
    Object.assign(current, { secret: 'newer', right: 'newest' })
    expect(send(users)).toEqual(['users.list id old', 'asked', 'users.list id newer', 'StatusError 401 old'])
  })

  it('sends nothing twice that may not be, but asks for the next of these', () => {
    const { send, authenticate, current } = rotating()
    authenticate()
    Object.assign(current, { secret: 'new', right: 'new' })
    expect(send(refresh)).toEqual(['items.refresh id old', 'StatusError 401 old'])
    expect(send(refresh)).toEqual(['asked', 'items.refresh id new'])
    expect(send(refresh)).toEqual(['items.refresh id new'])
  })

  it.each([
    ['may', stocks],
    ['may not', refresh],
  ])(
    'keeps a secret that works after a 401 of a request that %s be sent twice, until another has worked',
    (_, asked) => {
      const { send, authenticate, current } = rotating()
      authenticate()
      // The service refuses the user's token, and does not know the newer secret yet.
      Object.assign(current, { secret: 'new', right: 'nothing' })
      send(asked)
      Object.assign(current, { right: 'old' })
      expect(send(stocks)).toEqual(['stocks.list id old'])
      Object.assign(current, { right: 'new' })
      expect(send(stocks)).toEqual(['stocks.list id old', 'asked', 'stocks.list id new'])
      expect(send(stocks)).toEqual(['stocks.list id new'])
    },
  )

  it('authenticates with the secret that is kept if a newer one is refused, and fails as that was refused', () => {
    const { send, authenticate, current } = rotating()
    authenticate()
    Object.assign(current, { secret: 'new' })
    expect(authenticate()).toEqual(['asked', 'authenticate id new', 'authenticate id old'])
    Object.assign(current, { right: 'nothing' })
    expect(send(grant)).toEqual(['asked', 'authenticate id new', 'authenticate id old', 'StatusError 401 new'])
  })

  it('keeps no secret for a request that it did not send, or that has ended', () => {
    const { send, authenticate, issue } = rotating()
    issue.onToken(1, () => true)
    expect(send(stocks)).toEqual(['asked', 'stocks.list id old'])
    send({ ...grant, number: 1 })
    issue.onEnd(1)
    issue.onToken(1, () => true)
    expect(send(stocks)).toEqual(['asked', 'stocks.list id old'])
    authenticate()
    expect(send(stocks)).toEqual(['stocks.list id old'])
  })

  it('keeps the secret that made the token, not the one that was refused before it', () => {
    const { send, authenticate, current } = rotating()
    let asked = 0
    Object.defineProperty(current, 'secret', { get: () => (asked++ === 0 ? 'old' : 'new') })
    Object.assign(current, { right: 'new' })
    expect(authenticate()).toEqual(['asked', 'authenticate id old', 'asked', 'authenticate id new'])
    expect(send(stocks)).toEqual(['stocks.list id new'])
  })

  it('unsubscribing ends what it waits for: the secret, the request, the other secret', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const [first, second] = [cold('10ms a'), cold('10ms b')]
      const wire = cold<HttpResponse>('10ms #', undefined, refused)
      const again = cold<HttpResponse>('10ms (r|)', { r: json({}) })
      const sentOver = (): Observable<HttpResponse> => {
        let asked = 0
        const source = changingSecret(() => (asked++ === 0 ? first : second), clock, 1000)
        const { policy } = rotateCredentials({ clientId: 'id', clientSecret: source }, placement)
        return policy(prepareAtOnce((request) => (wireHeaders(request)['Client-Secret'] === 'a' ? wire : again)))(users)
      }
      expectObservable(sentOver()).toBe('40ms (r|)', { r: json({}) })
      expectObservable(sentOver(), '^ 4ms !').toBe('')
      expectObservable(sentOver(), '^ 14ms !').toBe('')
      expectObservable(sentOver(), '^ 24ms !').toBe('')
      expectObservable(sentOver(), '^ 34ms !').toBe('')
      expectSubscriptions(first.subscriptions).toBe(['^ 9ms !', '^ 4ms !', '^ 9ms !', '^ 9ms !', '^ 9ms !'])
      expectSubscriptions(wire.subscriptions).toBe(['10ms ^ 9ms !', '10ms ^ 4ms !', '10ms ^ 9ms !', '10ms ^ 9ms !'])
      expectSubscriptions(second.subscriptions).toBe(['20ms ^ 9ms !', '20ms ^ 4ms !', '20ms ^ 9ms !'])
      expectSubscriptions(again.subscriptions).toBe(['30ms ^ 9ms !', '30ms ^ 4ms !'])
    })
  })
})

/** A client whose requests wait for permits, one a minute, and are answered after half of one. */
const limited = (requests: ReadonlyArray<HttpRequest>, answers: ReadonlyArray<Observable<HttpResponse>> = []) => {
  const clock = createVirtualClock()
  const log: Array<string> = []
  const remaining = [...answers]
  /** The secret changes every half minute. */
  const secret = () => `S${String(Math.floor(clock.monotonic() / 30_000))}`
  const source = changingSecret(
    () => {
      log.push('asked')
      return secret()
    },
    clock,
    1000,
  )
  const limits = { application: { requests: 1, per: 60_000 } }
  const budgeted = budget(clock, fixed, silent, { limits, maxWaiting: 9 })('a')
  const http = rotateCredentials({ clientId: 'id', clientSecret: source }, placement).policy(
    budgeted((request) => {
      log.push(`${secret()} ${request.operation} ${String(wireHeaders(request)['Client-Secret'])}`)
      return timer(30_000, clock.scheduler).pipe(concatMap(() => remaining.shift() ?? of(json({}))))
    }),
  )
  for (const request of requests) http({ ...request, timeout: 60_000 }).subscribe()
  return { clock, log }
}

describe('rotateCredentials, around a budget', () => {
  it.each([
    ['may not be sent twice', createUser],
    ['may be sent twice', users],
    ['asks for a token', grant],
  ])('asks when a request that %s leaves, not before it waits for that', (_, request) => {
    const { clock, log } = limited([users, request])
    expect(log).toEqual(['asked', 'S0 users.list S0'])
    clock.advance(90_000)
    expect(log.slice(2)).toEqual(['asked', `S3 ${request.operation} S3`])
  })

  it('sends again with the secret of the moment at which that leaves', () => {
    const { clock, log } = limited([users], [throwError(() => refused)])
    clock.advance(90_000)
    expect(log).toEqual(['asked', 'S0 users.list S0', 'asked', 'asked', 'S3 users.list S3'])
  })
})
