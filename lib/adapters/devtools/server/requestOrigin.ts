import type { IncomingHttpHeaders } from 'node:http'

/**
 * The `Host` headers that a request to this port may have. An attacker can make any other name resolve to this machine (DNS
 * rebinding).
 */
const allowedHosts = (port: number): ReadonlyArray<string> =>
  ['127.0.0.1', 'localhost'].map((name) => `${name}:${String(port)}`)

/** Whether a request is for a foreign host, as in DNS rebinding. */
export const isForeignHost = ({ host = '' }: IncomingHttpHeaders, port: number): boolean =>
  !allowedHosts(port).includes(host)

/** Whether a request may come from a page of another origin. */
export const isForeignOrigin = (headers: IncomingHttpHeaders): boolean => {
  const { host = '', origin = `http://${host}`, 'sec-fetch-site': site = 'same-origin' } = headers
  return origin !== `http://${host}` || site !== 'same-origin'
}
