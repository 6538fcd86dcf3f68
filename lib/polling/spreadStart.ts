import { merge, NEVER, Observable, take } from 'rxjs'
import { elapsed } from '../clock/elapsed.js'
import type { Emit } from '../event/eventHub.js'
import type { Connection } from '../http/Connection.js'

/** How many watchers of a client begin at once in a second. */
const atOnce = 10
const second = 1000

const starts = new WeakMap<object, { readonly since: number; count: number }>()

/** A watcher in its events: what it asks for, its number, and how often it asks, in milliseconds. */
export interface Watcher {
  readonly operation: string
  readonly watcher: number
  readonly every: number
}

/** A function of its own, whose closure holds only what it needs until the watcher ends: there may be thousands. */
const emitter =
  (emit: Emit, { operation, ...body }: Watcher) =>
  (_tag: 'WatcherStarted' | 'WatcherEnded') =>
  (): void =>
    emit({ number: 0, operation }, () => ({ _tag, ...body }))

/**
 * Begins the rounds of a watcher, and emits the events of its start and its end.
 *
 * They begin at once. Where a client starts more than ten watchers within a second, each of the others waits for a random
 * part of its interval, so that thousands do not all ask at the same time; when `triggered$` emits, it waits no longer.
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
    // Subscribed to directly, so that nothing is held between the rounds and the subscriber.
    const begin = () => void rounds.subscribe(subscriber)
    if (++latest.count > atOnce)
      subscriber.add(
        merge(elapsed(clock, random() * watcher.every), triggered$)
          .pipe(take(1))
          .subscribe(begin),
      )
    else begin()
  })
