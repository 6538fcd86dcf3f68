import { none } from 'fp-ts/lib/Option.js'
import { defer, type Observable, of, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/clock/virtualClock.js'
import { StatusError } from '../../../lib/error/StatusError.js'
import { changingSecret } from '../../../lib/http/changingSecret.js'
import { type HttpRequest, wireHeaders } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { rotateCredentials } from '../../../lib/http/policies/rotateCredentials.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { marbles } from '../../helpers/marbles.js'
import { json } from '../../helpers/responses.js'

const answered = (status: number): StatusError =>
  new StatusError({ operation: 'users.list', page: none, status, type: none, detail: none, retryAfter: none })
const refused = answered(401)

const placement = { credentials: 'headers', publicSecret: false, userSecret: true, isEarlier: false } as const
const users = httpRequest({ operation: 'users.list', access: 'application', headers: {} })
const createUser = { ...users, operation: 'users.create', safe: false }
const grant = { ...users, operation: 'authenticate', safe: false }
const stocks = httpRequest({ access: 'user', headers: {} })
const refresh = { ...stocks, operation: 'items.refresh', safe: false }
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
  const { policy, issued } = rotateCredentials({ clientId: 'id', clientSecret: source }, { ...placement, ...given })
  const http = policy((request: HttpRequest) =>
    defer(() => {
      const { 'Client-Secret': sent = 'none', 'Client-Id': id } = wireHeaders(request)
      log.push(`${request.operation} ${String(id)} ${sent}`)
      return sent === current.right ? of(json({})) : throwError(() => answered(current.status))
    }),
  )
  const send = (request: HttpRequest, onAnswer?: () => void): ReadonlyArray<string> => {
    log.length = 0
    http(request).subscribe({
      next: onAnswer ?? (() => undefined),
      error: (error: StatusError) => log.push(`${error._tag} ${String(error.status)}`),
    })
    return [...log]
  }
  const authenticate = (lives: () => boolean = () => true, number = 1) =>
    send({ ...grant, number }, () => {
      issued(number, lives)
    })
  return { current, send, authenticate, issued }
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

  it.each([401, 400, 403, 500])('lets a %d stand where there is no other secret, or it is no 401', (status) => {
    const { send, authenticate, current } = rotating()
    authenticate()
    Object.assign(current, { right: 'new', status })
    const again = status === 401 ? ['asked'] : []
    expect(send(users)).toEqual(['users.list id old', ...again, `StatusError ${String(status)}`])
  })

  it('sends once more and no oftener', () => {
    const { send, authenticate, current } = rotating()
    authenticate()
    Object.assign(current, { secret: 'newer', right: 'newest' })
    expect(send(users)).toEqual(['users.list id old', 'asked', 'users.list id newer', 'StatusError 401'])
  })

  it('sends nothing twice that may not be, but forgets the secret', () => {
    const { send, authenticate, current } = rotating()
    authenticate()
    Object.assign(current, { secret: 'new', right: 'new' })
    expect(send(refresh)).toEqual(['items.refresh id old', 'StatusError 401'])
    expect(send(refresh)).toEqual(['asked', 'items.refresh id new'])
  })

  it('keeps no secret for a request that it did not send, or that has ended', () => {
    const { send, authenticate, issued } = rotating()
    issued(1, () => true)
    expect(send(stocks)).toEqual(['asked', 'stocks.list id old'])
    send(grant)
    issued(1, () => true)
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
        return policy((request) => (wireHeaders(request)['Client-Secret'] === 'a' ? wire : again))(users)
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
