import { defer, map, type Observable } from 'rxjs'
import { decodeOptions } from '../error/decodeOptions.js'
import type { Connection } from '../http/Connection.js'
import type { Request } from '../http/Request.js'
import { type CallConfig, toHttpRequest } from '../http/toHttpRequest.js'
import { decodeAnswer } from './answer.js'
import { callConfig } from './callConfig.js'

/**
 * Sends a request and decodes its answer.
 *
 * Cold. Emits one value and completes; errors with a `ClientError`. Unsubscribing aborts the request.
 *
 * @example
 * import * as t from 'io-ts'
 * import { createClient, type Request } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { firstValueFrom } from 'rxjs'
 *
 * const sandbox = createSandbox({ seed: 1 })
 * const client = createClient({ baseUrl: 'https://bank.example', ...sandbox.credentials, http: sandbox.http })
 * const codec = t.type({ resources: t.array(t.type({ name: t.string })) })
 * const request: Request<t.TypeOf<typeof codec>> = {
 *   operation: 'banks.names',
 *   method: 'GET',
 *   path: '/v2/banks',
 *   query: { limit: 2 },
 *   access: 'public',
 *   codec,
 * }
 * const answer = await firstValueFrom(client.send(request))
 * assert.deepStrictEqual(answer.resources.length, 2)
 */
export const send =
  (connection: Connection) =>
  <A>(request: Request<A>, config: CallConfig = {}): Observable<A> =>
    defer(() => {
      const httpRequest = toHttpRequest(connection, request, decodeOptions(callConfig, config))
      return connection.http(httpRequest).pipe(map((response) => decodeAnswer(request.codec, response, httpRequest)))
    })
