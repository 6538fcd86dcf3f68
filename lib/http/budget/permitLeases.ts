import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { defer, from, map, Subscription } from 'rxjs'
import { addMs, type Moment, msUntil, now } from '../../base/clock/Clock.js'
import { delay, firstOrTimeout } from '../../base/clock/delay.js'
import { decode } from '../../base/codec/decode.js'
import { integer, milliseconds } from '../../base/codec/numbers.js'
import { record } from '../../base/codec/record.js'
import type { PermitsFailed } from '../../base/event/ClientEvent.js'
import { databaseFailure } from '../../base/event/databaseFailure.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import { type BackoffConfig, equalJitter } from '../backoff.js'
import type { Priority } from '../HttpRequest.js'
import type { LimiterParts, PermitLease, PermitSource } from './PermitSource.js'

/** A permit that a source has leased. The request that uses it must reach the service before `end`. */
export interface HeldPermit {
  readonly id: string
  readonly end: Moment
}

/** Borrows the permits of one priority from a source, and holds them until requests take them. */
export interface PermitLeases {
  /** Sets the number of permits that requests wait for: borrows missing permits, and gives surplus ones back. */
  readonly setWanted: (count: number) => void
  /** Whether there is a permit for a request with this timeout. Gives back the permits that expire too early. */
  readonly hasPermitFor: (timeout: number) => boolean
  readonly take: () => HeldPermit | undefined
}

/** The parts that `permitLeases` needs: the source, and the functions that it calls. */
export interface PermitLeasesParts extends Pick<LimiterParts, 'clock' | 'random' | 'drain'> {
  readonly source: PermitSource
  readonly priority: Priority
  /** The longest timeout of the requests that may take the permits. */
  readonly timeout: () => number
  readonly release: (permit: string) => void
  readonly onLease: (lease: PermitLease) => void
  readonly onFailure: (failure: Omit<PermitsFailed, '_tag'>) => void
}

/** The `reason` of `PermitsFailed` for an error of a source. */
export const errorReason = (error: unknown): PermitsFailed['reason'] => databaseFailure(error) ?? 'error'

/** The waits between calls of a source that fails. */
export const sourceBackoff: BackoffConfig = { minDelay: 250, maxDelay: 15_000 }

/** The milliseconds within which a source must respond. */
export const responseTimeout = 10_000

/** A permit is borrowed for the timeout of its request plus this number of milliseconds. */
const arrivalMargin = 10_000

const minWaitMs = 10
const maxWaitMs = 1000

/**
 * The additional milliseconds that a client waits if it got only some permits, so that other clients get theirs first.
 */
const extraWait = 50

const leaseCodec: t.Type<PermitLease, unknown> = /* @__PURE__ */ record(
  'a lease',
  {
    permits: /* @__PURE__ */ t.readonlyArray(t.string),
    wait: /* @__PURE__ */ milliseconds(0),
    coolDown: /* @__PURE__ */ milliseconds(0),
    remaining: /* @__PURE__ */ integer(0),
  },
  {},
)

class ResponseTimeout extends Error {}

const decodeLease = (response: unknown): PermitLease => {
  const lease = decode(leaseCodec, response)
  if (isLeft(lease)) throw new TypeError('not a lease')
  return lease.right
}

/** Creates the leases of one priority. At most one call of `lease` is in progress, and only while requests wait. */
export const permitLeases = (parts: PermitLeasesParts): PermitLeases => {
  const { clock, drain, release, onFailure, onLease, priority, random, source, timeout } = parts
  /** With a short window the waits must be short, because a source does not announce that unused permits came back. */
  const maxWait = Math.max(minWaitMs, Math.min(maxWaitMs, source.limit.per / 10))
  let heldPermits: Array<HeldPermit> = []
  let isBorrowing = false
  let failures = 0
  let pause = Subscription.EMPTY

  const borrowAgainIn = (ms: number): void => {
    pause = delay(clock, ms).subscribe(() => {
      pause = Subscription.EMPTY
      drain()
    })
  }

  const borrow = (count: number): void => {
    const hold = timeout() + arrivalMargin
    // Measured before the call: the source starts to count `hold` later, so it leases no permit again before `end`.
    const end = addMs(now(clock), hold)
    isBorrowing = true
    defer(() => from(source.lease({ count, priority, hold })))
      .pipe(
        ignoreTeardownErrors,
        map(decodeLease),
        firstOrTimeout(clock, responseTimeout, () => new ResponseTimeout()),
      )
      .subscribe({
        next: (lease) => {
          isBorrowing = false
          failures = 0
          heldPermits.push(...lease.permits.map((id) => ({ id, end })))
          const wait = Math.min(Math.max(lease.wait, minWaitMs), maxWait)
          if (lease.permits.length < count) borrowAgainIn(wait + (lease.permits.length > 0 ? extraWait : 0))
          onLease(lease)
        },
        error: (error: unknown) => {
          isBorrowing = false
          const ms = equalJitter(sourceBackoff, failures++, random)
          borrowAgainIn(ms)
          onFailure({ reason: error instanceof ResponseTimeout ? 'timeout' : errorReason(error), delay: ms })
        },
      })
  }

  return {
    setWanted: (count) => {
      if (count === 0) pause.unsubscribe()
      for (const { id } of heldPermits.splice(count)) release(id)
      if (heldPermits.length < count && !isBorrowing && pause.closed) borrow(count - heldPermits.length)
    },
    hasPermitFor: (requestTimeout) => {
      const isFresh = ({ end }: HeldPermit) => msUntil(end, clock) >= requestTimeout
      if (heldPermits.length > 0 && !heldPermits.every(isFresh)) {
        for (const permit of heldPermits) if (!isFresh(permit)) release(permit.id)
        heldPermits = heldPermits.filter(isFresh)
      }
      return heldPermits.length > 0
    },
    take: () => heldPermits.shift(),
  }
}
