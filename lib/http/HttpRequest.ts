import type { Option } from 'fp-ts/lib/Option.js'
import type { Observable } from 'rxjs'
import type { EventWatcher } from '../base/event/ClientEvent.js'
import { Redacted, reveal } from '../base/Redacted.js'
import type { Access } from '../service/api/Request.js'
import type { HttpMethod } from '../service/profile/Operation.js'
import type { BaseUrl } from './baseUrl.js'
import type { Admission } from './budget/Admission.js'

/** Which requests are sent first when there are too few permits for all. */
export type Priority = 'interactive' | 'background'

/**
 * One HTTP request, as policies and transports receive it.
 *
 * - `number`: counts the client's requests from 1; attempts at one request share it.
 * - `id`: the id of the attempt, which is also in a header; only with `requestIdHeader`.
 * - `operation`, `page`: the operation and the number of the page, for events and errors.
 * - `url`: the absolute URL with its query. Events and errors do not contain it.
 * - `baseUrl`: the base URL of the service; `url` is below it.
 * - `secretQuery`: further query parameters, encoded and redacted; {@link wireUrl} adds them to `url`.
 * - `headers`: the headers, with redacted credentials; {@link wireHeaders} reveals them.
 * - `body`: JSON text, redacted.
 * - `idempotent`: whether it may be sent again.
 * - `priority`: `interactive` if somebody waits for the response. The requests of watchers are `background`, and are
 *   sent later.
 * - `timeout`: the milliseconds that one attempt may take.
 * - `maxBodySize`: the maximum size of the response's decompressed body, in bytes.
 * - `ignoresBody`: whether the response's body is ignored; default `false`.
 * - `cookies`: whether the browser sends the cookies of the request's origin, as for a gateway; default `false`.
 */
export interface HttpRequest {
  readonly number: number
  readonly id?: string
  readonly operation: string
  readonly page: Option<number>
  readonly method: HttpMethod
  readonly url: string
  readonly baseUrl: BaseUrl
  readonly secretQuery?: Redacted<string>
  readonly headers: Readonly<Record<string, string | Redacted<string>>>
  readonly body: Option<Redacted<string>>
  readonly access: Access
  readonly idempotent: boolean
  readonly priority: Priority
  readonly timeout: number
  readonly maxBodySize: number
  readonly ignoresBody?: boolean
  readonly cookies?: boolean
  /**
   * @internal Decides whether the request is still wanted when it gets its permits, and may add its last parts then.
   */
  readonly admission?: Admission<HttpRequest> | undefined
  /** @internal When it emits, the request becomes interactive if it still waits. */
  readonly runNow$?: Observable<unknown> | undefined
  /** @internal The watcher that sends it, for events. */
  readonly eventWatcher?: EventWatcher
  /**
   * @internal Called with `true` when the request begins to wait for permits, and with `false` when it leaves the queue
   * and its `timeout` begins.
   */
  readonly onQueue?: ((isQueued: boolean) => void) | undefined
  /** @internal Called when the request has to wait, with the minimum wait in milliseconds. */
  readonly onWait?: ((milliseconds: number) => void) | undefined
  /**
   * @internal Called with the uuid of the token's user before the response is emitted; not called without a token. The
   * response cannot carry the uuid, because a policy of the program may replace it.
   */
  readonly onUser?: ((userUuid: string) => void) | undefined
}

/**
 * The URL to send, with the secrets of its query in plain text: for transports only.
 *
 * @example
 * import { createClient, type Http, wireUrl } from 'rxbank'
 * import { bridge2018 } from 'rxbank/bridge'
 * import { lastValueFrom, of } from 'rxjs'
 *
 * const sent: Array<readonly [shown: string, wire: string]> = []
 * const http: Http = (request) => {
 *   sent.push([request.url, wireUrl(request)])
 *   return of({ status: 200, headers: {}, body: '{"resources":[]}' })
 * }
 * const client = createClient({ profile: bridge2018, clientId: 'id', clientSecret: 's3cr3t', http })
 * await lastValueFrom(client.users.pages())
 * assert.deepStrictEqual(sent, [
 *   [
 *     'https://sync.bankin.com/v2/users',
 *     'https://sync.bankin.com/v2/users?client_id=id&client_secret=s3cr3t',
 *   ],
 * ])
 */
export const wireUrl = ({ url, secretQuery }: HttpRequest): string =>
  secretQuery === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}${reveal(secretQuery)}`

/**
 * The headers to send, with secrets in plain text: for transports only.
 *
 * @example
 * import { createClient, type Http, wireHeaders } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { lastValueFrom, of } from 'rxjs'
 *
 * const sent: Array<Record<string, string>> = []
 * const http: Http = (request) => {
 *   sent.push(wireHeaders(request))
 *   return of({ status: 200, headers: {}, body: '{"resources":[]}' })
 * }
 * const client = createClient({ profile: bridge2025, clientId: 'id', clientSecret: 's3cr3t', http })
 * await lastValueFrom(client.users.pages())
 * assert.deepStrictEqual(sent.map((headers) => headers['Client-Secret']), ['s3cr3t'])
 */
export const wireHeaders = ({ headers }: HttpRequest): Record<string, string> => revealHeaders(headers)

/** @internal A copy of headers with secrets in plain text. */
export const revealHeaders = (headers: HttpRequest['headers']): Record<string, string> => {
  const revealed = { ...headers }
  for (const name in revealed) {
    const value = revealed[name]
    if (value instanceof Redacted) revealed[name] = reveal(value)
  }
  return revealed as Record<string, string>
}
