import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { defer, Observable, type Subscriber, Subscription } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import { RequestWithheld, type WithheldReason } from '../../base/error/RequestWithheld.js'
import type { Http } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { longestRequestWait } from '../policies/retry.js'
import type { RateLimiter } from './rateLimiter.js'

/** After so many interactive requests in a row, a background request goes first. */
const interactiveInARow = 9

type Waiter = Subscriber<HttpResponse>

/** A request that waits. */
interface Entry {
  readonly request: HttpRequest
  /** When it began to wait. */
  readonly since: number
  /** The answer; subscribing to it sends the request. */
  readonly answer$: ReturnType<Http>
}

type Entries = Map<Waiter, Entry>

/**
 * The requests that wait, by the limiter of their user. The map is in the order of turns: the limiter of the request
 * that was sent last is at its end.
 */
type Waiting = Map<RateLimiter, Entries>

/** The requests of one priority. Those that come back after their permit was declined go before the others. */
type Lane = readonly [returned: Waiting, others: Waiting]

/** The requests that wait for permits. */
export interface RequestQueue {
  /** The number of requests that wait. */
  readonly length: () => number
  /** Whether a request of this limiter waits. */
  readonly has: (limiter: RateLimiter) => boolean
  /**
   * Subscribes to `entry.answer$` when it is the request's turn; that must take the permits at once. Calls `onWait` if the
   * request has to wait. Errors with a `RequestWithheld` if it would wait for too long, or if the queue is full.
   */
  readonly inTurn: (entry: Entry, limiter: RateLimiter, onWait: () => void) => ReturnType<Http>
  /** Makes the background requests of a limiter interactive ones, which count as waiting since now. */
  readonly promote: (limiter: RateLimiter) => void
  /** Sends all requests that have permits. To be called whenever permits are returned. */
  readonly drain: () => void
}

const withhold = (subscriber: Waiter, { request }: Entry, reason: WithheldReason, wait: Option<number>) => {
  subscriber.error(new RequestWithheld({ ...request, reason, retryAfter: wait }))
}

/** A queue of at most `maxWaiting` requests. Each needs a permit of its own limiter, and one of the application. */
export const requestQueue = (clock: Clock, application: RateLimiter, maxWaiting: number): RequestQueue => {
  const interactive: Lane = [new Map(), new Map()]
  const background: Lane = [new Map(), new Map()]
  const all = [...interactive, ...background]
  /** The interactive requests in the order of their arrival. */
  const byArrival: Entries = new Map()
  /**
   * One function for each request that arrived during a drain. Called after it: if the queue is full then, the request
   * is refused, else `onWait` is called.
   */
  const arrivals = new Set<() => void>()
  let length = 0
  /** How many interactive requests were sent since the last background one. */
  let inARow = 0
  let isDraining = false
  let wakeAt = Infinity
  let timer = Subscription.EMPTY

  const add = (lane: Lane, limiter: RateLimiter, subscriber: Waiter, entry: Entry): void => {
    const waiting = lane[entry.since < clock.monotonic() ? 0 : 1]
    const own: Entries = waiting.get(limiter) ?? new Map<Waiter, Entry>()
    waiting.set(limiter, own.set(subscriber, entry))
    if (lane === interactive) byArrival.set(subscriber, entry)
    length++
  }

  const remove = (limiter: RateLimiter, subscriber: Waiter): boolean => {
    byArrival.delete(subscriber)
    return all.some((waiting) => {
      const own = waiting.get(limiter)
      if (own?.delete(subscriber) !== true) return false
      if (own.size === 0) waiting.delete(limiter)
      length--
      return true
    })
  }

  /**
   * Sends the first request of a lane that has permits, or withholds the first that would wait for too long. Returns
   * whether there was one; if not, it notes when to try again.
   */
  const sendFirst = (lane: Lane, reserved: boolean): boolean => {
    const now = clock.monotonic()
    const opensAt = application.availableAt(reserved)
    for (const waiting of lane)
      for (const [limiter, own] of waiting) {
        const at = Math.max(opensAt, limiter.availableAt(reserved))
        const [[subscriber, entry]] = own as unknown as [[Waiter, Entry]]
        if (at <= now) {
          // Moved to the end of the map, so that all other users are served before the next request of this one.
          waiting.delete(limiter)
          waiting.set(limiter, own)
          remove(limiter, subscriber)
          inARow = lane === background ? 0 : inARow + 1
          entry.answer$.subscribe(subscriber)
          return true
        }
        if (lane === interactive && at > entry.since + longestRequestWait && at < Infinity) {
          withhold(subscriber, entry, 'budget', some(at - now))
          return true
        }
        wakeAt = Math.min(wakeAt, opensAt > now ? opensAt : at)
        if (opensAt > now) return false
      }
    return false
  }

  /**
   * Withholds the interactive requests that have waited for too long and returns whether there were any; notes when the
   * next will have.
   */
  const expire = (): boolean => {
    let isAny = false
    for (const [subscriber, entry] of byArrival) {
      const end = entry.since + longestRequestWait
      if (end > clock.monotonic()) {
        wakeAt = Math.min(wakeAt, end)
        break
      }
      isAny = true
      withhold(subscriber, entry, 'budget', none)
    }
    return isAny
  }

  const sendAll = (): void => {
    if (length === 0 && arrivals.size === 0) {
      timer.unsubscribe()
      return
    }
    isDraining = true
    do wakeAt = Infinity
    while (
      (inARow >= interactiveInARow && sendFirst(background, false)) ||
      sendFirst(interactive, false) ||
      sendFirst(background, true) ||
      expire()
    )
    isDraining = false
    timer.unsubscribe()
    if (wakeAt < Infinity) timer = delay(clock, Math.max(wakeAt - clock.monotonic(), 0)).subscribe(drain)
    // The latest are refused first, so that earlier ones keep their places in a queue that is full.
    const latestFirst = Array.from(arrivals).reverse()
    arrivals.clear()
    for (const settle of latestFirst) settle()
  }

  const drain = (): void => {
    if (isDraining) return
    sendAll()
    application.demand?.(interactive, background)
  }

  const availableAt = (limiter: RateLimiter, reserved: boolean): number =>
    Math.max(application.availableAt(reserved), limiter === application ? 0 : limiter.availableAt(reserved))

  return {
    length: () => length,
    has: (limiter) => all.some((waiting) => waiting.has(limiter)),
    promote: (limiter) => {
      for (const waiting of background)
        for (const [subscriber, entry] of waiting.get(limiter) ?? []) {
          remove(limiter, subscriber)
          add(interactive, limiter, subscriber, { ...entry, since: clock.monotonic() })
        }
      drain()
    },
    drain,
    inTurn: (entry, limiter, onWait) =>
      // Not by operators, because the subscriber itself is what waits in the lanes.
      new Observable((subscriber) => {
        const isBackground = entry.request.priority === 'background'
        if (!isDraining && length === 0 && availableAt(limiter, isBackground) <= clock.monotonic()) {
          inARow = isBackground ? 0 : inARow + 1
          // Requests that are made meanwhile wait for the drain below: a source that answers at once would overflow the stack.
          isDraining = true
          entry.answer$.subscribe(subscriber)
          isDraining = false
          drain()
          return
        }
        let hasLeft = false
        const settle = (): void => {
          if (hasLeft || subscriber.closed) return
          if (length > (isBackground ? 0.9 : 1) * maxWaiting) withhold(subscriber, entry, 'queue', none)
          else onWait()
        }
        const answer$ = defer(() => {
          hasLeft = true
          return entry.answer$
        })
        add(isBackground ? background : interactive, limiter, subscriber, { ...entry, answer$ })
        subscriber.add(() => {
          arrivals.delete(settle)
          if (remove(limiter, subscriber)) drain()
        })
        arrivals.add(settle)
        drain()
      }),
  }
}
