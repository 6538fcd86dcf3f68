/** Lists whose reader takes as long as the server: a page is worked on while the next one is on its way. */
import { setTimeout as pause } from 'node:timers/promises'
import got from 'got'
import { createClient, documentedProfile, redact } from 'rxbank'
import { undiciTransport } from 'rxbank/undici'
import { lastValueFrom, of, tap } from 'rxjs'
import Stripe from 'stripe'
import { startServer } from '../harness/startServer.mjs'
import { tally } from '../harness/tally.mjs'
import { timed } from '../harness/timed.mjs'
import { httpRequest, readList } from '../peers/requests.mjs'

const latency = 20
const work = 20

const token = {
  access_token: redact('t0k3n'),
  expires_at: new Date(Date.now() + 7_200_000),
  user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id: 'A6J' },
}

const transactionsOf = ({ url }, config) =>
  createClient({ profile: documentedProfile, baseUrl: url, clientId: 'bench', clientSecret: 's3cr3t', ...config }).user(
    { token$: of(token) },
  ).transactions

/** Keeps the thread for as long as a page takes. */
const busy = (ms) => {
  for (const end = performance.now() + ms; performance.now() < end;);
}

/** The sequential loop that the others are measured in: a page, then the work on it, then the next page. */
const loop =
  ({ url }) =>
  (consume) =>
  (seen) =>
    readList(httpRequest(url, 1), (resources) => {
      seen.add(resources)
      return consume()
    })

/** What comes row by row: the work on a page is done after the last of its rows. */
const byRow = (rowsOf) => (consume) => async (seen) => {
  let rows = 0
  for await (const row of rowsOf()) {
    seen.addOne(row)
    rows += 1
    if (rows % 500 === 0) await consume()
  }
}

const stripe = ({ port }) => {
  const api = new Stripe('sk_test_bench', { protocol: 'http', host: '127.0.0.1', port, telemetry: false })
  return byRow(() => api.balanceTransactions.list({ limit: 500 }))
}

const gotPaginate = ({ url }) =>
  byRow(() => got.paginate(`${url}/link/transactions`, { responseType: 'json', searchParams: { per_page: 500 } }))

/** The ways to read, each with its consumer of 20 ms a page; of each, how rxbank is read in that way. */
const ways = {
  'a busy subscriber': {
    consume: () => busy(work),
    read: (list, options) => (seen) => {
      const pages = list.pages({ limit: 500, ...options })
      return lastValueFrom(
        pages.pipe(
          tap(({ resources }) => {
            seen.add(resources)
            busy(work)
          }),
        ),
      )
    },
  },
  'in pace': {
    consume: () => pause(work),
    read: (list, options) => (seen) => {
      const pages = list.pages({ limit: 500, pace: () => pause(work), ...options })
      return lastValueFrom(pages.pipe(tap(({ resources }) => seen.add(resources))))
    },
  },
  'in for await': {
    consume: () => pause(work),
    read: (list, options) => async (seen) => {
      for await (const { resources } of list.pages({ limit: 500, ...options })) {
        seen.add(resources)
        await pause(work)
      }
    },
  },
}

const overlap = async (way, pages) => {
  const server = await startServer({ pages, latency })
  const { consume, read } = ways[way]
  const list = transactionsOf(server)
  const overUndici = transactionsOf(server, { http: undiciTransport() })
  const sides = {
    'http.request': loop(server)(consume),
    'stripe, for await': stripe(server)(consume),
    'got.paginate': gotPaginate(server)(consume),
    rxbank: read(list, { prefetch: 0 }),
    'rxbank, prefetch 1': read(list, { prefetch: 1 }),
    'rxbank/undici, prefetch 1': read(overUndici, { prefetch: 1 }),
  }
  return {
    suite: `overlap: ${pages} pages, ${latency} ms the server, ${work} ms ${way}`,
    unit: 'ms/page',
    reference: 'http.request',
    rounds: 3,
    warmUp: 1,
    candidates: Object.entries(sides).map(([name, run]) => ({
      name,
      sample: async () => {
        const seen = tally()
        const [ms] = await timed(() => run(seen))
        seen.expect(server.rows)
        return ms / pages
      },
    })),
    bars: ['rxbank, prefetch 1', 'rxbank/undici, prefetch 1'].map((name) => ({ name, most: 0.55 })),
    close: server.close,
  }
}

/** A policy that counts the pages that have come and are not worked off yet. */
const holding = () => {
  let held = 0
  const counted = { most: 0, done: () => (held -= 1) }
  const policy = (next) => (asked) =>
    next(asked).pipe(
      tap(() => {
        held += 1
        counted.most = Math.max(counted.most, held)
      }),
    )
  return { counted, policy }
}

/** What a slow consumer makes a reader hold: pages, and bytes of the heap that a collection leaves. */
const held = (pages) => ({
  suite: `overlap: what is held for a consumer of 5 ms a page, ${pages} pages, at most`,
  unit: 'pages',
  measure: async () => {
    const server = await startServer({ pages })
    const rows = []
    for (const prefetch of [0, 1]) {
      const { counted, policy } = holding()
      const seen = tally()
      let most = 0
      let before
      for await (const { resources, number } of transactionsOf(server, { policy }).pages({ limit: 500, prefetch })) {
        seen.add(resources)
        await pause(5)
        if (number % 10 === 0) {
          globalThis.gc()
          const { heapUsed } = process.memoryUsage()
          before ??= heapUsed
          most = Math.max(most, heapUsed - before)
        }
        counted.done()
      }
      seen.expect(server.rows)
      const name = `rxbank, prefetch ${prefetch}`
      rows.push({ name, value: counted.most }, { name, value: most / 1e6, unit: 'MB of heap, grown' })
    }
    await server.close()
    return rows
  },
  bars: [
    { name: 'rxbank, prefetch 1', of: 'value', most: 2 },
    { name: 'rxbank, prefetch 1', of: 'value', most: 2, unit: 'MB of heap, grown', note: 'bounded' },
  ],
})

export const comparisons = async ({ quick }) => {
  const measured = []
  for (const way of Object.keys(ways)) measured.push(await overlap(way, quick ? 10 : 30))
  return [...measured, held(quick ? 50 : 1000)]
}
