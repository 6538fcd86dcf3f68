import {
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  finalize,
  from,
  ignoreElements,
  merge,
  mergeMap,
  Observable,
  ReplaySubject,
  Subject,
  take,
  takeUntil,
  tap,
  throwError,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { delay } from '../../base/clock/delay.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { observableCodec } from '../../base/codec/guardCodec.js'
import { milliseconds } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import { StopTimeout } from './StopTimeout.js'
import type { Watcher } from './watcher.js'

const signals = ['SIGTERM', 'SIGINT', 'SIGBREAK'] as const

/**
 * The first signal that requests this process to exit: SIGTERM, SIGINT (Ctrl-C) or SIGBREAK (Ctrl-Break on Windows).
 *
 * Cold. Emits the name of the signal and completes. It removes its listeners before it emits, so that the process exits
 * at once on a second signal, which is Node's default. Unsubscribing removes the listeners. Worker threads receive no
 * signals.
 *
 * @example
 * import { stopSignal } from 'rxbank/node'
 *
 * const heard: Array<string> = []
 * stopSignal().subscribe((signal) => heard.push(signal))
 * process.emit('SIGTERM', 'SIGTERM') // as the system does
 * assert.deepStrictEqual([heard, process.listenerCount('SIGTERM')], [['SIGTERM'], 0])
 */
export const stopSignal = (): Observable<'SIGTERM' | 'SIGINT' | 'SIGBREAK'> =>
  // Not `fromEvent` with `take(1)`, which would remove the listeners only after it has emitted.
  new Observable((subscriber) => {
    const removeListeners = () => {
      for (const signal of signals) process.off(signal, onSignal)
    }
    const onSignal = (signal: (typeof signals)[number]): void => {
      removeListeners()
      subscriber.next(signal)
      subscriber.complete()
    }
    for (const signal of signals) process.on(signal, onSignal)
    return removeListeners
  })

/** How watchers are stopped. */
export interface RunGracefullyConfig {
  /**
   * Its first emission stops the watchers; default {@link stopSignal}. If it errors, the watchers are stopped too, and
   * the stream errors with that error.
   */
  readonly stop$?: Observable<unknown>
  /** How many milliseconds the watchers get to complete; default 8,000, because Docker kills a process after 10,000. */
  readonly gracePeriod?: number
  /** The clock; default: the system's. */
  readonly clock?: Clock
}

const gracefulConfig = options(
  'options',
  {},
  { stop$: observableCodec<Observable<unknown>>('an Observable'), gracePeriod: milliseconds(0), clock: clockCodec },
)

const areWatchers = (u: unknown): boolean => Array.isArray(u) && u.every((watcher) => typeof watcher === 'function')

/**
 * Runs watchers until SIGTERM or Ctrl-C, and then stops all of them at the same time without interrupting `process`.
 *
 * Cold. Emits what the watchers emit, and completes when all of them have completed. If one fails, the others are
 * stopped in the same way, and then the stream errors with that failure. Watchers that do not complete in time are
 * unsubscribed from, and the stream errors with the first failure, or with a {@link StopTimeout} if there was none.
 * Unsubscribing stops all watchers immediately, and removes the listeners for signals. After the first signal the
 * listeners are removed too, so the process exits at once on a second Ctrl-C.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { runGracefully, memoryCheckpointStore, watcher } from 'rxbank/node'
 * import { createSandbox } from 'rxbank/sandbox'
 *
 * const { credentials, http } = createSandbox({ profile: bridge2025 })
 * const client = createClient({ profile: bridge2025, ...credentials, http })
 * const user = client.user({ externalUserId: 'A6J' })
 * const config = { store: memoryCheckpointStore(), process: async () => undefined }
 * const watching = runGracefully([
 *   watcher(user.transactions.watchUpdated, config),
 *   watcher(user.stocks.watchUpdated, config),
 * ]).subscribe({ error: () => process.exit(1) })
 * process.emit('SIGTERM', 'SIGTERM') // as the system does
 * await new Promise(setImmediate)
 * assert.ok(watching.closed)
 */
export const runGracefully = <A extends ReadonlyArray<unknown>>(
  watchers: readonly [...{ [K in keyof A]: Watcher<A[K]> }],
  config: RunGracefullyConfig = {},
): Observable<A[number]> =>
  defer(() => {
    const { stop$ = stopSignal(), gracePeriod = 8000, clock = systemClock } = decodeOptions(gracefulConfig, config)
    if (!areWatchers(watchers))
      throw wrongOption('/watchers', 'an array of watchers: functions from a stop signal to a stream')
    const stopRequested$ = new ReplaySubject<void>(1)
    const finished$ = new Subject<void>()
    let failure: { readonly error: unknown } | undefined
    let runningCount = watchers.length

    /** Stops the watchers. The stream errors with the first failure, once the watchers have stopped. */
    const stopWithFailure = (error: unknown): Observable<never> => {
      failure ??= { error }
      stopRequested$.next()
      return EMPTY
    }

    const externalStop$ = stop$.pipe(
      ignoreTeardownErrors,
      take(1),
      tap(() => stopRequested$.next()),
      catchError(stopWithFailure),
      ignoreElements(),
    )
    const timeout$ = stopRequested$.pipe(
      take(1),
      concatMap(() => delay(clock, gracePeriod)),
      concatMap(() => throwError(() => failure?.error ?? new StopTimeout({ gracePeriod, unfinished: runningCount }))),
    )
    const values$ = from<ReadonlyArray<Watcher<A[number]>>>(watchers).pipe(
      mergeMap((watcher) =>
        defer(() => watcher(stopRequested$.asObservable())).pipe(
          catchError(stopWithFailure),
          finalize(() => runningCount--),
        ),
      ),
    )
    const failure$ = defer(() => (failure === undefined ? EMPTY : throwError(() => failure?.error)))
    return merge(
      merge(timeout$, externalStop$).pipe(takeUntil(finished$)),
      concat(values$, failure$).pipe(finalize(() => finished$.next())),
    )
  })
