import { integer } from '../base/codec/integer.js'
import { options } from '../base/codec/options.js'
import { decodeOptions } from '../base/error/decodeOptions.js'
import { budget } from '../http/budget/budget.js'
import { permits as permitsCodec } from '../http/budget/permitsCodec.js'
import { limits } from '../service/profile/rateLimits.js'
import type { ClientConfig } from './config/ClientConfig.js'
import type { ConnectionFeature } from './ConnectionFeature.js'

const budgetConfig = /* @__PURE__ */ options(
  'options',
  {},
  { limits, permits: permitsCodec, maxWaiting: /* @__PURE__ */ integer(0) },
)

/**
 * Adds the rate limiting of a client to a connection: it enforces `limits`, and sends nothing for a while after a 429.
 * Requests wait in a queue of at most `maxWaiting`, 10,000 by default. Throws a `ConfigError` for wrong options.
 *
 * @example
 * import { createConnection, createVirtualClock, type Http, listBanks, pages, withBudget } from 'rxbank'
 * import { of } from 'rxjs'
 *
 * const clock = createVirtualClock()
 * const sent: Array<number> = []
 * const http: Http = () => {
 *   sent.push(clock.monotonic())
 *   return of({ status: 200, headers: {}, body: '{"resources":[]}' })
 * }
 * const limits = { application: { requests: 2, per: 60_000 } }
 * const config = { baseUrl: 'https://bank.example', clientId: 'id', http, clock }
 * const read = pages(createConnection(config, withBudget({ limits })))
 * for (let i = 0; i < 3; i++) read(listBanks).subscribe()
 * clock.advance(60_000)
 * assert.deepStrictEqual(sent, [0, 0, 60_000])
 */
export const withBudget = (config: Pick<ClientConfig, 'limits' | 'maxWaiting' | 'permits'> = {}): ConnectionFeature => {
  const { limits = {}, maxWaiting = 10_000, permits } = decodeOptions(budgetConfig, config)
  return { budget: (clock, random, emit) => budget(clock, random, emit, { limits, maxWaiting, permits }) }
}
