import { defer, EMPTY, type Observable, of } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { integer, milliseconds } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { PermitLease, PermitRequest, PermitStatus, SharedPermits } from '../../http/budget/PermitSource.js'
import { delayAfterPermits, maxPermitsAfter, reservedPermits } from '../../http/budget/rateLimiter.js'
import { sharedPermits } from '../../http/budget/sharedPermits.js'
import type { RequestLimit } from '../../service/profile/rateLimits.js'

/** The options of {@link memoryPermits}: the limit, and the clock. */
export interface MemoryPermitsConfig extends RequestLimit {
  /** The clock; default: the system's. */
  readonly clock?: Clock
}

/** Permits in memory, with a report of their use. */
export interface MemoryPermits extends SharedPermits {
  /** Reads how the permits are used. Cold; emits one value and completes. */
  readonly status: () => Observable<PermitStatus>
}

interface Slot {
  /** When the permit may be leased again, by the monotonic clock. */
  freeAt: number
  /** The id of the last lease; `undefined` if the permit was given back. */
  lease: string | undefined
}

const configCodec = options('options', { requests: integer(1), per: milliseconds(1) }, { clock: clockCodec })

const byFreeAt = (a: Slot, b: Slot): number => a.freeAt - b.freeAt

/**
 * Creates permits in memory, for clients of one process that share the limit of an application, and for tests. Its
 * functions return cold Observables that emit synchronously. Throws a `ConfigError` for invalid options.
 *
 * @example
 * import { createClient, createVirtualClock, type Http } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { memoryPermits } from 'rxbank/node'
 * import { of } from 'rxjs'
 *
 * const clock = createVirtualClock()
 * const sent: Array<number> = []
 * const http: Http = () => {
 *   sent.push(clock.monotonic())
 *   return of({ status: 200, headers: {}, body: '{"resources":[]}' })
 * }
 * const permits = memoryPermits({ requests: 2, per: 60_000, clock })
 * const clientOf = () => createClient({ profile: bridge2025, clientId: 'id', http, clock, permits })
 * for (const client of [clientOf(), clientOf(), clientOf()]) client.banks.pages().subscribe()
 * assert.deepStrictEqual(sent, [0, 0])
 * clock.advance(61_000)
 * assert.deepStrictEqual(sent.length, 3)
 */
export const memoryPermits = (config: MemoryPermitsConfig): MemoryPermits => {
  const { clock = systemClock, requests, per } = decodeOptions(configCodec, config)
  const slots: Array<Slot> = Array.from({ length: requests }, () => ({ freeAt: -Infinity, lease: undefined }))
  let loanCount = 0
  let coolDownEnd = -Infinity
  /** How many permits were leased since the last cool-down. */
  let leasedSinceCoolDown = 0

  const lease = ({ count, priority, hold }: PermitRequest): PermitLease => {
    const now = clock.monotonic()
    slots.sort(byFreeAt)
    const freeCount = slots.filter(({ freeAt }) => freeAt <= now).length
    const reserved = priority === 'background' ? reservedPermits(requests) : 0
    const allowed = now < coolDownEnd ? 0 : maxPermitsAfter(now - coolDownEnd) - leasedSinceCoolDown
    const leasedSlots = slots.slice(0, Math.max(0, Math.min(count, freeCount - reserved, allowed)))
    const permits = leasedSlots.map((slot) => {
      const lease = String(++loanCount)
      slot.freeAt = now + hold + per
      slot.lease = lease
      return lease
    })
    leasedSinceCoolDown += permits.length
    const nextAllowedAt = coolDownEnd + delayAfterPermits(leasedSinceCoolDown)
    const nextFreeAt = slots.sort(byFreeAt)[reserved]?.freeAt ?? now
    const wait = permits.length === count ? 0 : Math.max(0, nextFreeAt - now, nextAllowedAt - now)
    return { permits, wait, coolDown: Math.max(0, coolDownEnd - now), remaining: freeCount - permits.length }
  }

  const status = (): PermitStatus => {
    const now = clock.monotonic()
    const usedSlots = slots.filter(({ freeAt }) => freeAt > now)
    const heldCount = usedSlots.filter(({ lease }) => lease !== undefined).length
    return {
      limit: { requests, per },
      leased: heldCount,
      spent: usedSlots.length - heldCount,
      free: requests - usedSlots.length,
      coolDown: Math.max(0, coolDownEnd - now),
      processes: Math.min(usedSlots.length, 1),
    }
  }

  const source = sharedPermits({
    limit: { requests, per },
    lease: (request) => defer(() => of(lease(request))),
    release: (permits) =>
      defer(() => {
        const now = clock.monotonic()
        for (const { permit, arrivesIn } of permits) {
          const slot = slots.find(({ lease }) => lease === permit)
          if (slot === undefined) continue
          slot.freeAt = arrivesIn === undefined ? now : now + arrivesIn + per
          slot.lease = undefined
        }
        return EMPTY
      }),
    coolDown: (ms) =>
      defer(() => {
        const end = clock.monotonic() + ms
        if (end > coolDownEnd) {
          coolDownEnd = end
          leasedSinceCoolDown = 0
        }
        return EMPTY
      }),
  })

  return { ...source, status: () => defer(() => of(status())) }
}
