import type { IncomingHttpHeaders } from 'node:http'

/** The names by which this machine is asked at a port; another name is one that leads here, but belongs to others. */
const hostsOf = (port: number): ReadonlyArray<string> =>
  ['127.0.0.1', 'localhost'].map((name) => `${name}:${String(port)}`)

/** Whether a request asks for another host, as a page does whose name was made to lead to this machine. */
export const isMisled = ({ host = '' }: IncomingHttpHeaders, port: number): boolean => !hostsOf(port).includes(host)

/** Whether a request comes, or may come, from a page of another origin. */
export const isForeign = (headers: IncomingHttpHeaders): boolean => {
  const { host = '', origin = `http://${host}`, 'sec-fetch-site': site = 'same-origin' } = headers
  return origin !== `http://${host}` || site !== 'same-origin'
}
