import { concat, defer, EMPTY, finalize, ignoreElements, type Observable } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import { shorten } from '../../base/codec/issues.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { shareAcrossCopies } from '../../base/packageCopies.js'
import type { CheckpointStore } from './CheckpointStore.js'

/** The keys of each store that running watchers of this process use. */
const keysInUse = /* @__PURE__ */ shareAcrossCopies('keysInUse', () => new WeakMap<CheckpointStore, Set<string>>())

const expected = 'a key of its own for each watcher of a store'

/** The key for an error message, without the email address of a user. */
const shownKey = (key: string): string => JSON.stringify(shorten(key.replace(/(\?email=).*$/s, '$1…')))

/**
 * Runs a watcher, and reserves its key in the store meanwhile. Two watchers with one key would overwrite each other's
 * checkpoint and miss rows that only the other one has processed.
 *
 * Errors with a `ConfigError` if another running watcher of this process uses the key in the same store object. An operator
 * that subscribes again, such as `retry` behind `share`, may do so before the ended watcher is torn down. So if the key is in
 * use, it is checked once more after the call stack has unwound. The key is free when the watcher has ended.
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
      if (keys.has(key)) throw wrongOption('/key', `${expected}; another running watcher uses ${shownKey(key)}`)
      keys.add(key)
      return watcher.pipe(finalize(() => keys.delete(key)))
    })
    return concat(unwound$, owner$)
  })
