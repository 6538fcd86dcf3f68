import { isSome } from 'fp-ts/lib/Option.js'
import { defer, from, type Observable, type ObservableInput, Subscription, takeUntil } from 'rxjs'
import { type Clock, msUntil } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import type { PermitsFailed } from '../../base/event/ClientEvent.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import { equalJitter } from '../backoff.js'
import type { HttpRequest, Priority } from '../HttpRequest.js'
import { errorReason, type HeldPermit, permitLeases, responseTimeout, sourceBackoff } from './permitLeases.js'
import type { PermitSource, SharedPermits } from './PermitSource.js'
import { coolDownBackoff, type RateLimiter, type Waiters } from './rateLimiter.js'

/** Gives permits back to their source. */
interface PermitReturner {
  /**
   * Gives a permit back. `arrivesBy` is the latest time at which its request may reach the service, `-Infinity` if no
   * request was sent with it.
   */
  readonly release: (permit: string, arrivesBy: number) => void
}

/** The milliseconds for which permits are collected, so that one call gives several back. */
const returnDelay = 50

/** Calls a source. Completes if the source does not respond in time. */
const callSource = (clock: Clock, call: () => ObservableInput<unknown>): Observable<unknown> =>
  defer(() => from(call())).pipe(ignoreTeardownErrors, takeUntil(delay(clock, responseTimeout)))

/**
 * Gives permits back to a source, several by one call. If a call fails, the source frees these permits after some time,
 * as it does for a process that died.
 */
const permitReleaser = (clock: Clock, source: PermitSource): PermitReturner => {
  let returned: Array<{ readonly permit: string; readonly arrivesBy: number }> = []
  let timer = Subscription.EMPTY

  const flush = (): void => {
    timer = Subscription.EMPTY
    const now = clock.monotonic()
    const permits = returned.map(({ permit, arrivesBy }) =>
      arrivesBy === -Infinity ? { permit } : { permit, arrivesIn: Math.max(0, arrivesBy - now) },
    )
    returned = []
    callSource(clock, () => source.release(permits)).subscribe({ error: () => undefined })
  }

  return {
    release: (permit, arrivesBy) => {
      returned.push({ permit, arrivesBy })
      if (timer.closed) timer = delay(clock, arrivesBy === -Infinity ? 0 : returnDelay).subscribe(flush)
    },
  }
}

/** The maximum number of permits that one call of `lease` requests. */
const maxPermitsAtOnce = 20

/**
 * The rate limiter of an application whose permits come from a source that many processes share.
 *
 * It borrows one permit for each waiting request that could be sent with it. It gives a permit back when its request
 * completes or fails, and an unused permit at once. While the source fails, requests wait. It never sends a request
 * with a permit that another process may hold when the request arrives, even if this process was suspended.
 */
export const sharedRateLimiter =
  (source: PermitSource): SharedPermits['createLimiter'] =>
  ({ clock, random, emit, emitBudget, drain }) => {
    const returner = permitReleaser(clock, source)
    let latestRequest: HttpRequest | undefined
    /** The longest timeout of the requests since the last time at which none was waiting or in flight. */
    let timeout = 0
    let inFlight = 0
    let remaining = source.limit.requests
    let opensAt = -Infinity
    /** How many cool-downs in a row started without a wait from the service. */
    let refusals = 0
    /** Fires when the limit of a user allows another request. */
    let userTimer = Subscription.EMPTY
    let isBorrowing = false
    let leases = 0

    const coolDown = (): number => Math.max(opensAt - clock.monotonic(), 0)

    const emitFailure = (failure: Omit<PermitsFailed, '_tag'>): void => {
      if (latestRequest) emit(latestRequest, () => ({ _tag: 'PermitsFailed', ...failure }))
    }

    const createLender = (priority: Priority) =>
      permitLeases({
        clock,
        random,
        drain,
        source,
        priority,
        timeout: () => timeout,
        release: (permit) => returner.release(permit, -Infinity),
        onLease: (lease) => {
          const startsCoolDown = lease.coolDown > 0 && coolDown() === 0
          const isChange = lease.permits.length === 0 && (startsCoolDown || lease.remaining !== remaining)
          remaining = lease.remaining
          if (lease.coolDown > 0) opensAt = Math.max(opensAt, clock.monotonic() + lease.coolDown)
          if (isChange && latestRequest) emitBudget(latestRequest)
          leases++
          if (!isBorrowing) drain()
        },
        onFailure: emitFailure,
      })
    const interactive = createLender('interactive')
    const background = createLender('background')
    const wanted = { interactive: 0, background: 0 }

    /** How many waiting requests the limits of their users allow now, and when they allow the next one. */
    const countReady = (waiters: Waiters, keepsReserve: boolean): { readonly ready: number; readonly next: number } => {
      let ready = 0
      let next = Infinity
      for (const waiting of waiters)
        for (const [userLimiter, { size }] of waiting) {
          const availableAt = userLimiter === limiter ? -Infinity : userLimiter.availableAt(keepsReserve)
          if (availableAt > clock.monotonic()) next = Math.min(next, availableAt)
          else ready += userLimiter === limiter ? size : Math.min(size, userLimiter.remaining())
          if (ready >= maxPermitsAtOnce) return { ready: maxPermitsAtOnce, next: Infinity }
        }
      return { ready, next }
    }

    const reportCoolDown = (attempt: number): void => {
      const ms = coolDown()
      callSource(clock, () => source.coolDown(ms)).subscribe({
        error: (error: unknown) => {
          const wait = equalJitter(sourceBackoff, attempt, random)
          emitFailure({ reason: errorReason(error), delay: wait })
          delay(clock, wait).subscribe(() => {
            if (coolDown() > 0) reportCoolDown(attempt + 1)
          })
        },
      })
    }

    /** Stops all processes from sending for `ms` milliseconds. */
    const closeFor = (ms: number): void => {
      const newOpensAt = clock.monotonic() + ms
      if (newOpensAt <= opensAt) return
      opensAt = newOpensAt
      reportCoolDown(0)
    }

    const limiter: RateLimiter = {
      scope: 'application',
      remaining: () => remaining,
      coolDown,
      availableAt: (keepsReserve) => {
        if (coolDown() > 0) return opensAt
        return background.hasPermitFor(timeout) || (!keepsReserve && interactive.hasPermitFor(timeout))
          ? -Infinity
          : Infinity
      },
      acquire: (request) => {
        const [first, second] =
          request.priority === 'background' ? [background, interactive] : [interactive, background]
        const { id, end } = (first.take() ?? second.take()) as HeldPermit
        inFlight++
        return {
          isLost: () => msUntil(end, clock) < request.timeout,
          release: (arrivesBy) => {
            inFlight--
            returner.release(id, arrivesBy)
          },
        }
      },
      recordResponse: () => {
        refusals = 0
      },
      startCoolDown: (requestedWait) => {
        const backoffWait = () => (coolDown() > 0 ? 0 : equalJitter(coolDownBackoff, refusals++, random))
        closeFor(isSome(requestedWait) ? requestedWait.value : backoffWait())
      },
      closeFor,
      noteRequest: (request) => {
        latestRequest = request
        timeout = Math.max(timeout, request.timeout)
      },
      noteWaiting: (interactiveWaiters, backgroundWaiters) => {
        const isQueueEmpty = [...interactiveWaiters, ...backgroundWaiters].every(({ size }) => size === 0)
        if (isQueueEmpty && inFlight === 0) timeout = 0
        const isOpen = coolDown() === 0
        const interactiveCount = countReady(interactiveWaiters, false)
        const backgroundCount = countReady(backgroundWaiters, true)
        wanted.interactive = isOpen ? interactiveCount.ready : 0
        wanted.background = isOpen ? backgroundCount.ready : 0
        userTimer.unsubscribe()
        const next = Math.min(interactiveCount.next, backgroundCount.next)
        if (next < Infinity) userTimer = delay(clock, Math.max(next - clock.monotonic(), 0)).subscribe(drain)
        if (isBorrowing) return
        // A loop, because recursive calls would overflow the stack if the source responds synchronously.
        isBorrowing = true
        let leasesBefore: number
        do {
          leasesBefore = leases
          interactive.setWanted(wanted.interactive)
          background.setWanted(wanted.background)
          if (leases > leasesBefore) drain()
        } while (leases > leasesBefore)
        isBorrowing = false
      },
    }
    return limiter
  }
