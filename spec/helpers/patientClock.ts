import { asyncScheduler, type SchedulerAction, type SchedulerLike, Subscription } from 'rxjs'
import { type Clock, systemClock } from '../../lib/index.js'

/** The shortest wait of a client for a response, in milliseconds. */
const shortestTimeout = 5000

const scheduler: SchedulerLike = {
  now: () => asyncScheduler.now(),
  schedule: <T>(work: (this: SchedulerAction<T>, state?: T) => void, ms = 0, state?: T): Subscription =>
    ms < shortestTimeout ? asyncScheduler.schedule<T>(work, ms, state) : Subscription.EMPTY,
}

/** The machine's clock without timeouts: on a busy machine, a database may respond later than a client waits. */
export const patientClock: Clock = { ...systemClock, scheduler }
