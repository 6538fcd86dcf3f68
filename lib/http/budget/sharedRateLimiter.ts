import { isSome } from 'fp-ts/lib/Option.js'
import { Subscription } from 'rxjs'
import { delay } from '../../base/clock/delay.js'
import { until } from '../../base/clock/Moment.js'
import type { PermitsFailed } from '../../base/event/ClientEvent.js'
import { equalJitter } from '../backoff.js'
import type { HttpRequest, Priority } from '../HttpRequest.js'
import { errorReason, type HeldPermit, lender, sourceBackoff } from './lender.js'
import type { PermitSource, SharedPermits } from './PermitSource.js'
import { coolDownBackoff, type RateLimiter, type Waiters } from './rateLimiter.js'
import { returns, work } from './returns.js'

/** How many permits are asked for at once at most. */
const maxPermitsAtOnce = 20

/**
 * The rate limiter of an application whose permits come from a source that many processes share.
 *
 * It borrows one permit for each waiting request that could be sent with it, and none while no request waits. It gives a
 * permit back when its request has ended, and unused permits at once. While the source fails, requests wait. No request
 * is sent with a permit that another process may have when the request arrives, even if this process was suspended.
 */
export const sharedRateLimiter =
  (source: PermitSource): SharedPermits['limiter'] =>
  ({ clock, random, emit, tell, drain }) => {
    const back = returns(clock, source)
    let latest: HttpRequest | undefined
    /** The longest timeout of all requests since the last time that none was waiting or in flight. */
    let timeout = 0
    let inFlight = 0
    let remaining = source.limit.requests
    let opensAt = 0
    /** How many cool-downs in a row were started without a time that the service asked for. */
    let refusals = 0
    /** The timer until the limit of a user allows another request. */
    let userTimer = Subscription.EMPTY
    let isServing = false
    let loans = 0

    const coolDown = (): number => Math.max(opensAt - clock.monotonic(), 0)

    const failed = (reason: PermitsFailed['reason'], ms: number): void => {
      if (latest) emit(latest, () => ({ _tag: 'PermitsFailed', reason, delay: ms }))
    }

    const lenderOf = (priority: Priority) =>
      lender({
        clock,
        random,
        drain,
        source,
        priority,
        timeout: () => timeout,
        giveBack: (permit) => back.add(permit, -Infinity),
        onLoan: (loan) => {
          const isCooled = loan.coolDown > 0 && coolDown() === 0
          const isNews = loan.permits.length === 0 && (isCooled || loan.remaining !== remaining)
          remaining = loan.remaining
          if (loan.coolDown > 0) opensAt = Math.max(opensAt, clock.monotonic() + loan.coolDown)
          if (isNews && latest) tell(latest)
          loans++
          if (!isServing) drain()
        },
        onFailure: ({ reason, delay: ms }) => failed(reason, ms),
      })
    const interactive = lenderOf('interactive')
    const background = lenderOf('background')
    const wanted = { interactive: 0, background: 0 }

    /** How many waiting requests their users' limits allow to be sent now, and when they allow the next one. */
    const count = (waiters: Waiters, reserved: boolean): { readonly ready: number; readonly next: number } => {
      let ready = 0
      let next = Infinity
      for (const waiting of waiters)
        for (const [own, { size }] of waiting) {
          const at = own === limiter ? 0 : own.availableAt(reserved)
          if (at > clock.monotonic()) next = Math.min(next, at)
          else ready += own === limiter ? size : Math.min(size, own.remaining())
          if (ready >= maxPermitsAtOnce) return { ready: maxPermitsAtOnce, next: Infinity }
        }
      return { ready, next }
    }

    const tellCoolDown = (attempt: number): void => {
      const ms = coolDown()
      work(clock, () => source.coolDown(ms)).subscribe({
        error: (error: unknown) => {
          const wait = equalJitter(sourceBackoff, attempt, random)
          failed(errorReason(error), wait)
          delay(clock, wait).subscribe(() => {
            if (coolDown() > 0) tellCoolDown(attempt + 1)
          })
        },
      })
    }

    /** Sends nothing for a while, in all processes. */
    const closeFor = (ms: number): void => {
      const at = clock.monotonic() + ms
      if (at <= opensAt) return
      opensAt = at
      tellCoolDown(0)
    }

    const limiter: RateLimiter = {
      scope: 'application',
      remaining: () => remaining,
      coolDown,
      availableAt: (reserved) => {
        if (coolDown() > 0) return opensAt
        return background.hasFor(timeout) || (!reserved && interactive.hasFor(timeout)) ? 0 : Infinity
      },
      acquire: (request) => {
        const [first, second] =
          request.priority === 'background' ? [background, interactive] : [interactive, background]
        const { permit, end } = (first.take() ?? second.take()) as HeldPermit
        inFlight++
        return {
          isLost: () => until(end, clock) < request.timeout,
          release: (arrivesBy) => {
            inFlight--
            back.add(permit, arrivesBy)
          },
        }
      },
      answered: () => {
        refusals = 0
      },
      startCoolDown: (asked) => {
        const unasked = () => (coolDown() > 0 ? 0 : equalJitter(coolDownBackoff, refusals++, random))
        closeFor(isSome(asked) ? asked.value : unasked())
      },
      hold: closeFor,
      isIdle: () => inFlight === 0 && coolDown() === 0,
      expect: (request) => {
        latest = request
        timeout = Math.max(timeout, request.timeout)
      },
      demand: (ofInteractive, ofBackground) => {
        const isNoneWaiting = [...ofInteractive, ...ofBackground].every(({ size }) => size === 0)
        if (isNoneWaiting && inFlight === 0) timeout = 0
        const isOpen = coolDown() === 0
        const [first, later] = [count(ofInteractive, false), count(ofBackground, true)]
        wanted.interactive = isOpen ? first.ready : 0
        wanted.background = isOpen ? later.ready : 0
        userTimer.unsubscribe()
        const next = Math.min(first.next, later.next)
        if (next < Infinity) userTimer = delay(clock, Math.max(next - clock.monotonic(), 0)).subscribe(drain)
        if (isServing) return
        // A loop, because with a source that answers synchronously recursive calls could exhaust the stack.
        isServing = true
        let before: number
        do {
          before = loans
          interactive.want(wanted.interactive)
          background.want(wanted.background)
          if (loans > before) drain()
        } while (loans > before)
        isServing = false
      },
    }
    return limiter
  }
