import { merge, NEVER, Observable, take, tap } from 'rxjs'
import { elapsed } from '../clock/elapsed.js'
import { words } from '../codec/messages.js'
import type { EventWatcher } from '../event/ClientEvent.js'
import type { Emit } from '../event/eventHub.js'
import type { Connection } from '../http/Connection.js'

/** How many watchers of a client may start in the same second without a delay. */
const atOnce = 10
const second = 1000

const starts = new WeakMap<object, { readonly since: number; count: number }>()

/** A watcher as its events describe it: its operation, its number and label, and its interval in milliseconds. */
export interface Watcher extends EventWatcher {
  readonly operation: string
  readonly every: number
}

/** A separate function, so that its closure holds nothing else until the watcher ends: there may be thousands. */
const emitter =
  (emit: Emit, { operation, every, ...watched }: Watcher) =>
  (_tag: 'WatcherStarted' | 'WatcherEnded', failure?: { readonly error: Error }): void =>
    emit({ number: 0, operation, watched }, () => ({ _tag, watcher: watched.watcher, every, ...failure }))

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
    let failure: { readonly error: Error } | undefined
    emits('WatcherStarted')
    subscriber.add(() => emits('WatcherEnded', failure))
    const now = clock.monotonic()
    let latest = starts.get(client)
    if (latest === undefined || now - latest.since >= second) starts.set(client, (latest = { since: now, count: 0 }))
    const note = (thrown: unknown) => {
      failure = { error: thrown instanceof Error ? thrown : new Error(words('what was thrown is no error')) }
    }
    const begin = () => void rounds.pipe(tap({ error: note })).subscribe(subscriber)
    if (++latest.count > atOnce)
      subscriber.add(
        merge(elapsed(clock, random() * watcher.every), triggered$)
          .pipe(take(1))
          .subscribe(begin),
      )
    else begin()
  })
