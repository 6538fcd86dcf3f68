import { asyncScheduler } from 'rxjs'
import type { Clock } from './Clock.js'

/** The machine's clock. Inside `run` of RxJS's `TestScheduler`, the wall clock and the timers are virtual. */
export const systemClock: Clock = {
  wall: () => asyncScheduler.now(),
  monotonic: () => performance.now(),
  scheduler: asyncScheduler,
}
