import { toUndefined } from 'fp-ts/lib/Option.js'
import { type Watcher, watcher } from 'rxbank/node'
import { map } from 'rxjs'
import type { List, MirrorOptions } from './mirror.js'
import type { News } from './News.js'
import type { WatchedUser } from './openClient.js'

/** A list of a user, and how it is watched. */
export interface WatchListConfig {
  readonly client: WatchedUser
  readonly user: string
  readonly list: List
  readonly options: MirrorOptions
  /** Milliseconds between rounds. */
  readonly every: number
}

/** Mirrors a list until it is told to end. */
export const watchList =
  ({ client, user, list, options, every }: WatchListConfig): Watcher<News> =>
  (stop$) => {
    return watcher(client[list].watchUpdated, { ...options, every, onInvalidRow: 'report' })(stop$).pipe(
      map(({ resources, rejected, checkpoint }): News => {
        const counts = { rows: resources.length, rejected: rejected.length }
        return { _tag: 'Saved', user, list, ...counts, checkpoint: toUndefined(checkpoint) }
      }),
    )
  }
