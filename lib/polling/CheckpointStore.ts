import type { Option } from 'fp-ts/lib/Option.js'
import type { ObservableInput } from 'rxjs'
import type { Work } from './Work.js'

/**
 * Where a watcher keeps its checkpoint, so that it goes on from there after a restart.
 *
 * Both functions give an Observable or a Promise. The key is a text such as
 * `https://bank.example/transactions.updated?external_user_id=A6J`: the address of the service, the operation and the
 * user. It differs where one of these three differs. It may have any character, since an `externalUserId` may.
 *
 * - `load`: emits the checkpoint that is kept under a key, or `None`; its first value counts.
 * - `save`: completes once the checkpoint is stored durably; what it emits is ignored.
 */
export interface CheckpointStore {
  readonly load: (key: string) => ObservableInput<Option<Date>>
  readonly save: (key: string, checkpoint: Date) => Work
}
