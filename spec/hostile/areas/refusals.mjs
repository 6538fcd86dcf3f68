// Services that do nothing but refuse, and those who begin all at once.
import assert from 'node:assert/strict'
import { family, table } from '../support/cases.mjs'
import { codec, rxjs } from '../support/installed.mjs'
import { tokenResponse } from '../support/rawServer.mjs'
import { busiest, ignore, slowService } from '../support/slowService.mjs'
import { isAuthentication } from '../support/timedBank.mjs'

const calm =
  'reliability.md: never a request storm: after a failure each wait is drawn from a range that doubles to a minute'

const spread = 'polling.md: the first ten watchers that begin within a second ask at once, the others over their every'

/** What is refused, how often a watcher may ask then in half an hour, and how often all who do not stop, in 40 s. */
const refusals = {
  '429 with nothing': [{ status: 429 }, 31, 250],
  '429 with 0': [{ status: 429, headers: { 'retry-after': '0' } }, 90, 2100],
  '429 below 0': [{ status: 429, headers: { 'retry-after': '-5' } }, 31, 250],
  '503 with 0': [{ status: 503, headers: { 'retry-after': '0' } }, 90, 250],
  500: [{ status: 500 }, 90, 250],
  401: [{ status: 401 }, 31, 900],
  408: [{ status: 408 }, 90, 2100],
  425: [{ status: 425 }, 90, 2100],
}

export const cases = [
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
          .user({ token$: rxjs.of({ ...codec.decode(codec.accessToken, tokenResponse).right }) })
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
]
