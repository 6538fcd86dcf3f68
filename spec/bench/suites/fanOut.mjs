/**
 * Many requests at once: one resource over and over, and thousands of users with a token and a page each.
 *
 * What a request costs the processor is the surer figure: the server takes a core of its own, and may bound the rate.
 */
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import axios from 'axios'
import got from 'got'
import { createClient, documentedProfile } from 'rxbank'
import { undiciTransport } from 'rxbank/undici'
import { lastValueFrom, mergeMap, range, tap } from 'rxjs'
import { startUsersServer } from '../harness/startUsersServer.mjs'
import { timed } from '../harness/timed.mjs'
import { crossFetched, httpRequest, pooled } from '../peers/requests.mjs'

const concurrency = 64
const secret = { clientId: 'bench', clientSecret: 'secret' }
const stockId = 1_510_467

/** What the client sends for the application, and with a token; every other side sends the same. */
const credentials = {
  Accept: 'application/json',
  [documentedProfile.versionHeader]: '2021-06-01',
  'Client-Id': secret.clientId,
  'Client-Secret': secret.clientSecret,
}
const withToken = (token) => ({ ...credentials, Authorization: `Bearer ${token}` })

/** Every side that is no client of the service as a function from a request to what the JSON of its answer says. */
const sidesOf = (url) => {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  return {
    'http.request': httpRequest(url, concurrency),
    'cross-fetch': crossFetched(url),
    'undici Pool.request': pooled(url, concurrency),
    'global fetch': async ({ path, ...init }) => (await fetch(`${url}${path}`, init)).json(),
    axios: async ({ path, ...init }) => (await axios({ url: `${url}${path}`, httpAgent: agent, ...init })).data,
    got: ({ path, ...init }) => got(`${url}${path}`, { agent: { http: agent }, ...init }).json(),
  }
}

/** Runs `count` tasks, so many of them at once. */
const together = async (count, task) => {
  let next = 0
  const work = async () => {
    while (next < count) await task(next++)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

/** By `mergeMap`, what any number of streams is read with. */
const merged = (count, task) => lastValueFrom(range(0, count).pipe(mergeMap(task, concurrency)))

/** The processor's time for each of so many, and how many there are in a second. */
const perRequest = (count, run) => async () => {
  const [wall, cpu] = await timed(run)
  return [(cpu * 1000) / count, (count * 1000) / wall]
}

const resource = async (quick) => {
  const count = quick ? 1000 : 10_000
  const server = await startUsersServer()
  const headers = withToken('token-of-A6J')

  const asking = (ask) => () =>
    together(count, async () => {
      assert.equal((await ask({ path: `/v2/stocks/${stockId}`, headers })).id, stockId)
    })
  const client = (http) => {
    const user = createClient({ profile: documentedProfile, baseUrl: server.url, ...secret, ...http }).user({
      externalUserId: 'A6J',
    })
    return () => merged(count, () => user.stocks.get(stockId).pipe(tap(({ id }) => assert.equal(id, stockId))))
  }
  const sides = Object.entries(sidesOf(server.url)).map(([name, ask]) => [name, asking(ask)])
  const own = Object.entries({ rxbank: client({}), 'rxbank/undici': client({ http: undiciTransport() }) })

  return {
    suite: `fan-out: ${count} GETs of one resource, ${concurrency} at once`,
    unit: ['CPU µs/request', 'requests/s'],
    reference: 'http.request',
    rounds: 5,
    warmUp: 1,
    candidates: [...sides, ...own].map(([name, run]) => ({ name, sample: perRequest(count, run) })),
    bars: [
      { name: 'rxbank', most: 1.2, against: 'cross-fetch', note: 'its own transport' },
      { name: 'rxbank/undici', most: 1.2, against: 'undici Pool.request' },
    ],
    close: server.close,
  }
}

const checkAccounts = (id, resources) =>
  assert.ok(resources.length === 20 && resources.every(({ name }) => name === id), 'the accounts are of that user')

/** One client for so many users. */
const oneClient = (url, count, http) => {
  const { user } = createClient({ profile: documentedProfile, baseUrl: url, ...secret, ...http })
  return merged(count, (index) => {
    const id = `user-${index}`
    const pages = user({ externalUserId: id }).accounts.pages()
    return pages.pipe(tap(({ resources }) => checkAccounts(id, resources)))
  })
}

/** Each of so many users gets a token and asks for one page. Every round begins with no token at all. */
const users = async (quick) => {
  const count = quick ? 200 : 2000
  const server = await startUsersServer()

  const asking = (ask) => () =>
    together(count, async (index) => {
      const id = `user-${index}`
      const { access_token } = await ask({
        method: 'POST',
        path: '/v2/authenticate',
        headers: { ...credentials, 'Content-Type': 'application/json' },
        body: JSON.stringify({ external_user_id: id }),
      })
      checkAccounts(id, (await ask({ path: '/v2/accounts', headers: withToken(access_token) })).resources)
    })
  const client = (http) => () => oneClient(server.url, count, http)
  const { 'http.request': raw, 'cross-fetch': cross, 'undici Pool.request': pooled } = sidesOf(server.url)
  const sides = {
    'http.request': asking(raw),
    'cross-fetch': asking(cross),
    'undici Pool.request': asking(pooled),
    rxbank: client({}),
    'rxbank/undici': client({ http: undiciTransport() }),
  }
  return {
    suite: `fan-out: ${count} users with a token and a page each, ${concurrency} at once`,
    unit: ['CPU µs/user', 'users/s'],
    reference: 'http.request',
    rounds: 5,
    warmUp: 1,
    candidates: Object.entries(sides).map(([name, run]) => ({ name, sample: perRequest(count, run) })),
    bars: [{ name: 'rxbank/undici', most: 1.4 }],
    close: server.close,
  }
}

/** What the server counted while one client read for so many users. */
const connections = (count) => ({
  suite: `fan-out: what ${count} users of one client cost the service`,
  unit: 'connections',
  measure: async () => {
    const measured = async (name, http) => {
      const server = await startUsersServer()
      await oneClient(server.url, count, http)
      const { connections, authentications } = await server.counts()
      await server.close()
      return [
        // Without the one that asked for the counts.
        { name, value: connections - 1 },
        { name, value: authentications, unit: 'authentications' },
      ]
    }
    const own = await measured('rxbank', {})
    return [...own, ...(await measured('rxbank/undici', { http: undiciTransport() }))]
  },
  bars: ['rxbank', 'rxbank/undici'].flatMap((name) => [
    { name, of: 'value', most: concurrency },
    { name, of: 'value', most: count, unit: 'authentications', note: 'one a user' },
  ]),
})

export const comparisons = ({ quick }) => Promise.all([resource(quick), users(quick), connections(quick ? 200 : 2000)])
