import { Subscription } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { startTimer } from '../../base/clock/delay.js'
import { createHeap } from '../../base/clock/heap.js'

/** Callbacks that run at given moments of the sandbox's time. */
export interface Agenda {
  /** Calls `run` at a moment, or asynchronously as soon as possible if the moment has passed. */
  readonly at: (moment: number, run: () => void) => void
  /** Resets the timer after `advance` has moved the sandbox's time ahead of its clock. */
  readonly reschedule: () => void
}

interface Entry {
  readonly moment: number
  readonly order: number
  readonly run: () => void
}

const isEarlier = (a: Entry, b: Entry): boolean => a.moment < b.moment || (a.moment === b.moment && a.order < b.order)

/** Creates an empty agenda. It has one timer, for the next callback; the timer does not keep a process alive. */
export const createAgenda = (clock: Clock, now: () => number): Agenda => {
  const heap = createHeap(isEarlier)
  let order = 0
  let timer = Subscription.EMPTY

  const reschedule = (): void => {
    timer.unsubscribe()
    const next = heap.peek()
    if (next === undefined) return
    const runNext = (): void => {
      heap.pop()
      next.run()
      reschedule()
    }
    timer = startTimer(clock, Math.max(next.moment - now(), 0), runNext, { keepAlive: false })
  }

  return {
    at: (moment, run) => {
      heap.push({ moment, order: order++, run })
      reschedule()
    },
    reschedule,
  }
}
