import type { Option } from 'fp-ts/lib/Option.js'
import type { ObservableInput } from 'rxjs'
import type { Work } from './Work.js'

/**
 * Where a watcher keeps how far it has come, so that it goes on there after a restart.
 *
 * Both give an Observable or a Promise. The key is a text such as
 * `https://bank.example/transactions.updated?external_user_id=A6J`: where the service is, the operation and the user. It
 * is the same for the same three and differs where one of them does; a user's own id may have any character.
 *
 * - `load`: emits the checkpoint kept under a key, or `None`; what it emits first counts.
 * - `save`: completes once the checkpoint is kept for good; what it emits does not matter.
 */
export interface CheckpointStore {
  readonly load: (key: string) => ObservableInput<Option<Date>>
  readonly save: (key: string, checkpoint: Date) => Work
}
