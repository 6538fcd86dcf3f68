import { Agent } from 'node:http'
import axios from 'axios'
import { crossFetched, httpRequest, pooled, readList } from '../requests.mjs'

/** A loop along `next_uri`, one page after another, that parses and no more. */
const loop = (name, ask) => ({ name, read: (seen) => readList(ask, seen.add) })

/** What the others are multiples of. */
export const httpRequestLoop = ({ url }) => loop('http.request', httpRequest(url, 1))

export const undiciLoop = ({ url }) => loop('undici Pool.request', pooled(url, 1))

export const crossFetchLoop = ({ url }) => loop('cross-fetch', crossFetched(url))

export const fetchLoop = ({ url }) => loop('global fetch', async ({ path }) => (await fetch(`${url}${path}`)).json())

export const axiosLoop = ({ url }) => {
  const api = axios.create({ baseURL: url, httpAgent: new Agent({ keepAlive: true }) })
  return loop('axios', async ({ path }) => (await api.get(path)).data)
}
