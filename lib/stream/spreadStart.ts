import { merge, NEVER, Observable, take } from 'rxjs'
import { rest } from '../clock/rest.js'
import type { Emit } from '../event/eventHub.js'
import type { Connection } from '../http/Connection.js'

/** So many watchers of a client begin at once within a second; those beyond do not. */
const atOnce = 10
const second = 1000

const starts = new WeakMap<object, { readonly since: number; count: number }>()

/** What is told of a watcher: what it asks, its number, and how often it asks, milliseconds. */
export interface Watcher {
  readonly operation: string
  readonly watcher: number
  readonly every: number
}

/** Alone here, so that a watcher keeps these three and nothing else until its end: there may be thousands. */
const telling =
  (emit: Emit, { operation, ...body }: Watcher) =>
  (_tag: 'WatcherStarted' | 'WatcherEnded') =>
  (): void =>
    emit({ number: 0, operation }, () => ({ _tag, ...body }))

/**
 * Begins a watcher: at once, but where a client starts many together, each waits for an even part of its interval, so
 * that thousands begin as evenly as they go on. `hurry$` begins it at once. Tells that it has started, and its end.
 */
export const spreadStart = <A>(
  { client, clock, random, emit }: Connection,
  watcher: Watcher,
  rounds: Observable<A>,
  hurry$: Observable<unknown> = NEVER,
): Observable<A> =>
  new Observable((subscriber) => {
    const tell = telling(emit, watcher)
    tell('WatcherStarted')()
    subscriber.add(tell('WatcherEnded'))
    const now = clock.monotonic()
    let latest = starts.get(client)
    if (latest === undefined || now - latest.since >= second) starts.set(client, (latest = { since: now, count: 0 }))
    // Nothing stays between a watcher and its subscriber.
    const begin = () => void rounds.subscribe(subscriber)
    if (++latest.count > atOnce)
      subscriber.add(
        merge(rest(clock, random() * watcher.every), hurry$)
          .pipe(take(1))
          .subscribe(begin),
      )
    else begin()
  })
