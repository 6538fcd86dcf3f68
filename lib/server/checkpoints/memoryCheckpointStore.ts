import { fromNullable } from 'fp-ts/lib/Option.js'
import { defer, EMPTY, of } from 'rxjs'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { type Bookmark, bookmark } from '../../streams/polling/Bookmark.js'
import type { ObservableCheckpointStore } from './ObservableCheckpointStore.js'

/** Returns the value if it is a bookmark; throws a `ConfigError` for anything else. */
export const checkBookmark = (candidate: Bookmark): Bookmark => {
  if (!bookmark.is(candidate)) throw wrongOption('/bookmark', bookmark.name)
  return candidate
}

/**
 * Stores bookmarks in memory: for tests, and for watchers that start from the beginning in each process. All streams
 * are cold.
 *
 * @example
 * import { memoryCheckpointStore } from 'rxbank/node'
 * import { some } from 'fp-ts/lib/Option.js'
 * import { firstValueFrom } from 'rxjs'
 *
 * const store = memoryCheckpointStore()
 * const bookmark = { format: 1, list: '/v2/stocks/updated', position: null, rows: [] } as const
 * store.save('stocks', bookmark).subscribe()
 * assert.deepStrictEqual(await firstValueFrom(store.load('stocks')), some(bookmark))
 */
export const memoryCheckpointStore = (): ObservableCheckpointStore => {
  const bookmarks = new Map<string, Bookmark>()
  return {
    load: (key) => defer(() => of(fromNullable(bookmarks.get(key)))),
    save: (key, saved) =>
      defer(() => {
        bookmarks.set(key, checkBookmark(saved))
        return EMPTY
      }),
  }
}
