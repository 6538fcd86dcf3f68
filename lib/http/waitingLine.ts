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

type Waiters = Map<Subscriber<void>, HttpRequest>

/** Those who wait, by whom they are for; whoever had a turn goes to its end. */
type Queue = Map<Allowance, Waiters>

/** Where requests wait for their turn. */
export interface WaitingLine {
  /** How many wait. */
  readonly length: () => number
  readonly has: (narrow: Allowance) => boolean
  /** Emits and completes when it is a request's turn, which takes its points at once; calls back if it has to wait. */
  readonly join: (request: HttpRequest, narrow: Allowance, onWait: () => void) => Observable<void>
  /** Lets go who may, for something has changed. */
  readonly pump: () => void
}

const withhold = (subscriber: Subscriber<void>, request: HttpRequest, reason: WithheldReason, wait: Option<number>) => {
  subscriber.error(new RequestWithheld({ ...request, reason, retryAfter: wait }))
}

/** A line of at most `maxWaiting`, who wait for their own allowance and for that of the application. */
export const waitingLine = (clock: Clock, application: Allowance, maxWaiting: number): WaitingLine => {
  const interactive: Queue = new Map()
  const background: Queue = new Map()
  let length = 0
  let passed = 0
  let isPumping = false
  let wake = Infinity
  let timer = Subscription.EMPTY

  const exit = (queue: Queue, narrow: Allowance, own: Waiters, subscriber: Subscriber<void>): boolean => {
    if (!own.delete(subscriber)) return false
    length--
    if (own.size === 0) queue.delete(narrow)
    return true
  }

  /** Lets the first go that may, and answers whether there was one; else it notes when there will be. */
  const letGo = (queue: Queue, reserved: boolean): boolean => {
    const now = clock.monotonic()
    const gate = application.readyAt(reserved)
    for (const [narrow, own] of queue) {
      const wait = Math.max(gate, narrow.readyAt(reserved)) - now
      const isHopeless = queue === interactive && wait > patience && wait < Infinity
      for (const [subscriber, request] of own) {
        if (wait <= 0) {
          queue.delete(narrow)
          queue.set(narrow, own)
          exit(queue, narrow, own, subscriber)
          passed = queue === background ? 0 : passed + 1
          subscriber.next()
          subscriber.complete()
          return true
        }
        if (!isHopeless) break
        withhold(subscriber, request, 'budget', some(wait))
      }
      if (isHopeless) continue
      wake = Math.min(wake, wait)
      if (gate > now) break
    }
    return false
  }

  const pump = (): void => {
    if (isPumping) return
    isPumping = true
    do wake = Infinity
    while ((passed >= share && letGo(background, false)) || letGo(interactive, false) || letGo(background, true))
    isPumping = false
    timer.unsubscribe()
    if (wake < Infinity) timer = delay(clock, wake).subscribe(pump)
  }

  return {
    length: () => length,
    has: (narrow) => interactive.has(narrow) || background.has(narrow),
    pump,
    join: (request, narrow, onWait) =>
      new Observable((subscriber) => {
        const isBackground = request.priority === 'background'
        const queue = isBackground ? background : interactive
        const own: Waiters = queue.get(narrow) ?? new Map<Subscriber<void>, HttpRequest>()
        subscriber.add(() => {
          if (exit(queue, narrow, own, subscriber)) pump()
        })
        length++
        queue.set(narrow, own.set(subscriber, request))
        pump()
        if (!own.has(subscriber)) return
        if (length > (isBackground ? 0.9 : 1) * maxWaiting) withhold(subscriber, request, 'queue', none)
        else onWait()
      }),
  }
}
