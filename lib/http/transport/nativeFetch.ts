import { fetchExchange } from './fetchExchange.js'
import { fromExchange } from './fromExchange.js'

/**
 * The transport for browsers and other runtimes: the platform's own `fetch`, looked up at each request.
 *
 * Emits one answer and completes. Follows no redirect (a browser shows it as status 0); a body beyond `maxBodySize`
 * bytes, decompressed, is a `DecodeError`; any other failure to receive the complete answer is a `NetworkError`.
 * Unsubscribing aborts.
 */
export const transport = fromExchange(fetchExchange((url, init) => globalThis.fetch(url, init)))
