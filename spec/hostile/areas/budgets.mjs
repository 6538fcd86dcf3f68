// Many who ask at once, services that refuse, and hints without end: how much leaves the machine.
import assert from 'node:assert/strict'
import { family, table } from '../support/cases.mjs'
import { rxbank, rxjs } from '../support/installed.mjs'
import { tokenAnswer } from '../support/rawServer.mjs'
import { isAuthentication } from '../support/timedBank.mjs'

const { createClient, createVirtualClock } = rxbank
const limited = 'requests.md: the service sees no more than `requests` in any `per` milliseconds'
const calm =
  'reliability.md: never a request storm: after a failure each wait is drawn from a range that doubles to a minute'
const spread = 'polling.md: the first ten watchers that begin within a second ask at once, the others over their every'

/** A service that takes its time, and notes when it was asked; `respond` gives its answers. */
const slowService = (respond, config = {}) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const asked = []
  let atOnce = 0
  let most = 0
  const http = ({ url }) =>
    rxjs.defer(() => {
      const { pathname } = new URL(url)
      asked.push({ at: clock.monotonic(), path: pathname })
      most = Math.max(most, ++atOnce)
      const { status = 200, headers = {}, body = { resources: [] }, takes = 50 } = respond(pathname, asked.length)
      const made =
        isAuthentication(pathname) && status === 200 ? { ...tokenAnswer, expires_at: '2999-01-01T00:00:00.000Z' } : body
      return rxjs.timer(takes, clock.scheduler).pipe(
        rxjs.map(() => ({ status, headers, body: JSON.stringify(made) })),
        rxjs.finalize(() => atOnce--),
      )
    })
  const client = createClient({
    baseUrl: 'https://bank.example',
    clientId: 'a',
    clientSecret: 'b',
    clock,
    http,
    ...config,
  })
  const user = (n) => client.user({ externalUserId: `u${n}` })
  return { asked, client, clock, most: () => most, user }
}
/** The most requests in any window of so many milliseconds. */
const busiest = (asked, per) => {
  let first = 0
  let most = 0
  for (const [n, { at }] of asked.entries()) {
    while (asked[first].at <= at - per) first++
    most = Math.max(most, n - first + 1)
  }
  return most
}
const ignore = { error: () => undefined }

const delays = {
  'at once': () => 0,
  'in a second': () => 1000,
  'by turns': (n) => (n % 3) * 900,
  'later and later': (n) => n * 10,
}
/** What is refused, how often a watcher may ask then in half an hour, and how often all who do not stop, in 40 s. */
const refusals = {
  '429 with nothing': [{ status: 429 }, 31, 250],
  '429 with 0': [{ status: 429, headers: { 'retry-after': '0' } }, 90, 2100],
  '429 below 0': [{ status: 429, headers: { 'retry-after': '-5' } }, 31, 250],
  '503 with 0': [{ status: 503, headers: { 'retry-after': '0' } }, 90, 250],
  500: [{ status: 500 }, 90, 250],
  401: [{ status: 401 }, 31, 600],
  408: [{ status: 408 }, 90, 2100],
  425: [{ status: 425 }, 90, 2100],
}

export const cases = [
  ...table(limited, 'answers that come', delays, (takes) => {
    const limits = { application: { requests: 20, per: 10_000 }, user: { requests: 5, per: 10_000 } }
    const service = slowService((_, n) => ({ takes: takes(n) }), { limits })
    for (let n = 0; n < 200; n++)
      service
        .user(n % 7)
        .items.pages()
        .subscribe(ignore)
    for (let second = 0; second < 300; second++) service.clock.advance(1000)
    assert.ok(busiest(service.asked, 10_000) <= 20, `${busiest(service.asked, 10_000)} in a window`)
    assert.equal(service.asked.filter(({ path }) => path === '/v2/items').length, 200)
  }),
  ...table(calm, 'twenty watchers and nothing but', refusals, ([refusal, most]) => {
    const service = slowService((path) => (isAuthentication(path) ? {} : refusal))
    const watching = Array.from({ length: 20 }, (_, n) => service.user(n).stocks.watchUpdated().subscribe(ignore))
    for (let minute = 0; minute < 60; minute++) service.clock.advance(60_000)
    const last = service.asked.filter(({ at, path }) => at > 1_800_000 && !isAuthentication(path))
    watching.forEach((one) => one.unsubscribe())
    assert.ok(last.length <= 20 * most && service.clock.pending() === 0, `${last.length} requests in half an hour`)
  }),
  ...table(calm, 'requests without end and nothing but', refusals, ([refusal, , most]) => {
    const service = slowService((path) => (isAuthentication(path) ? {} : refusal))
    for (let n = 0; n < 600; n++) {
      service
        .user(n % 3)
        .stocks.pages()
        .subscribe(ignore)
      service.clock.advance(100)
    }
    const last = service.asked.filter(({ at }) => at > 20_000)
    assert.ok(last.length <= most, `${last.length} requests in 40 s, of 400`)
  }),
  ...family(spread, {
    'five hundred watchers': () => {
      const service = slowService(() => ({}))
      const watching = Array.from({ length: 500 }, () =>
        service.client
          .user({ token$: rxjs.of({ ...rxbank.decode(rxbank.accessToken, tokenAnswer).right }) })
          .stocks.watchUpdated()
          .subscribe(ignore),
      )
      service.clock.advance(900)
      const { length } = service.asked
      service.clock.advance(66_000)
      watching.forEach((one) => one.unsubscribe())
      assert.ok(length <= 30, `${length} requests in the first second`)
      assert.ok(busiest(service.asked, 1000) <= 60, `${busiest(service.asked, 1000)} in a second`)
    },
    'five hundred refreshes': () => {
      const service = slowService(() => ({ body: { status: 'authenticating' } }))
      const watching = Array.from({ length: 500 }, (_, n) =>
        service.user(0).items.watchRefresh(n, { every: 60_000 }).subscribe(ignore),
      )
      service.clock.advance(900)
      const { length } = service.asked
      watching.forEach((one) => one.unsubscribe())
      assert.ok(length <= 30, `${length} requests in the first second`)
    },
  }),
  ...family('requests.md: at most maxWaiting requests wait; one more errors at once with RequestWithheld', {
    'two thousand requests and a budget of one': () => {
      const limits = { application: { requests: 1, per: 60_000 } }
      const service = slowService(() => ({}), { limits, maxWaiting: 100 })
      let withheld = 0
      for (let n = 0; n < 2000; n++)
        service.client.banks.pages().subscribe({
          error: ({ _tag, reason }) => void (withheld += _tag === 'RequestWithheld' && reason === 'queue'),
        })
      service.clock.advance(1000)
      assert.ok(withheld >= 1890 && service.asked.length === 1, `${withheld} withheld`)
    },
    'those who leave the queue': () => {
      const limits = { application: { requests: 1, per: 60_000 } }
      const service = slowService(() => ({}), { limits, maxWaiting: 100 })
      service.client.banks.pages().subscribe(ignore)
      for (let n = 0; n < 2000; n++) service.client.banks.pages().subscribe(ignore).unsubscribe()
      let isServed = false
      service.client.banks.pages().subscribe({ next: () => (isServed = true), ...ignore })
      service.clock.advance(62_000)
      assert.deepEqual([isServed, service.asked.length], [true, 2])
    },
  }),
  ...family('requests.md: after a 429 nobody asks for that user until its Retry-After', {
    'one user who is refused, and another': () => {
      const service = slowService((path, n) => (n === 2 ? { status: 429, headers: { 'retry-after': '600' } } : {}))
      const one = service.user(1)
      for (let n = 0; n < 50; n++) one.items.pages().subscribe(ignore)
      service.clock.advance(1000)
      const { length } = service.asked
      for (let n = 0; n < 50; n++) one.stocks.pages().subscribe(ignore)
      service.clock.advance(598_000)
      assert.equal(service.asked.length, length)
      service.user(2).items.pages().subscribe(ignore)
      service.clock.advance(200)
      assert.equal(service.asked.length, length + 2)
    },
  }),
]
