import { fetchExchange, fromExchange } from './fetchExchange.js'

/**
 * The transport for browsers and other runtimes: the platform's own `fetch`, looked up at each request.
 *
 * Emits one response and completes. Redirects are not followed; in a browser their status is 0. Errors with a
 * `DecodeError` if the decompressed body has more than `maxBodySize` bytes, and with a `NetworkError` if no complete
 * response arrives for another reason. Unsubscribing aborts.
 */
export const transport = fromExchange(fetchExchange((url, init) => globalThis.fetch(url, init)))
