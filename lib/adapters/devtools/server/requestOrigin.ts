import type { IncomingHttpHeaders } from 'node:http'

/** The valid hosts of a request at a port. Any other name may be a foreign one that resolves to this machine. */
const hostsOf = (port: number): ReadonlyArray<string> =>
  ['127.0.0.1', 'localhost'].map((name) => `${name}:${String(port)}`)

/** Whether a request is for a foreign host, as in DNS rebinding. */
export const isForeignHost = ({ host = '' }: IncomingHttpHeaders, port: number): boolean =>
  !hostsOf(port).includes(host)

/** Whether a request may come from a page of another origin. */
export const isForeignOrigin = (headers: IncomingHttpHeaders): boolean => {
  const { host = '', origin = `http://${host}`, 'sec-fetch-site': site = 'same-origin' } = headers
  return origin !== `http://${host}` || site !== 'same-origin'
}
