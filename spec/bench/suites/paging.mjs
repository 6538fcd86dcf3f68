/** Lists, a page after another over loopback, from the first request to the last row seen. */
import { startServer } from '../harness/startServer.mjs'
import { tally } from '../harness/tally.mjs'
import { timed } from '../harness/timed.mjs'
import { gotPaginate } from '../peers/paging/got.mjs'
import { axiosLoop, crossFetchLoop, fetchLoop, httpRequestLoop, undiciLoop } from '../peers/paging/loops.mjs'
import { naive } from '../peers/paging/naive.mjs'
import { octokitIterator } from '../peers/paging/octokit.mjs'
import { rxbank, rxbankAhead, rxbankUndici, rxbankUndiciAhead } from '../peers/paging/rxbank.mjs'
import { stripeAutoPagingEach, stripeForAwait } from '../peers/paging/stripe.mjs'

const sides = [
  httpRequestLoop,
  undiciLoop,
  crossFetchLoop,
  fetchLoop,
  axiosLoop,
  stripeForAwait,
  stripeAutoPagingEach,
  gotPaginate,
  octokitIterator,
  naive,
  rxbank,
  rxbankAhead,
  rxbankUndici,
  rxbankUndiciAhead,
]

const paging = async ({ latency, pages, rounds, warmUp, bars }) => {
  const server = await startServer({ pages, latency })
  const candidates = sides.map((make) => {
    const { name, read } = make(server)
    const sample = async () => {
      const seen = tally()
      const costs = await timed(() => read(seen))
      seen.expect(server.rows)
      return costs.map((ms) => ms / pages)
    }
    return { name, sample }
  })
  return {
    suite: `paging: ${pages} pages of 500, each after ${latency} ms`,
    unit: ['ms/page', 'CPU ms/page'],
    reference: 'http.request',
    rounds,
    warmUp,
    candidates,
    bars,
    close: server.close,
  }
}

const least = [
  { name: 'rxbank/undici', most: 1.15 },
  { name: 'rxbank/undici, prefetch 1', most: 1.15 },
  { name: 'rxbank', against: 'cross-fetch', most: 1.2 },
  { name: 'rxbank, prefetch 1', against: 'cross-fetch', most: 1.2 },
]

export const comparisons = async ({ quick }) => [
  await paging({ latency: 0, pages: quick ? 20 : 200, rounds: 7, warmUp: 1, bars: least }),
  await paging({
    latency: 20,
    pages: quick ? 5 : 40,
    rounds: 3,
    warmUp: 1,
    bars: least.flatMap(({ name }) => [
      { name, most: 1.03 },
      { name, most: 1.3, unit: 'CPU ms/page' },
    ]),
  }),
]
