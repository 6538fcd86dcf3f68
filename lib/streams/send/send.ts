import { defer, map, type Observable } from 'rxjs'
import { milliseconds } from '../../base/codec/milliseconds.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { callerHeaders } from '../../http/callerHeaders.js'
import type { Connection } from '../../http/Connection.js'
import { type CallConfig, toHttpRequest } from '../../http/toHttpRequest.js'
import type { Request } from '../../service/api/Request.js'
import { decodeResponse, reportDifferingFields } from './decodeResponse.js'

/** The options that every call takes. */
export const callFields = { timeout: milliseconds(1), headers: callerHeaders() }

/** Selects the options of a call from the options of a stream. */
export const callOptionsOf = ({ timeout, headers }: CallConfig): CallConfig => ({
  ...(timeout !== undefined && { timeout }),
  ...(headers && { headers }),
})

/** The codec of the options of a call without further options. */
export const callConfig = /* @__PURE__ */ options('options', {}, callFields)

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
