import { isSome } from 'fp-ts/lib/Option.js'
import { Subscription } from 'rxjs'
import { delay } from '../../base/clock/delay.js'
import { msUntil } from '../../base/clock/Moment.js'
import type { PermitsFailed } from '../../base/event/ClientEvent.js'
import { equalJitter } from '../backoff.js'
import type { HttpRequest, Priority } from '../HttpRequest.js'
import { errorReason, type HeldPermit, permitLeases, sourceBackoff } from './permitLeases.js'
import { callSource, permitReleaser } from './permitReleaser.js'
import type { PermitSource, SharedPermits } from './PermitSource.js'
import { coolDownBackoff, type RateLimiter, type Waiters } from './rateLimiter.js'

/** The maximum number of permits that one call of `lease` requests. */
const maxPermitsAtOnce = 20

/**
 * The rate limiter of an application whose permits come from a source that many processes share.
 *
 * It borrows one permit for each waiting request that could be sent with it. It gives a permit back when its request has
 * ended, and an unused permit at once. While the source fails, requests wait. It never sends a request with a permit that
 * another process may hold when the request arrives, even if this process was suspended.
 */
export const sharedRateLimiter =
  (source: PermitSource): SharedPermits['createLimiter'] =>
  ({ clock, random, emit, emitBudget, drain }) => {
    const returner = permitReleaser(clock, source)
    let latestRequest: HttpRequest | undefined
    /** The longest timeout of the requests since the last moment at which none was waiting or in flight. */
    let timeout = 0
    let inFlight = 0
    let remaining = source.limit.requests
    let opensAt = -Infinity
    /** How many cool-downs in a row started without a wait from the service. */
    let refusals = 0
    /** Ends when the limit of a user allows another request. */
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
        // A loop, because recursive calls would overflow the stack if the source answers synchronously.
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
