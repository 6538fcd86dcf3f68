import { Subscription } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { arm } from '../clock/delay.js'
import { createHeap } from '../clock/heap.js'

/** What is to happen at moments of the sandbox's time. */
export interface Agenda {
  /** Calls back at a moment, or on the clock's next turn where that has come. */
  readonly at: (moment: number, run: () => void) => void
  /** Looks again what is due, when the sandbox's time has been moved ahead of its clock. */
  readonly look: () => void
}

interface Entry {
  readonly moment: number
  readonly turn: number
  readonly run: () => void
}

const earlier = (a: Entry, b: Entry): boolean => a.moment < b.moment || (a.moment === b.moment && a.turn < b.turn)

/** An empty agenda: one timer for what is due next, which keeps no process alive. */
export const createAgenda = (clock: Clock, now: () => number): Agenda => {
  const heap = createHeap(earlier)
  let turn = 0
  let timer = Subscription.EMPTY

  const look = (): void => {
    timer.unsubscribe()
    const next = heap.peek()
    if (next === undefined) return
    const go = (): void => {
      heap.pop()
      next.run()
      look()
    }
    timer = arm(clock, Math.max(next.moment - now(), 0), go, { keepAlive: false })
  }

  return {
    at: (moment, run) => {
      heap.push({ moment, turn: turn++, run })
      look()
    },
    look,
  }
}
