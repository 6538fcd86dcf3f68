import { fetchExchange, fromExchange } from './fetchExchange.js'

/**
 * The transport for browsers and other runtimes: the platform's own `fetch`, looked up at each request.
 *
 * Emits one response and completes. Redirects are not followed; in a browser their status is 0. A body of more than
 * `maxBodySize` bytes, decompressed, is a `DecodeError`; if no complete response arrives for another reason, it errors
 * with a `NetworkError`. Unsubscribing aborts.
 */
export const transport = fromExchange(fetchExchange((url, init) => globalThis.fetch(url, init)))
