import { none, type Option } from 'fp-ts/lib/Option.js'
import { isClientError, isTransient } from 'rxbank'
import type { Watcher } from 'rxbank/node'
import type { Mirror, MirrorBatch } from 'rxbank/sqlite'
import {
  catchError,
  defer,
  EMPTY,
  finalize,
  map,
  type Observable,
  repeat,
  switchMap,
  takeUntil,
  tap,
  timer,
} from 'rxjs'
import type { News } from './News.js'
import type { WatchedUser } from './openClient.js'
import type { WatcherEvents } from './watcherEvents.js'

/** The lists that are mirrored, each in a table of its name. */
export const lists = ['stocks', 'transactions'] as const
export type List = (typeof lists)[number]

/** A list of a user, and how it is watched. */
export interface WatchListConfig {
  readonly mirror: Mirror
  readonly client: WatchedUser
  readonly user: string
  readonly list: List
  /** Milliseconds between rounds. */
  readonly every: number
  /** When the first round begins. */
  readonly start$: Observable<unknown>
  /** Runs a round when no other one of the user runs: each round takes the user from the one before. */
  readonly inTurn: (round$: Observable<MirrorBatch>) => Observable<MirrorBatch>
  readonly events: WatcherEvents
}

/** The longest wait after a failure. */
const minute = 60_000

/** A wait of some ten percent more or less, so that rounds that began together do not stay together. */
const about = (wait: number): number => wait * (0.9 + Math.random() * 0.2)

/** Mirrors a list, round by round, until it is told to end. A batch is written as a whole, whenever that is. */
export const watchList =
  ({ mirror, client, user, list, every, start$, inTurn, events }: WatchListConfig): Watcher<News> =>
  (stop$) =>
    defer(() => {
      let wait = every
      let checkpoint: Option<Date> = none
      events.started()

      const round$ = inTurn(mirror.sync(client, { id: user, feeds: [list], onInvalidRow: 'report' })).pipe(
        tap({
          next: (batch) => (checkpoint = batch.checkpoint),
          complete: () => events.polled((wait = about(every)), checkpoint),
        }),
        catchError((error: unknown) => {
          if (!isClientError(error) || !isTransient(error)) throw error
          events.failed((wait = about(Math.min(every, minute))), error)
          return EMPTY
        }),
        map(({ changedIds, removedIds, rejected }): News => {
          return { _tag: 'Saved', user, list, rows: changedIds.length + removedIds.length, rejected: rejected.length }
        }),
      )
      return start$.pipe(
        switchMap(() => round$.pipe(repeat({ delay: () => timer(wait) }))),
        takeUntil(stop$),
        finalize(events.ended),
      )
    })
