import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { Observable, type Subscriber, Subscription } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { delay } from '../clock/delay.js'
import { RequestWithheld, type WithheldReason } from '../error/RequestWithheld.js'
import type { Allowance } from './allowance.js'
import type { HttpRequest } from './HttpRequest.js'
import { patience } from './policies/retry.js'

/** So many interactive requests go before a background one that waits. */
const share = 9

interface Seat {
  readonly request: HttpRequest
  /** The moment it began to wait. */
  readonly since: number
}

type Seats = Map<Subscriber<void>, Seat>

/** Those who wait, by whom they are for; whoever had a turn goes to its end. */
type Queue = Map<Allowance, Seats>

/** Those of one priority: who gave a turn back goes before the others. */
type Lane = readonly [returned: Queue, others: Queue]

/** Where requests wait for their turn. */
export interface WaitingLine {
  /** How many wait. */
  readonly length: () => number
  readonly has: (narrow: Allowance) => boolean
  /** Goes at once if nobody waits and the request need not; answers whether it went, with its points. */
  readonly pass: (request: HttpRequest, narrow: Allowance, go: () => void) => boolean
  /**
   * Emits and completes when it is a request's turn, which takes its points at once; calls back if it has to wait. Who
   * began to wait before now has given a turn back.
   */
  readonly join: (request: HttpRequest, narrow: Allowance, since: number, onWait: () => void) => Observable<void>
  /** Makes interactive ones of the background ones, as if they came now. */
  readonly raise: (narrow: Allowance) => void
  /** Lets go who may, for something has changed. */
  readonly pump: () => void
}

const withhold = (subscriber: Subscriber<void>, { request }: Seat, reason: WithheldReason, wait: Option<number>) => {
  subscriber.error(new RequestWithheld({ ...request, reason, retryAfter: wait }))
}

/** A line of at most `maxWaiting`, who wait for their own allowance and for that of the application. */
export const waitingLine = (clock: Clock, application: Allowance, maxWaiting: number): WaitingLine => {
  const interactive: Lane = [new Map(), new Map()]
  const background: Lane = [new Map(), new Map()]
  const queues = [...interactive, ...background]
  /** The interactive ones, as they came. */
  const seats: Seats = new Map()
  /** Who came while others were let go, and may have to wait. */
  const unjudged = new Set<() => void>()
  let length = 0
  let passed = 0
  let isPumping = false
  let wake = Infinity
  let timer = Subscription.EMPTY

  const enter = (lane: Lane, narrow: Allowance, subscriber: Subscriber<void>, seat: Seat): void => {
    const queue = lane[seat.since < clock.monotonic() ? 0 : 1]
    const own: Seats = queue.get(narrow) ?? new Map<Subscriber<void>, Seat>()
    queue.set(narrow, own.set(subscriber, seat))
    if (lane === interactive) seats.set(subscriber, seat)
    length++
  }

  const exit = (narrow: Allowance, subscriber: Subscriber<void>): boolean => {
    seats.delete(subscriber)
    return queues.some((queue) => {
      const own = queue.get(narrow)
      if (own?.delete(subscriber) !== true) return false
      if (own.size === 0) queue.delete(narrow)
      length--
      return true
    })
  }

  /** Lets the first go that may, or withholds the first that would wait for too long; else it notes when it is to look again. */
  const letGo = (lane: Lane, reserved: boolean): boolean => {
    const now = clock.monotonic()
    const gate = application.readyAt(reserved)
    for (const queue of lane)
      for (const [narrow, own] of queue) {
        const at = Math.max(gate, narrow.readyAt(reserved))
        const [[subscriber, seat]] = own as unknown as [[Subscriber<void>, Seat]]
        if (at <= now) {
          queue.delete(narrow)
          queue.set(narrow, own)
          exit(narrow, subscriber)
          passed = lane === background ? 0 : passed + 1
          subscriber.next()
          subscriber.complete()
          return true
        }
        if (lane === interactive && at > seat.since + patience && at < Infinity) {
          withhold(subscriber, seat, 'budget', some(at - now))
          return true
        }
        wake = Math.min(wake, gate > now ? gate : at)
        if (gate > now) return false
      }
    return false
  }

  /** Withholds those that have waited for too long, and answers whether there were any; notes when there will be. */
  const expire = (): boolean => {
    let isAny = false
    for (const [subscriber, seat] of seats) {
      const end = seat.since + patience
      if (end > clock.monotonic()) {
        wake = Math.min(wake, end)
        break
      }
      isAny = true
      withhold(subscriber, seat, 'budget', none)
    }
    return isAny
  }

  /** When one of them may leave at the soonest. */
  const readyAt = (narrow: Allowance, reserved: boolean): number =>
    Math.max(application.readyAt(reserved), narrow === application ? 0 : narrow.readyAt(reserved))

  const pump = (): void => {
    if (isPumping) return
    if (length === 0 && unjudged.size === 0) {
      timer.unsubscribe()
      return
    }
    isPumping = true
    do wake = Infinity
    while (
      (passed >= share && letGo(background, false)) ||
      letGo(interactive, false) ||
      letGo(background, true) ||
      expire()
    )
    isPumping = false
    timer.unsubscribe()
    if (wake < Infinity) timer = delay(clock, Math.max(wake - clock.monotonic(), 0)).subscribe(pump)
    const judges = Array.from(unjudged).reverse()
    unjudged.clear()
    for (const judge of judges) judge()
  }

  return {
    length: () => length,
    has: (narrow) => queues.some((queue) => queue.has(narrow)),
    raise: (narrow) => {
      for (const queue of background)
        for (const [subscriber, seat] of queue.get(narrow) ?? []) {
          exit(narrow, subscriber)
          enter(interactive, narrow, subscriber, { ...seat, since: clock.monotonic() })
        }
      pump()
    },
    pump,
    pass: (request, narrow, go) => {
      const isBackground = request.priority === 'background'
      if (isPumping || length > 0 || readyAt(narrow, isBackground) > clock.monotonic()) return false
      passed = isBackground ? 0 : passed + 1
      isPumping = true
      go()
      isPumping = false
      pump()
      return true
    },
    join: (request, narrow, since, onWait) =>
      new Observable((subscriber) => {
        const isBackground = request.priority === 'background'
        const seat = { request, since }
        enter(isBackground ? background : interactive, narrow, subscriber, seat)
        const judge = (): void => {
          if (subscriber.closed) return
          if (length > (isBackground ? 0.9 : 1) * maxWaiting) withhold(subscriber, seat, 'queue', none)
          else onWait()
        }
        subscriber.add(() => {
          unjudged.delete(judge)
          if (exit(narrow, subscriber)) pump()
        })
        unjudged.add(judge)
        pump()
      }),
  }
}
