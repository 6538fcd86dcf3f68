import { isClientError } from 'rxbank'
import type { Watcher } from 'rxbank/node'
import { catchError, of, repeat, takeUntil, timer } from 'rxjs'
import type { News, Watched } from './News.js'

/** Milliseconds after which is tried again what cannot be watched: somebody may have mended it. */
const patience = 5 * 60_000

/**
 * Watches until it is told to end. What passes, a watcher lives through. What waiting cannot mend, such as a user whom the
 * bank knows no more, is told, and tried again later: it must not end the watch of others. An error of the database is its
 * error.
 */
export const lasting =
  (user: string, list: Watched, watch: Watcher<News>): Watcher<News> =>
  (stop$) =>
    watch(stop$).pipe(
      catchError((error: unknown) => {
        if (!isClientError(error)) throw error
        return of<News>({ _tag: 'Failed', user, list, error, delay: patience })
      }),
      repeat({ delay: () => timer(patience).pipe(takeUntil(stop$)) }),
    )
