import { merge, type MonoTypeOperatorFunction, NEVER, Observable, take, tap } from 'rxjs'
import { delayByEitherClock } from '../../base/clock/delay.js'
import type { EventWatcher } from '../../base/event/ClientEvent.js'
import type { Emit } from '../../base/event/eventHub.js'
import type { Connection } from '../../http/Connection.js'

/** How many watchers of a client may start in the same second without a delay. */
const maxAtOnce = 10
const second = 1000

const recentStarts = new WeakMap<object, { readonly since: number; count: number }>()

/** The fields of a watcher in its events: its operation, its number and label, and its interval in milliseconds. */
export interface Watcher extends EventWatcher {
  readonly operation: string
  readonly every: number
  /** The error of its rounds or of its trigger; {@link noteError} sets it. */
  error?: Error
}

/** Records the error of a stream in the watcher, for its `WatcherEnded` event. */
export const noteError = <A>(watcher: Watcher): MonoTypeOperatorFunction<A> =>
  tap({
    error: (thrown: unknown) => {
      watcher.error = thrown instanceof Error ? thrown : new Error('the thrown value is not an Error')
    },
  })

/** A separate function, because its closure lives as long as the watcher and should hold nothing else in memory. */
const createEmitter = (emit: Emit, watcher: Watcher) => (_tag: 'WatcherStarted' | 'WatcherEnded') => (): void =>
  emit({ number: 0, operation: watcher.operation }, () => ({ _tag, ...watcher }))

/**
 * Starts the rounds of a watcher, and emits `WatcherStarted` and `WatcherEnded`.
 *
 * The rounds start at once. If a client starts more than ten watchers within a second, each further one first waits for
 * a random part of its interval, so that thousands of watchers do not send at the same time. An emission of
 * `triggered$` starts the rounds at once.
 */
export const staggerStart = <A>(
  { client, clock, random, emit }: Connection,
  watcher: Watcher,
  rounds: Observable<A>,
  triggered$: Observable<unknown> = NEVER,
): Observable<A> =>
  // `new Observable` instead of `concat` and `finalize`, which would cost 1.5 kB of memory for each running watcher.
  new Observable((subscriber) => {
    const emitLater = createEmitter(emit, watcher)
    emitLater('WatcherStarted')()
    subscriber.add(emitLater('WatcherEnded'))
    const now = clock.monotonic()
    let recent = recentStarts.get(client)
    if (recent === undefined || now - recent.since >= second)
      recentStarts.set(client, (recent = { since: now, count: 0 }))
    const start = () => void rounds.subscribe(subscriber)
    if (++recent.count > maxAtOnce)
      subscriber.add(
        merge(delayByEitherClock(clock, random() * watcher.every), triggered$)
          .pipe(take(1))
          .subscribe(start),
      )
    else start()
  })
