import { defer, map, type Observable } from 'rxjs'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { Connection } from '../../http/Connection.js'
import { type CallConfig, toHttpRequest } from '../../http/toHttpRequest.js'
import type { Request } from '../../service/api/Request.js'
import { callConfig } from './callConfig.js'
import { decodeResponse, reportDifferingFields } from './decodeResponse.js'

/** Like {@link send}, but both functions are called at each subscription, and the request is not checked. */
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
