import { toUndefined } from 'fp-ts/lib/Option.js'
import { isClientError, type UpdatableCollection, type UserClient } from 'rxbank'
import { type Watcher, watcher } from 'rxbank/node'
import { catchError, map, of, repeat, takeUntil, timer } from 'rxjs'
import type { List, MirrorOptions, Row } from './mirror.js'
import type { News } from './News.js'

/** A list of a user, and how it is watched. */
export interface WatchListConfig {
  readonly client: UserClient
  readonly user: string
  readonly list: List
  readonly options: MirrorOptions
  /** Milliseconds between rounds. */
  readonly every: number
}

/** Milliseconds after which a list is tried again that cannot be watched: somebody may have mended it. */
const patience = 5 * 60_000

/**
 * Mirrors a list until it is told to end. What passes, the watcher lives through. What waiting cannot mend, such as a user
 * whom the bank knows no more, is told, and tried again later: it must not end the watch of others. An error of the
 * database is its error.
 */
export const watchList =
  ({ client, user, list, options, every }: WatchListConfig): Watcher<News> =>
  (stop$) => {
    const rows: UpdatableCollection<Row> = client[list]
    return watcher(rows.watchUpdated, { ...options, every, onInvalidRow: 'report' })(stop$).pipe(
      map(({ resources, rejected, checkpoint }): News => {
        const counts = { rows: resources.length, rejected: rejected.length }
        return { _tag: 'Saved', user, list, ...counts, checkpoint: toUndefined(checkpoint) }
      }),
      catchError((error: unknown) => {
        if (!isClientError(error)) throw error
        return of<News>({ _tag: 'Failed', user, list, error, delay: patience })
      }),
      repeat({ delay: () => timer(patience).pipe(takeUntil(stop$)) }),
    )
  }
