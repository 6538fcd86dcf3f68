import type { Option } from 'fp-ts/lib/Option.js'
import type { ObservableInput } from 'rxjs'
import type { AsyncResult } from './AsyncResult.js'

/**
 * Stores the checkpoint of a watcher, so that the watcher continues from it after a restart.
 *
 * All functions return an Observable or a Promise. The key is a text such as
 * `https://bank.example/transactions.updated?external_user_id=A6J`: the address of the service, the operation and the
 * user. Watchers that differ in one of the three have different keys. A key may contain any character, because an
 * `externalUserId` may.
 *
 * - `load`: emits the checkpoint that is stored under a key, or `None`; its first value counts.
 * - `save`: completes when the checkpoint is stored durably, together with `userUuid`; its values are ignored.
 * - `loadUser`: emits the `userUuid` of the last `save` under a key, or `None`; its first value counts. With it a restarted
 *   watcher notices that the user was deleted at the service and created again under the same external id, and reads
 *   everything again. Without `loadUser` a watcher notices this only while it runs.
 */
export interface CheckpointStore {
  readonly load: (key: string) => ObservableInput<Option<Date>>
  readonly save: (key: string, checkpoint: Date, userUuid?: string) => AsyncResult
  readonly loadUser?: (key: string) => ObservableInput<Option<string>>
}
