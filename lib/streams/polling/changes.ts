import { isNone, isSome, map as mapOption, none, type Option, some, toUndefined } from 'fp-ts/lib/Option.js'
import { concat, concatMap, defer, EMPTY, finalize, ignoreElements, merge, type Observable, repeat } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay, delayByEitherClock } from '../../base/clock/delay.js'
import { shorten } from '../../base/codec/issues.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import { shareAcrossCopies } from '../../base/packageCopies.js'
import { jitteredInterval } from '../../http/backoff.js'
import type { Connection } from '../../http/Connection.js'
import { retryForever } from '../../http/policies/retryForever.js'
import type { Stream } from '../send/Stream.js'
import { fromAsyncResult } from './AsyncResult.js'
import { type Bookmark, type CheckpointStore, loadBookmark } from './Bookmark.js'
import { type ChangesConfig, changesConfig, type UpdatedBatch } from './ChangesConfig.js'
import { createTrigger } from './createTrigger.js'
import { readRound } from './readRound.js'
import { defaultOverlap } from './recentReports.js'
import { noteError, staggerStart, type Watcher } from './staggerStart.js'
import { bookmarkAfter, bookmarkWithin, listAddress, resumeRounds } from './syncChanges.js'
import { requestSince, type UpdatedList } from './updatedList.js'

/** For each store, the keys that running watchers of this process use. */
const keysInUse = /* @__PURE__ */ shareAcrossCopies('keysInUse', () => new WeakMap<CheckpointStore, Set<string>>())

/** The key for an error message, without the email address of a user. */
const shownKey = (key: string): string => JSON.stringify(shorten(key.replace(/(\?email=).*$/s, '$1…')))

/**
 * Runs a watcher, and reserves its key in the store while it runs. Two watchers with one key would overwrite each
 * other's bookmark and miss rows that only the other one has processed.
 *
 * Errors with a `ConfigError` if another running watcher of this process uses the key in the same store object. An
 * operator that subscribes again, such as `retry` behind `share`, may do so before the previous watcher is torn down.
 * So if the key is in use, it is checked once more after the call stack has unwound. The key is free once the watcher
 * is torn down.
 */
export const reserveKey = <A>(
  clock: Clock,
  store: CheckpointStore,
  key: string,
  watcher: Observable<A>,
): Observable<A> =>
  defer(() => {
    const keys = keysInUse.get(store) ?? new Set<string>()
    keysInUse.set(store, keys)
    const unwound$ = keys.has(key) ? delay(clock, 0).pipe(ignoreElements()) : EMPTY
    const owner$ = defer(() => {
      if (keys.has(key)) throw wrongOption('/key', `a key of its own; another running watcher uses ${shownKey(key)}`)
      keys.add(key)
      return watcher.pipe(finalize(() => keys.delete(key)))
    })
    return concat(unwound$, owner$)
  })

const getTime = (date: Date): number => date.getTime()
const toDate = (milliseconds: number): Date => new Date(milliseconds)

/**
 * The default key in the store. The operation is encoded: a `/` or `?` in it could make the keys of two watchers equal.
 */
export const checkpointKey = ({ baseUrl, principal }: Connection, operation: string): string =>
  `${baseUrl.origin}${baseUrl.prefix}/${encodeURIComponent(operation)}?${principal}`

const watchChanges = <A>(
  connection: Connection,
  list: UpdatedList<A>,
  config: ChangesConfig<A>,
): Observable<UpdatedBatch<A>> => {
  const decoded = decodeOptions(changesConfig, config)
  const { every = 60_000, overlap = defaultOverlap, label, limit, store, trigger$ } = decoded
  const { process = () => EMPTY } = config
  if (store !== undefined && config.process === undefined)
    throw wrongOption('/process', 'a function: store keeps the bookmark of the batches that it acknowledges')
  if (store !== undefined && decoded.key === undefined && !connection.isNamed)
    throw wrongOption('/key', 'a key for store, because the client has no name for this user')

  const { operation } = list(none)
  const address = listAddress(list)
  const { clock, random, emit } = connection
  const key = decoded.key ?? checkpointKey(connection, operation)
  const watcher = connection.nextWatcherNumber()
  const eventWatcher = { watcher, ...(label === undefined ? {} : { label }) }
  const watcherInfo: Watcher = { operation, every, ...eventWatcher }
  const http = retryForever(clock, random, emit, eventWatcher)(connection.httpOnce)
  const trigger = trigger$ && createTrigger(trigger$.pipe(noteError(watcherInfo)))

  const watchFrom = (bookmark: Option<Bookmark>): Observable<UpdatedBatch<A>> => {
    const { since } = decoded
    let stored = toUndefined(bookmark)
    const state = resumeRounds(clock, { address, overlap, since, bookmark: stored, source: '/store' })
    const { watermark, seen, startedAt } = state
    let checkpoint: Option<number> = none

    const save = (nextBookmark: () => Option<Bookmark>): Observable<unknown> =>
      // #sabotage: checkpoint-stored
      store === undefined
        ? EMPTY
        : defer(() => {
            const next = nextBookmark()
            if (isNone(next)) return EMPTY
            stored = next.value
            return fromAsyncResult('/store', () => store.save(key, next.value), 'save ')
          })

    const acknowledge = (batch: UpdatedBatch<A>): Observable<unknown> => {
      checkpoint = mapOption(getTime)(batch.checkpoint)
      // #sabotage: checkpoint-after-process
      return concat(
        save(() => bookmarkWithin(state, stored)),
        // #sabotage: process-error
        fromAsyncResult('/process', () => process(batch)),
        batch.isLast ? save(() => some(bookmarkAfter(state, batch))) : EMPTY,
      )
    }

    const round = defer(() => {
      trigger?.begin()
      return readRound(connection, {
        operation,
        eventWatcher,
        request: () => requestSince(list, watermark.ask(), limit),
        http,
        ...state,
        acknowledge,
        config: decoded,
      }).pipe(noteError(watcherInfo))
    })

    const pause = () => {
      watermark.commit()
      const wait = jitteredInterval(every, random)
      const next = watermark.since()
      if (isSome(next)) seen.endRound(next.value, next.value + overlap)
      else seen.endRound(Infinity)
      emit({ number: 0, operation, eventWatcher }, () => ({
        _tag: 'Polled',
        watcher,
        error: none,
        delay: wait,
        checkpoint: mapOption(toDate)(checkpoint),
      }))
      return trigger === undefined ? delayByEitherClock(clock, wait) : trigger.wait(clock, wait)
    }

    const repeated$ = round.pipe(repeat({ delay: pause }))
    const rounds$ =
      startedAt === undefined || stored !== undefined
        ? repeated$
        : // Saved before the first request: if this process is killed now, the next one starts at the same time.
          concat(
            save(() => some({ format: 1, list: address, position: null, rows: [], startedAt })).pipe(ignoreElements()),
            repeated$,
          )
    return staggerStart(connection, watcherInfo, rounds$, trigger?.triggered$)
  }

  const triggered = (watch$: Observable<UpdatedBatch<A>>) =>
    trigger === undefined ? watch$ : merge(trigger.listening$, watch$)
  return store === undefined
    ? triggered(watchFrom(none))
    : reserveKey(clock, store, key, triggered(loadBookmark(store, key, address).pipe(concatMap(watchFrom))))
}

/** Like {@link changes}, but both functions are called at each subscription, and the requests are not checked. */
export const deferChanges = <A>(
  connection: () => Connection,
  watched: () => readonly [list: UpdatedList<A>, config: ChangesConfig<A>],
): Stream<UpdatedBatch<A>> => defer(() => watchChanges(connection(), ...watched()))
