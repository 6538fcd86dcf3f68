import { methodsCodec } from '../../base/codec/guardCodec.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import type { Http } from '../../http/Http.js'
import { fetchExchange, fromExchange, type PlatformFetch } from '../../http/transport/fetchExchange.js'

/** The part of Electron's `net`, or of a `Session`, that sends requests. */
export interface NetLike {
  fetch(url: string, init: RequestInit): Promise<Response>
}

const expected = 'net of Electron or a session, with fetch'

/**
 * Makes `net.fetch` behave like a browser's `fetch`. For a redirect, Electron rejects, and this resolves to a response
 * with status 0. The code of an error comes from its message, such as `net::ERR_CONNECTION_REFUSED`.
 */
const toBrowserFetch =
  (net: NetLike): PlatformFetch =>
  (url, init) =>
    net.fetch(url, init).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : ''
      if (message === 'Redirect was cancelled') return Response.error()
      const [, code] = /^net::(ERR_[A-Z0-9_]+)$/.exec(message) ?? []
      throw code === undefined ? error : Object.assign(new Error(code), { code })
    })

/**
 * A transport for the main process that uses Chromium's network stack. Unlike Node's, it knows the proxies,
 * certificates and logins of the system. Pass `net`, or a session for its proxy settings, after `app.whenReady()`.
 *
 * Emits one response and completes. Redirects are not followed: their status is 0. Cookies are sent only to a gateway.
 * A decompressed body of more than `maxBodySize` bytes is a `DecodeError`. If no complete response arrives, the error
 * is a `NetworkError` with Chromium's code, such as `ERR_INTERNET_DISCONNECTED`. Unsubscribing aborts. Throws a
 * `ConfigError` for a value without `fetch`.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { netFetch } from 'rxbank/electron'
 * import { net } from 'electron'
 *
 * const client = createClient({ profile: bridge2025, clientId: 'id', http: netFetch(net) })
 * assert.ok('banks' in client)
 */
export const netFetch = (net: NetLike): Http => {
  if (!methodsCodec(expected, 'fetch').is(net)) throw wrongOption('/net', expected)
  return fromExchange(fetchExchange(toBrowserFetch(net)))
}
