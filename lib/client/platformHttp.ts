import { transport } from '#transport'
import type { Http } from '../http/Http.js'

/**
 * The transport that a client uses by default: cross-fetch with kept-alive sockets on Node, the platform's `fetch`
 * elsewhere. Use it in transports that wrap another one, such as `recordHttp`.
 *
 * Emits one response and completes. Redirects are not followed. Errors with a `DecodeError` if the decompressed body
 * has more than `maxBodySize` bytes, and with a `NetworkError` if no complete response arrives for another reason.
 * Unsubscribing aborts.
 *
 * @example
 * import { createClient, platformHttp } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { recordHttp, type TapeEntry } from 'rxbank/tape'
 * import { Subject } from 'rxjs'
 *
 * const tape$ = new Subject<TapeEntry>()
 * const client = createClient({ profile: bridge2025, clientId: 'id', http: recordHttp(platformHttp, tape$) })
 * assert.ok('banks' in client)
 */
export const platformHttp: Http = transport
