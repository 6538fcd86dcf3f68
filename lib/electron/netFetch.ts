import { methods } from '../codec/methods.js'
import { wrongOption } from '../error/wrongOption.js'
import type { Http } from '../http/Http.js'
import { fetchExchange, type PlatformFetch } from '../http/transport/fetchExchange.js'
import { fromExchange } from '../http/transport/fromExchange.js'

/** The part of Electron's `net`, or of a `Session`, that sends requests. */
export interface NetLike {
  fetch(url: string, init: RequestInit): Promise<Response>
}

const what = 'net of Electron or a session, with fetch'

/**
 * Electron rejects where a browser hides a redirect; like there, it is the status 0. Chromium's own errors are a
 * message such as `net::ERR_CONNECTION_REFUSED`, of which the code is told.
 */
const asBrowser =
  (net: NetLike): PlatformFetch =>
  (url, init) =>
    net.fetch(url, init).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : ''
      if (message === 'Redirect was cancelled') return Response.error()
      const [, code] = /^net::(ERR_[A-Z0-9_]+)$/.exec(message) ?? []
      throw code === undefined ? error : Object.assign(new Error(code), { code })
    })

/**
 * A transport for the main process by Chromium's network stack: it knows the proxies, certificates and logins of the
 * system, which Node's does not. Takes `net`, or a session for its proxy settings; asks it after `app.whenReady()`.
 *
 * Emits one answer and completes. Follows no redirect, which is shown as status 0; sends cookies to a gateway alone; a
 * body beyond `maxBodySize` bytes, decompressed, is a `DecodeError`; everything else that keeps an answer from coming
 * whole is a `NetworkError`, with Chromium's code, such as `ERR_INTERNET_DISCONNECTED`. Unsubscribing aborts. Throws a
 * `ConfigError` for what has no `fetch`.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { netFetch } from 'rxbank/electron'
 * import { net } from 'electron'
 *
 * const client = createClient({ baseUrl: 'https://bank.example', clientId: 'id', http: netFetch(net) })
 * assert.ok('banks' in client)
 */
export const netFetch = (net: NetLike): Http => {
  if (!methods(what, 'fetch').is(net)) throw wrongOption('/net', what)
  return fromExchange(fetchExchange(asBrowser(net)))
}
