import { asyncScheduler } from 'rxjs'
import type { Clock } from './Clock.js'

/** The clock of the machine, and of RxJS's `TestScheduler` inside its `run`. */
export const systemClock: Clock = {
  wall: () => asyncScheduler.now(),
  monotonic: () => performance.now(),
  scheduler: asyncScheduler,
}
