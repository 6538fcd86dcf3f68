import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { defer, Observable, type Subscriber, Subscription } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import { type NotSentReason, RequestNotSent } from '../../base/error/RequestNotSent.js'
import type { Http } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { maxRequestWait } from '../policies/retry.js'
import type { RateLimiter } from './rateLimiter.js'

/** After this many interactive requests in a row, a background request goes first. */
const maxInteractiveInARow = 9

type Waiter = Subscriber<HttpResponse>

/** A waiting request. */
interface Entry {
  readonly request: HttpRequest
  /** When it began to wait. */
  readonly waitsSince: number
  /** The response; subscribing to it sends the request. */
  readonly response$: ReturnType<Http>
}

type Entries = Map<Waiter, Entry>

/**
 * The waiting requests by the limiters of their users. Users take turns in the order of the map: the user whose request
 * was sent last comes last.
 */
type EntriesByLimiter = Map<RateLimiter, Entries>

/** The waiting requests of one priority. Requests that come back after they were declined go first. */
type Lane = readonly [returned: EntriesByLimiter, others: EntriesByLimiter]

/** The requests that wait for permits. */
export interface RequestQueue {
  /** The number of waiting requests. */
  readonly length: () => number
  /** Whether a request of this limiter waits. */
  readonly has: (limiter: RateLimiter) => boolean
  /**
   * Subscribes to `entry.response$` when it is the request's turn; `response$` must then take the permits synchronously.
   * Calls `onWait` if the request has to wait. Errors with a `RequestNotSent` if it would wait too long, or if the
   * queue is full.
   */
  readonly enqueue: (entry: Entry, limiter: RateLimiter, onWait: () => void) => ReturnType<Http>
  /** Makes the background requests of a limiter interactive. Their waiting time starts again. */
  readonly promote: (limiter: RateLimiter) => void
  /** Sends all requests for which there are permits. Call this whenever permits return. */
  readonly drain: () => void
}

const withhold = (subscriber: Waiter, { request }: Entry, reason: NotSentReason, wait: Option<number>) => {
  subscriber.error(new RequestNotSent({ ...request, reason, retryAfter: wait }))
}

/** A queue of at most `maxWaiting` requests. Each needs a permit of its limiter and one of the application. */
export const requestQueue = (clock: Clock, application: RateLimiter, maxWaiting: number): RequestQueue => {
  const interactive: Lane = [new Map(), new Map()]
  const background: Lane = [new Map(), new Map()]
  const allEntries = [...interactive, ...background]
  /** The interactive requests in the order of their arrival. */
  const byArrival: Entries = new Map()
  /**
   * A function for each request that arrived during a drain: refuses it after the drain if the queue is full, or calls
   * `onWait`.
   */
  const arrivals = new Set<() => void>()
  let length = 0
  /** How many interactive requests were sent since the last background request. */
  let interactiveStreak = 0
  let isDraining = false
  let retryAt = Infinity
  let timer = Subscription.EMPTY

  const add = (lane: Lane, limiter: RateLimiter, subscriber: Waiter, entry: Entry): void => {
    // An entry that has waited before was declined and now comes back.
    const waiting = lane[entry.waitsSince < clock.monotonic() ? 0 : 1]
    const entries: Entries = waiting.get(limiter) ?? new Map<Waiter, Entry>()
    waiting.set(limiter, entries.set(subscriber, entry))
    if (lane === interactive) byArrival.set(subscriber, entry)
    length++
  }

  const remove = (limiter: RateLimiter, subscriber: Waiter): boolean => {
    byArrival.delete(subscriber)
    return allEntries.some((waiting) => {
      const entries = waiting.get(limiter)
      if (entries?.delete(subscriber) !== true) return false
      if (entries.size === 0) waiting.delete(limiter)
      length--
      return true
    })
  }

  /**
   * Sends the first request of a lane for which there are permits, or refuses the first one that would wait too long.
   * Returns `false` if it did neither, and then records in `retryAt` when to try again.
   */
  const sendNext = (lane: Lane, keepsReserve: boolean): boolean => {
    const now = clock.monotonic()
    const opensAt = application.availableAt(keepsReserve)
    for (const waiting of lane)
      for (const [limiter, entries] of waiting) {
        const readyAt = Math.max(opensAt, limiter.availableAt(keepsReserve))
        const [[subscriber, entry]] = entries as unknown as [[Waiter, Entry]]
        if (readyAt <= now) {
          // Moved to the end of the map, so that all other users have their turns first.
          waiting.delete(limiter)
          waiting.set(limiter, entries)
          remove(limiter, subscriber)
          interactiveStreak = lane === background ? 0 : interactiveStreak + 1
          entry.response$.subscribe(subscriber)
          return true
        }
        if (lane === interactive && readyAt > entry.waitsSince + maxRequestWait && readyAt < Infinity) {
          withhold(subscriber, entry, 'budget', some(readyAt - now))
          return true
        }
        retryAt = Math.min(retryAt, opensAt > now ? opensAt : readyAt)
        if (opensAt > now) return false
      }
    return false
  }

  /**
   * Refuses the interactive requests that have waited too long. Returns whether there were any. Records in `retryAt`
   * when the next one expires.
   */
  const expire = (): boolean => {
    let hasExpired = false
    for (const [subscriber, entry] of byArrival) {
      const end = entry.waitsSince + maxRequestWait
      if (end > clock.monotonic()) {
        retryAt = Math.min(retryAt, end)
        break
      }
      hasExpired = true
      withhold(subscriber, entry, 'budget', none)
    }
    return hasExpired
  }

  const sendAll = (): void => {
    if (length === 0 && arrivals.size === 0) {
      timer.unsubscribe()
      return
    }
    isDraining = true
    do retryAt = Infinity
    while (
      (interactiveStreak >= maxInteractiveInARow && sendNext(background, false)) ||
      sendNext(interactive, false) ||
      sendNext(background, true) ||
      expire()
    )
    isDraining = false
    timer.unsubscribe()
    if (retryAt < Infinity) timer = delay(clock, Math.max(retryAt - clock.monotonic(), 0)).subscribe(drain)
    // The latest first, so that earlier requests stay in a full queue.
    const latestFirst = Array.from(arrivals).reverse()
    arrivals.clear()
    for (const refuseOrWait of latestFirst) refuseOrWait()
  }

  const drain = (): void => {
    if (isDraining) return
    sendAll()
    application.noteWaiting?.(interactive, background)
  }

  const availableAt = (limiter: RateLimiter, keepsReserve: boolean): number =>
    Math.max(application.availableAt(keepsReserve), limiter === application ? 0 : limiter.availableAt(keepsReserve))

  return {
    length: () => length,
    has: (limiter) => allEntries.some((waiting) => waiting.has(limiter)),
    promote: (limiter) => {
      for (const waiting of background)
        for (const [subscriber, entry] of waiting.get(limiter) ?? []) {
          remove(limiter, subscriber)
          add(interactive, limiter, subscriber, { ...entry, waitsSince: clock.monotonic() })
        }
      drain()
    },
    drain,
    enqueue: (entry, limiter, onWait) =>
      // `new Observable`, because the queue holds the subscribers themselves.
      new Observable((subscriber) => {
        const isBackground = entry.request.priority === 'background'
        if (!isDraining && length === 0 && availableAt(limiter, isBackground) <= clock.monotonic()) {
          interactiveStreak = isBackground ? 0 : interactiveStreak + 1
          // Requests that arrive during this subscription wait for the drain below. If they were sent directly, a long
          // chain of synchronous responses would overflow the stack.
          isDraining = true
          entry.response$.subscribe(subscriber)
          isDraining = false
          drain()
          return
        }
        let wasSent = false
        const refuseOrWait = (): void => {
          if (wasSent || subscriber.closed) return
          if (length > (isBackground ? 0.9 : 1) * maxWaiting) withhold(subscriber, entry, 'queue', none)
          else onWait()
        }
        const response$ = defer(() => {
          wasSent = true
          return entry.response$
        })
        add(isBackground ? background : interactive, limiter, subscriber, { ...entry, response$ })
        subscriber.add(() => {
          arrivals.delete(refuseOrWait)
          if (remove(limiter, subscriber)) drain()
        })
        arrivals.add(refuseOrWait)
        drain()
      }),
  }
}
