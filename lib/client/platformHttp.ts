import { transport } from '#transport'
import type { Http } from '../http/Http.js'

/**
 * The transport that a client takes where it is given none: cross-fetch over kept-alive sockets on Node, the platform's
 * `fetch` elsewhere. For what goes around one, such as `recordHttp`.
 *
 * Emits one answer and completes. Follows no redirect; a body beyond `maxBodySize` bytes, decompressed, is a
 * `DecodeError`; everything else that keeps an answer from coming whole is a `NetworkError`. Unsubscribing aborts.
 *
 * @example
 * import { createClient, platformHttp } from 'rxbank'
 * import { recordHttp, type TapeEntry } from 'rxbank/tape'
 * import { Subject } from 'rxjs'
 *
 * const tape$ = new Subject<TapeEntry>()
 * const client = createClient({ baseUrl: 'https://bank.example', clientId: 'id', http: recordHttp(platformHttp, tape$) })
 * assert.ok('banks' in client)
 */
export const platformHttp: Http = transport
