import type { Option } from 'fp-ts/lib/Option.js'
import type { Observable } from 'rxjs'
import type { EventWatcher } from '../base/event/ClientEvent.js'
import { Redacted, reveal } from '../base/Redacted.js'
import type { Access } from '../service/api/Request.js'
import type { Method } from '../service/profile/Method.js'
import type { BaseUrl } from './baseUrl.js'
import type { Admission } from './budget/Admission.js'

/** Which request is sent first when permits are short. */
export type Priority = 'interactive' | 'background'

/**
 * One HTTP request, ready to be sent: what policies and transports see.
 *
 * - `number`: counts the client's requests from 1; attempts at one request share it.
 * - `id`: of the attempt, where the client makes such ids; it is in a header, too.
 * - `operation`, `page`: the operation and the number of the page, for events and errors.
 * - `url`: absolute, with the query; no event and no error has it, but inspecting the request shows it.
 * - `baseUrl`: the base URL of the service; `url` is below it.
 * - `secretQuery`: parameters beyond those of `url`, encoded, redacted; {@link wireUrl} adds them.
 * - `headers`: credentials among them are redacted; {@link wireHeaders} opens them.
 * - `body`: JSON text, redacted.
 * - `safe`: whether it may be sent again.
 * - `priority`: `interactive` if somebody waits for it; the `background` requests of watchers are sent after those.
 * - `timeout`: milliseconds an attempt may take.
 * - `maxBodySize`: bytes that the answer's body may have, decompressed.
 * - `ignoresBody`: whether the answer's body is not read; default: it is.
 * - `cookies`: whether cookies of its own origin are sent, as they are to a gateway; default: none are.
 */
export interface HttpRequest {
  readonly number: number
  readonly id?: string
  readonly operation: string
  readonly page: Option<number>
  readonly method: Method
  readonly url: string
  readonly baseUrl: BaseUrl
  readonly secretQuery?: Redacted<string>
  readonly headers: Readonly<Record<string, string | Redacted<string>>>
  readonly body: Option<Redacted<string>>
  readonly access: Access
  readonly safe: boolean
  readonly priority: Priority
  readonly timeout: number
  readonly maxBodySize: number
  readonly ignoresBody?: boolean
  readonly cookies?: boolean
  /**
   * @internal Lets it be withdrawn while it waits for a permit, and completed when it has one; default: neither.
   */
  readonly admission?: Admission<HttpRequest> | undefined
  /** @internal When it emits, a background request that waits becomes an interactive one. */
  readonly hurry$?: Observable<unknown> | undefined
  /** @internal The watcher that sends it, for events. */
  readonly eventWatcher?: EventWatcher
  /**
   * @internal Called with `true` when it begins to wait for permits, and with `false` when it has left the queue and its
   * `timeout` has begun.
   */
  readonly onQueue?: ((isQueued: boolean) => void) | undefined
  /** @internal Called before its answer with the uuid of the user to whom its token was issued, if it has a token. */
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
 * import { lastValueFrom, of } from 'rxjs'
 *
 * const sent: Array<Record<string, string>> = []
 * const http: Http = (request) => {
 *   sent.push(wireHeaders(request))
 *   return of({ status: 200, headers: {}, body: '{"resources":[]}' })
 * }
 * const client = createClient({ baseUrl: 'https://bank.example', clientId: 'id', clientSecret: 's3cr3t', http })
 * await lastValueFrom(client.users.pages())
 * assert.deepStrictEqual(sent.map((headers) => headers['Client-Secret']), ['s3cr3t'])
 */
export const wireHeaders = ({ headers }: HttpRequest): Record<string, string> => revealHeaders(headers)

/** @internal A copy of headers with secrets in plain text. */
export const revealHeaders = (headers: HttpRequest['headers']): Record<string, string> => {
  const open = { ...headers }
  for (const name in open) {
    const value = open[name]
    if (value instanceof Redacted) open[name] = reveal(value)
  }
  return open as Record<string, string>
}
