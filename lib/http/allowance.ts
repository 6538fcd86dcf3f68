import { isSome, type Option } from 'fp-ts/lib/Option.js'
import type { Clock } from '../clock/Clock.js'
import type { BudgetScope } from '../event/ClientEvent.js'
import type { Limit } from '../profile/limits.js'
import { type BackoffConfig, equalJitter } from './backoff.js'

/** What one scope may send, and when. Moments in milliseconds of the monotonic clock. */
export interface Allowance {
  readonly scope: BudgetScope
  /** The points that are left. */
  readonly remaining: () => number
  /** When one more may leave at the soonest, `reserved` leaving a tenth to others; `Infinity`: not before one has ended. */
  readonly readyAt: (reserved: boolean) => number
  /** Takes a point for a request that leaves. */
  readonly take: () => void
  /** The service has answered a request. */
  readonly answered: () => void
  /** A request has ended, and may arrive until a moment: its point comes back one window later, or at once if that has passed. */
  readonly end: (arrivesBy: number) => void
  /** The service refused, and named the time to wait or none. */
  readonly quiet: (asked: Option<number>) => void
  /** Milliseconds for which the service has asked to be left alone. */
  readonly quietFor: () => number
  /** Whether no point is taken, and nothing is quiet. */
  readonly isIdle: () => boolean
}

const unlimited: Limit = { requests: Number.MAX_SAFE_INTEGER, per: 0 }
const backoff: BackoffConfig = { minDelay: 2000, maxDelay: 60_000 }

export const createAllowance = (
  clock: Clock,
  random: () => number,
  scope: BudgetScope,
  { requests, per } = unlimited,
): Allowance => {
  /** When the points of requests that have ended come back, the earliest first. */
  const back: Array<number> = []
  let inFlight = 0
  /** How many may be in flight: after a quiet one, and with each round of answers one more. */
  let most = Infinity
  let opensAt = 0
  /** Refusals in a row that named no time. */
  let refusals = 0

  const remaining = (): number => {
    if (back.length > 0) {
      const now = clock.monotonic()
      let spent = 0
      while ((back[spent] ?? Infinity) <= now) spent++
      if (spent > 0) back.splice(0, spent)
    }
    return requests - inFlight - back.length
  }
  const quietFor = (): number => (opensAt > 0 ? Math.max(opensAt - clock.monotonic(), 0) : 0)

  return {
    scope,
    remaining,
    quietFor,
    readyAt: (reserved) => {
      if (quietFor() > 0) return opensAt
      if (inFlight >= most) return Infinity
      const least = reserved ? Math.min(Math.ceil(requests / 10), requests - 1) : 0
      return remaining() > least ? 0 : (back[0] ?? Infinity)
    },
    take: () => {
      inFlight++
    },
    answered: () => {
      refusals = 0
      if (quietFor() === 0) most += 1 / most
    },
    end: (arrivesBy) => {
      inFlight--
      const at = arrivesBy + per
      if (per === 0 || at <= clock.monotonic()) return
      let place = back.length
      while (place > 0 && (back[place - 1] as number) > at) place--
      back.splice(place, 0, at)
    },
    quiet: (asked) => {
      const unasked = () => (quietFor() > 0 ? 0 : equalJitter(backoff, refusals++, random))
      opensAt = Math.max(opensAt, clock.monotonic() + (isSome(asked) ? asked.value : unasked()))
      most = 1
    },
    isIdle: () => quietFor() === 0 && remaining() === requests,
  }
}
