import { Observable, type Subscriber } from 'rxjs'
import { decodeOptions } from '../error/decodeOptions.js'
import type { Connection } from '../http/Connection.js'
import { follow, type Following } from '../http/follow.js'
import type { HttpRequest } from '../http/HttpRequest.js'
import type { HttpResponse } from '../http/HttpResponse.js'
import type { Request } from '../http/Request.js'
import { type CallConfig, toHttpRequest } from '../http/toHttpRequest.js'
import { decodeAnswer } from './answer.js'
import { callConfig } from './callConfig.js'
import { ownRequest } from './ownRequest.js'

/** What one subscriber is told of the answer. */
class Answer<A> implements Following<HttpResponse> {
  constructor(
    private readonly codec: Request<A>['codec'],
    private readonly request: HttpRequest,
    private readonly subscriber: Subscriber<A>,
  ) {}

  next(response: HttpResponse): void {
    this.subscriber.next(decodeAnswer(this.codec, response, this.request))
  }
}

/** Sends a request through a connection; both are looked up when somebody subscribes. */
export const deferSend = <A>(
  connection: () => Connection,
  request: () => Request<A>,
  config?: CallConfig,
): Observable<A> =>
  new Observable((subscriber) => {
    const open = connection()
    const own = ownRequest(request())
    const httpRequest = toHttpRequest(open, own, config === undefined ? {} : decodeOptions(callConfig, config))
    follow(open.http(httpRequest), subscriber, new Answer(own.codec, httpRequest, subscriber))
  })

/**
 * Sends a request through a connection: the interpreter behind `send` of a client.
 *
 * Cold. Emits one value and completes; errors with a `ClientError`. Unsubscribing aborts the request.
 *
 * @example
 * import { createConnection, getStock, send, withUser } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { lastValueFrom } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ seed: 1 })
 * const config = { baseUrl: 'https://bank.example', ...credentials, http }
 * const connection = createConnection(config, withUser({ externalUserId: 'A6J' }))
 * await assert.rejects(lastValueFrom(send(connection)(getStock(1))), { _tag: 'StatusError', status: 404 })
 */
export const send =
  (connection: Connection) =>
  <A>(request: Request<A>, config?: CallConfig): Observable<A> =>
    deferSend(
      () => connection,
      () => request,
      config,
    )
