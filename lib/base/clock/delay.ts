import {
  catchError,
  filter,
  type MonoTypeOperatorFunction,
  NEVER,
  Observable,
  Subscription,
  switchMap,
  take,
} from 'rxjs'
import { ignoreTeardownErrors } from '../platform/ignoreTeardownErrors.js'
import { addMs, type Clock, msUntil, now } from './Clock.js'

/**
 * The hints that a clock may have jumped or that the network is back. Never errors and never completes. Ignores values
 * that `wakeUp$` emits synchronously on subscription, because they are about the past.
 */
export const wakes = ({ wakeUp$ = NEVER }: Clock): Observable<unknown> =>
  new Observable((subscriber) => {
    let isSubscribing = true
    const hints = wakeUp$.pipe(
      ignoreTeardownErrors,
      filter(() => !isSubscribing),
      catchError(() => NEVER),
    )
    subscriber.add(hints.subscribe(subscriber))
    isSubscribing = false
  })

/** The longest delay of a platform timer, in milliseconds; for a longer one `setTimeout` fires at once. */
const maxTimerMs = 2 ** 31 - 1

/** How a timer behaves on Node. */
export interface DelayConfig {
  /** Whether the timer keeps the process alive; default `true`. */
  readonly keepAlive?: boolean
}

interface Unrefable {
  readonly id?: { readonly unref?: () => void }
}

/**
 * Calls `work` once after `ms` milliseconds; every timer of the client starts here. Unsubscribing clears the timer.
 * Throws for a negative number and `NaN`, because a platform timer would fire at once.
 */
export const startTimer = (clock: Clock, ms: number, work: () => void, config: DelayConfig = {}): Subscription => {
  if (!(ms >= 0)) throw new RangeError('delay: a number of milliseconds, 0 or more')
  if (ms > maxTimerMs) {
    const timers = new Subscription()
    timers.add(
      startTimer(clock, maxTimerMs, () => timers.add(startTimer(clock, ms - maxTimerMs, work, config)), config),
    )
    return timers
  }
  const timer = clock.scheduler.schedule(work, ms)
  if (config.keepAlive === false) (timer as Unrefable).id?.unref?.()
  return timer
}

/**
 * Emits once after `ms` milliseconds and completes.
 *
 * Cold. A delay that is too long for one platform timer uses several. A negative number or `NaN` is an error.
 * Unsubscribing clears the timer.
 */
export const delay = (clock: Clock, ms: number, config?: DelayConfig): Observable<void> =>
  new Observable((subscriber) => {
    const emit = (): void => {
      subscriber.next()
      subscriber.complete()
    }
    // #sabotage: timer-cleared
    subscriber.add(startTimer(clock, ms, emit, config))
  })

/** The milliseconds between two checks of the wall clock; for a long wait, a fifth of the wait. */
const minCheckInterval = 30_000

/**
 * Emits once when `ms` milliseconds have elapsed by either clock, and completes.
 *
 * Cold. Setting the wall clock back delays nothing. While a machine sleeps, its timers stand still and its wall clock
 * advances. A sleep is noticed at the next hint of `clock.wakeUp$`. Without hints it is noticed within half a minute or
 * a fifth of the wait, whichever is longer, so that many long waits do not all complete at the same time.
 */
export const delayByEitherClock = (clock: Clock, ms: number): Observable<void> =>
  new Observable((subscriber) => {
    const end = addMs(now(clock), ms)
    const checkInterval = Math.max(minCheckInterval, ms / 5)
    let timer = Subscription.EMPTY
    const completeAtEnd = (): void => {
      if (msUntil(end, clock) > 0) return
      subscriber.next()
      subscriber.complete()
    }
    const wait = (remaining: number): void => {
      timer = startTimer(clock, Math.min(remaining, checkInterval), () => {
        completeAtEnd()
        // Not below 0: time has passed since the clocks were last read.
        if (!subscriber.closed) wait(Math.max(msUntil(end, clock), 0))
      })
    }
    wait(ms)
    const hints = clock.wakeUp$ && wakes(clock).subscribe(completeAtEnd)
    return () => {
      timer.unsubscribe()
      hints?.unsubscribe()
    }
  })

/**
 * Emits the first value of a stream and completes. If no value arrives within `ms` milliseconds, it unsubscribes and
 * errors with the result of `error`, even if the stream has completed before.
 *
 * With `isPaused$`, the timer stops at each `true`, and starts again from `ms` at each `false`.
 */
export const firstOrTimeout =
  <A>(clock: Clock, ms: number, error: () => Error, isPaused$?: Observable<boolean>): MonoTypeOperatorFunction<A> =>
  (source) =>
    new Observable((subscriber) => {
      const fail = (failure: unknown): void => subscriber.error(failure)
      const expire = (): void => fail(error())
      const emit = (value: A): void => {
        subscriber.next(value)
        subscriber.complete()
      }
      subscriber.add(source.pipe(take(1)).subscribe({ next: emit, error: fail }))
      if (subscriber.closed) return
      const expired$ = isPaused$?.pipe(switchMap((isPaused) => (isPaused ? NEVER : delay(clock, ms))))
      subscriber.add(expired$?.subscribe({ next: expire, error: fail }) ?? startTimer(clock, ms, expire))
    })
