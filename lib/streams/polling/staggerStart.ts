import { merge, type MonoTypeOperatorFunction, NEVER, Observable, take, tap } from 'rxjs'
import { delayByEitherClock } from '../../base/clock/delayByEitherClock.js'
import type { EventWatcher } from '../../base/event/ClientEvent.js'
import type { Emit } from '../../base/event/eventHub.js'
import type { Connection } from '../../http/Connection.js'

/** How many watchers of a client may start in the same second without a delay. */
const maxAtOnce = 10
const second = 1000

const recentStarts = new WeakMap<object, { readonly since: number; count: number }>()

/** A watcher as its events describe it: its operation, its number and label, and its interval in milliseconds. */
export interface Watcher extends EventWatcher {
  readonly operation: string
  readonly every: number
  /** The error of its rounds or of its trigger; {@link noteError} sets it. */
  error?: Error
}

/** Notes an error, for the event of the watcher's end. */
export const noteError = <A>(watcher: Watcher): MonoTypeOperatorFunction<A> =>
  tap({
    error: (thrown: unknown) => {
      watcher.error = thrown instanceof Error ? thrown : new Error('the thrown value is not an Error')
    },
  })

/** A separate function: its closure lives as long as the watcher, and holds nothing else. */
const createEmitter = (emit: Emit, watcher: Watcher) => (_tag: 'WatcherStarted' | 'WatcherEnded') => (): void =>
  emit({ number: 0, operation: watcher.operation }, () => ({ _tag, ...watcher }))

/**
 * Begins the rounds of a watcher, and emits the events of its start and its end.
 *
 * The rounds begin at once. If a client starts more than ten watchers within a second, each further one waits for a
 * random part of its interval, so that thousands of watchers do not ask at the same time. When `triggered$` emits, the
 * wait ends.
 */
export const staggerStart = <A>(
  { client, clock, random, emit }: Connection,
  watcher: Watcher,
  rounds: Observable<A>,
  triggered$: Observable<unknown> = NEVER,
): Observable<A> =>
  // `concat` and `finalize` would say the same, but cost each of thousands of watchers 1.5 kB for as long as it runs.
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
