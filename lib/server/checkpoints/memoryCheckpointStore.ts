import { fromNullable, map } from 'fp-ts/lib/Option.js'
import { defer, EMPTY, of } from 'rxjs'
import { timestamp } from '../../base/codec/timestamp.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import type { Checkpoint } from './Checkpoint.js'
import type { ObservableCheckpointStore } from './ObservableCheckpointStore.js'

/**
 * Copies a checkpoint, because callers may change their `Date` later; throws a `ConfigError` for a value that is not a
 * valid date.
 */
export const copyCheckpoint = (checkpoint: Date): Date => {
  if (!timestamp.is(checkpoint)) throw wrongOption('/checkpoint', 'a valid Date of the years 0 to 9999')
  return new Date(checkpoint)
}

/**
 * Keeps checkpoints in memory: for tests, and for watchers that start from the beginning in each process. All streams
 * are cold.
 *
 * @example
 * import { memoryCheckpointStore } from 'rxbank/node'
 * import { some } from 'fp-ts/lib/Option.js'
 * import { firstValueFrom } from 'rxjs'
 *
 * const store = memoryCheckpointStore()
 * store.save('stocks', new Date(0)).subscribe()
 * assert.deepStrictEqual(await firstValueFrom(store.load('stocks')), some(new Date(0)))
 */
export const memoryCheckpointStore = (): ObservableCheckpointStore => {
  const checkpoints = new Map<string, Checkpoint>()
  return {
    load: (key) =>
      defer(() => of(map(({ moment }: Checkpoint) => new Date(moment))(fromNullable(checkpoints.get(key))))),
    loadUser: (key) => defer(() => of(fromNullable(checkpoints.get(key)?.userUuid))),
    save: (key, checkpoint, userUuid) =>
      defer(() => {
        checkpoints.set(key, { moment: copyCheckpoint(checkpoint), userUuid })
        return EMPTY
      }),
  }
}
