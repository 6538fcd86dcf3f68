import { merge, type MonoTypeOperatorFunction, NEVER, Observable, take, tap } from 'rxjs'
import { elapsed } from '../../base/clock/elapsed.js'
import type { EventWatcher } from '../../base/event/ClientEvent.js'
import type { Emit } from '../../base/event/eventHub.js'
import type { Connection } from '../../http/Connection.js'

/** How many watchers of a client may start in the same second without a delay. */
const atOnce = 10
const second = 1000

const starts = new WeakMap<object, { readonly since: number; count: number }>()

/** A watcher as its events describe it: its operation, its number and label, and its interval in milliseconds. */
export interface Watcher extends EventWatcher {
  readonly operation: string
  readonly every: number
  /** What its rounds or its trigger have failed with; {@link noteError} sets it. */
  error?: Error
}

/** Notes an error, for the event of the watcher's end. */
export const noteError = <A>(watcher: Watcher): MonoTypeOperatorFunction<A> =>
  tap({
    error: (thrown: unknown) => {
      watcher.error = thrown instanceof Error ? thrown : new Error('what was thrown is no error')
    },
  })

/** A separate function, so that its closure holds nothing else until the watcher ends: there may be thousands. */
const emitter = (emit: Emit, watcher: Watcher) => (_tag: 'WatcherStarted' | 'WatcherEnded') => (): void =>
  emit({ number: 0, operation: watcher.operation }, () => ({ _tag, ...watcher }))

/**
 * Begins the rounds of a watcher, and emits the events of its start and its end.
 *
 * The rounds begin at once. If a client starts more than ten watchers within a second, each further one waits for a
 * random part of its interval, so that thousands of watchers do not ask at the same time. When `triggered$` emits, the
 * wait ends.
 */
export const spreadStart = <A>(
  { client, clock, random, emit }: Connection,
  watcher: Watcher,
  rounds: Observable<A>,
  triggered$: Observable<unknown> = NEVER,
): Observable<A> =>
  new Observable((subscriber) => {
    const emits = emitter(emit, watcher)
    emits('WatcherStarted')()
    subscriber.add(emits('WatcherEnded'))
    const now = clock.monotonic()
    let latest = starts.get(client)
    if (latest === undefined || now - latest.since >= second) starts.set(client, (latest = { since: now, count: 0 }))
    // The subscriber is passed on directly, so that no operator in between takes memory as long as the watcher runs.
    const begin = () => void rounds.subscribe(subscriber)
    if (++latest.count > atOnce)
      subscriber.add(
        merge(elapsed(clock, random() * watcher.every), triggered$)
          .pipe(take(1))
          .subscribe(begin),
      )
    else begin()
  })
