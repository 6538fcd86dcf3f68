import { Observable, type SchedulerAction, type SchedulerLike, Subscription } from 'rxjs'
import type { Clock } from '../../lib/base/clock/Clock.js'

/** A process: its clock, what reaches it from outside, and its fate. */
export interface Mortal {
  readonly clock: Clock
  /** What a stream emits reaches the process when it runs, and never when it is dead. */
  readonly hears: <A>(source: Observable<A>) => Observable<A>
  /** It stands still, as with SIGSTOP: time goes on, and nothing of it runs. */
  readonly stall: () => void
  /** It goes on: what has come due meanwhile happens now. */
  readonly wake: () => void
  readonly die: () => void
}

/** A process under a clock that others share. */
export const mortal = (clock: Clock): Mortal => {
  let isStalled = false
  let isDead = false
  const due: Array<() => void> = []
  const run = (work: () => void): void => {
    if (isDead) return
    if (isStalled) due.push(work)
    else work()
  }

  class Action<T> extends Subscription implements SchedulerAction<T> {
    constructor(private readonly work: (this: SchedulerAction<T>, state?: T) => void) {
      super()
    }

    schedule(state?: T, ms = 0): Subscription {
      const timer = clock.scheduler.schedule(() => {
        run(() => {
          if (!this.closed) this.work.call(this, state)
        })
      }, ms)
      this.add(timer)
      return this
    }
  }

  const scheduler: SchedulerLike = {
    now: clock.wall,
    schedule: <T>(work: (this: SchedulerAction<T>, state?: T) => void, ms = 0, state?: T) =>
      new Action(work).schedule(state, ms),
  }

  return {
    clock: { wall: clock.wall, monotonic: clock.monotonic, scheduler },
    hears: (source) =>
      new Observable((subscriber) =>
        source.subscribe({
          next: (value) => run(() => subscriber.next(value)),
          error: (error: unknown) => run(() => subscriber.error(error)),
          complete: () => run(() => subscriber.complete()),
        }),
      ),
    stall: () => {
      isStalled = true
    },
    wake: () => {
      isStalled = false
      for (const work of due.splice(0)) run(work)
    },
    die: () => {
      isDead = true
    },
  }
}
