import type { Subscription } from 'rxjs'
import type { Clock } from '../../clock/Clock.js'
import { arm } from '../../clock/delay.js'
import { TimeoutError } from '../../error/TimeoutError.js'
import type { Policy } from '../Http.js'
import { type Stage, staged } from './stage.js'

/** Whose timer runs until the attempt is answered or left. */
class Timed implements Stage {
  constructor(private readonly timer: Subscription) {}

  next<A>(told: A): A {
    this.end()
    return told
  }

  error(told: unknown): unknown {
    return this.next(told)
  }

  end(): void {
    this.timer.unsubscribe()
  }
}

/** Gives an attempt `request.timeout` milliseconds for its whole answer, then aborts it. Who is told has no timer armed. */
export const timeout = (clock: Clock): Policy =>
  staged((request, fail) => new Timed(arm(clock, request.timeout, () => fail(new TimeoutError(request)))))
