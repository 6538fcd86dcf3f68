/**
 * Bare requests, which parse the JSON of an answer and do no more. Each is made for the URL of a server and a number of
 * connections; it takes a request, `{ method, path, headers, body }`, of which only `path` must be given.
 */
import { Agent, request } from 'node:http'
import crossFetch from 'cross-fetch'
import { Pool } from 'undici'

export const httpRequest = (url, connections) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return ({ method = 'GET', path, headers, body }) =>
    new Promise((resolve, reject) => {
      const sent = request(`${url}${path}`, { method, agent, headers }, (response) => {
        const chunks = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
        response.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
}

/** Its sockets are kept alive by the global agent of Node 20. */
export const crossFetched =
  (url) =>
  async ({ path, ...init }) =>
    (await crossFetch(`${url}${path}`, init)).json()

/** Its idle connections keep no process alive. */
export const pooled = (url, connections) => {
  const pool = new Pool(url, { connections })
  return async ({ method = 'GET', ...init }) => (await pool.request({ method, ...init })).body.json()
}

/** Reads a list along `next_uri`, one page after another; what `consume` gives is waited for. */
export const readList = async (ask, consume) => {
  for (let path = '/v2/transactions?limit=500'; path !== null;) {
    const { resources, pagination } = await ask({ path })
    await consume(resources)
    path = pagination.next_uri
  }
}
