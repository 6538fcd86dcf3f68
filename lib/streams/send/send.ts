import { defer, map, type Observable } from 'rxjs'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { Connection } from '../../http/Connection.js'
import { type CallConfig, toHttpRequest } from '../../http/toHttpRequest.js'
import type { Request } from '../../service/api/Request.js'
import { callConfig } from './callConfig.js'
import { checkRequest } from './checkRequest.js'
import { decodeResponse } from './decodeResponse.js'
import { reportDifferingFields } from './reportDifferingFields.js'
import type { Stream } from './Stream.js'

/** As {@link send}, but both functions are called at each subscription, and the request is not checked. */
export const deferSend = <A>(
  connection: () => Connection,
  request: () => Request<A>,
  config?: CallConfig,
): Observable<A> =>
  defer(() => {
    const current = connection()
    const currentRequest = request()
    const callOptions = config === undefined ? {} : decodeOptions(callConfig, config)
    const httpRequest = toHttpRequest(current, currentRequest, callOptions)
    return current
      .http(httpRequest)
      .pipe(
        map((response) =>
          reportDifferingFields(current, httpRequest, () =>
            decodeResponse(currentRequest.codec, response, httpRequest),
          ),
        ),
      )
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
  <A>(request: Request<A>, config?: CallConfig): Stream<A> =>
    deferSend(
      () => connection,
      () => checkRequest(request),
      config,
    )
