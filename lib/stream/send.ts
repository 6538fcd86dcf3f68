import { defer, map, type Observable } from 'rxjs'
import { decodeOptions } from '../error/decodeOptions.js'
import type { Connection } from '../http/Connection.js'
import type { Request } from '../http/Request.js'
import { type CallConfig, toHttpRequest } from '../http/toHttpRequest.js'
import { decodeAnswer } from './answer.js'
import { callConfig } from './callConfig.js'
import { ownRequest } from './ownRequest.js'

/** Sends a request: the machine behind `send` of a client, where its contract stands. */
export const send =
  (connection: Connection) =>
  <A>(request: Request<A>, config: CallConfig = {}): Observable<A> =>
    defer(() => {
      const httpRequest = toHttpRequest(connection, ownRequest(request), decodeOptions(callConfig, config))
      return connection.http(httpRequest).pipe(map((response) => decodeAnswer(request.codec, response, httpRequest)))
    })
