import { methodsCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { limit } from '../../service/profile/rateLimits.js'
import type { PermitSource, SharedPermits } from './PermitSource.js'
import { sharedRateLimiter } from './sharedRateLimiter.js'

const sourceCodec = /* @__PURE__ */ methodsCodec<PermitSource>(
  'a source of permits, with lease, release and coolDown',
  'lease',
  'release',
  'coolDown',
)

const limitCodec = /* @__PURE__ */ options('options', { limit }, {})

/**
 * Converts your own source of permits to a value for the option `permits` of clients. The results of `memoryPermits`
 * and `createPermits` need no conversion. Throws a `ConfigError` for a value that is not a source.
 *
 * @example
 * import { createClient, type PermitSource, sharedPermits } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { lastValueFrom, of } from 'rxjs'
 *
 * let leased = 0
 * const endless: PermitSource = {
 *   limit: { requests: 60, per: 60_000 },
 *   lease: ({ count }) => {
 *     const permits = Array.from({ length: count }, () => String(++leased))
 *     return of({ permits, wait: 0, coolDown: 0, remaining: 60 })
 *   },
 *   release: () => of(undefined),
 *   coolDown: () => of(undefined),
 * }
 * const { credentials, http } = createSandbox({ profile: bridge2025, seed: 1 })
 * const client = createClient({ profile: bridge2025, ...credentials, http, permits: sharedPermits(endless) })
 * await lastValueFrom(client.banks.all())
 * assert.ok(leased > 0)
 */
export const sharedPermits = (source: PermitSource): SharedPermits => {
  decodeOptions(sourceCodec, source)
  const shared: PermitSource = {
    limit: decodeOptions(limitCodec, { limit: source.limit }).limit,
    lease: (ask) => source.lease(ask),
    release: (permits) => source.release(permits),
    coolDown: (ms) => source.coolDown(ms),
  }
  return { ...shared, createLimiter: sharedRateLimiter(shared) }
}
