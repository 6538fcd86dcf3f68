/**
 * node --expose-gc --no-flush-bytecode spec/bench/guard.mjs: whether the built package has kept its speed, in less than a
 * minute. It needs no peer that `npm ci` does not install. Each check is a ratio of two sides, and prints a line, as in
 * TAP.
 *
 * Each bound is at most 1.2 times what was measured on a quiet machine. A ratio that is beyond its bound is measured once
 * more, for longer, before the check fails.
 */
import assert from 'node:assert/strict'
import { DatabaseSync } from '@photostructure/sqlite'
import { isRight } from 'fp-ts/lib/Either.js'
import { lastValueFrom, mergeMap, of, range, tap } from 'rxjs'
import { transaction } from '../../dist/node/codec.js'
import { createClient, documentedProfile, redact } from '../../dist/node/index.js'
import { createMirror } from '../../dist/node/sqlite.js'
import { undiciTransport } from '../../dist/node/undici.js'
import { runOnce } from './harness/compare.mjs'
import { provenRounds, steppingClock } from './harness/provenUser.mjs'
import { firstRound, relink, relinkCandidates } from './harness/relinkedUser.mjs'
import { startServer } from './harness/startServer.mjs'
import { tally } from './harness/tally.mjs'
import { timed } from './harness/timed.mjs'
import { transactions } from './harness/transactions.mjs'
import { internals } from './internals.mjs'
import { crossFetched, httpRequest, pooled, readList } from './peers/requests.mjs'

const token = {
  access_token: redact('t0k3n'),
  expires_at: new Date(Date.now() + 7_200_000),
  user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id: 'A6J' },
}

const userOf = ({ url }, config) =>
  createClient({ profile: documentedProfile, baseUrl: url, clientId: 'guard', clientSecret: 's3cr3t', ...config }).user(
    { token$: of(token) },
  )

const candidates = (sides, cost) => Object.entries(sides).map(([name, run]) => ({ name, sample: () => cost(run) }))

const milliseconds = async (run) => (await timed(run))[0]
const ofProcessor = async (run) => (await timed(run))[1]

/** Each page is decoded as soon as it is parsed, as in a client: what was parsed earlier has left the processor's caches. */
const decoding = () => {
  const text = JSON.stringify({ resources: transactions(500), pagination: { previous_uri: null, next_uri: null } })
  const codec = internals.envelope(transaction)
  const pages = Array(50).fill(text)
  const sides = {
    'JSON.parse': () => pages.forEach((page) => JSON.parse(page)),
    'JSON.parse and decode': () => pages.forEach((page) => assert.ok(isRight(codec.decode(JSON.parse(page))))),
  }
  return {
    suite: 'decoding',
    unit: "processor's time",
    reference: 'JSON.parse',
    rounds: 15,
    candidates: candidates(sides, ofProcessor),
    bars: [{ name: 'JSON.parse and decode', most: 1.75 }],
  }
}

const paging = async () => {
  const server = await startServer({ pages: 40 })
  const bare = (ask) => async () => {
    const seen = tally()
    await readList(ask, seen.add)
    seen.expect(server.rows)
  }
  const reading = (config) => async () => {
    const seen = tally()
    const pages = userOf(server, config).transactions.pages({ limit: 500, prefetch: 1 })
    await lastValueFrom(pages.pipe(tap(({ resources }) => seen.add(resources))))
    seen.expect(server.rows)
  }
  const sides = {
    'http.request': bare(httpRequest(server.url, 1)),
    'cross-fetch': bare(crossFetched(server.url)),
    rxbank: reading({}),
    'rxbank/undici': reading({ http: undiciTransport() }),
  }
  return {
    suite: 'paging',
    unit: 'time',
    reference: 'http.request',
    rounds: 5,
    candidates: candidates(sides, milliseconds),
    bars: [
      { name: 'rxbank', against: 'cross-fetch', most: 1.7 },
      { name: 'rxbank/undici', most: 1.75 },
    ],
    close: server.close,
  }
}

/** Sequential, it is 1: the margin to half of that is what a busy machine needs. */
const overlap = async () => {
  const ms = 40
  const server = await startServer({ pages: 8, latency: ms })
  const busy = () => {
    for (const end = performance.now() + ms; performance.now() < end;);
  }
  const { transactions } = userOf(server)
  const sides = {
    'http.request': () => readList(httpRequest(server.url, 1), busy),
    'prefetch 1': () => lastValueFrom(transactions.pages({ limit: 500, prefetch: 1 }).pipe(tap(busy))),
  }
  return {
    suite: 'overlap',
    unit: 'time',
    reference: 'http.request',
    rounds: 3,
    warmUp: 1,
    candidates: candidates(sides, milliseconds),
    bars: [{ name: 'prefetch 1', most: 0.7 }],
    close: server.close,
  }
}

const fanOut = async () => {
  const server = await startServer({ pages: 1 })
  const [count, concurrency] = [800, 64]
  const together = (ask) => () => lastValueFrom(range(0, count).pipe(mergeMap(ask, concurrency)))
  const row = { operation: 'one', method: 'GET', path: '/v2/transactions/1', access: 'user', codec: transaction }
  const bare = (ask) => together(() => ask({ path: row.path, headers: { Authorization: 'Bearer t0k3n' } }))
  const sending = (config) => {
    const user = userOf(server, config)
    return together(() => user.send(row))
  }
  const sides = {
    'cross-fetch': bare(crossFetched(server.url)),
    'undici Pool': bare(pooled(server.url, concurrency)),
    rxbank: sending({}),
    'rxbank/undici': sending({ http: undiciTransport() }),
  }
  return {
    suite: 'fan-out',
    unit: "processor's time",
    reference: 'cross-fetch',
    rounds: 15,
    warmUp: 3,
    candidates: candidates(sides, ofProcessor),
    bars: [
      { name: 'rxbank', most: 1.95 },
      { name: 'rxbank/undici', against: 'undici Pool', most: 2.7 },
    ],
    close: server.close,
  }
}

/** What a round costs must not depend on how many rows the user has, or the proof adds them all up. */
const proof = async () => {
  const side = async (count) => {
    const clock = steppingClock()
    const mirror = createMirror({ database: new DatabaseSync(':memory:'), clock, fullSyncEvery: 365 * 86_400_000 })
    return provenRounds({ createClient, documentedProfile, redact }, mirror, clock, { count })
  }
  const sides = { '200 rows': await side(200), '10,000 rows': await side(10_000) }
  return {
    suite: 'a round with the proof of balances',
    unit: "processor's time",
    reference: '200 rows',
    rounds: 31,
    candidates: candidates(sides, ofProcessor),
    bars: [{ name: '10,000 rows', most: 1.5 }],
  }
}

/** A relink writes and removes all rows, and compares them: about eight times the cost of reading them for the first time. */
const relinking = () => ({
  suite: 'a bank that is connected again',
  unit: "processor's time",
  reference: firstRound,
  rounds: 5,
  candidates: relinkCandidates({ createClient, createMirror, documentedProfile, redact }, 1000),
  bars: [{ name: relink, most: 9 }],
})

const misses = ({ bars }) => bars.some(({ reached, most }) => reached > most)

for (const make of [decoding, paging, overlap, fanOut, proof, relinking]) {
  const first = await runOnce(await make())
  const comparison = misses(first) ? await make() : undefined
  const { bars } = comparison ? await runOnce({ ...comparison, rounds: comparison.rounds * 2 }) : first
  for (const { suite, unit, name, against, reached, most } of bars)
    console.log(
      `${reached > most ? 'not ok' : 'ok'} - ${suite}, ${unit}: ${name} ${reached.toFixed(2)} × ${against} (guard ${most})`,
    )
}
console.log('# end')
process.exit()
