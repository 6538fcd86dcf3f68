import type { Option } from 'fp-ts/lib/Option.js'
import type { Observable } from 'rxjs'
import type { CheckpointStore } from '../../streams/polling/Bookmark.js'

/** A {@link CheckpointStore} whose functions return Observables. */
export interface ObservableCheckpointStore extends CheckpointStore {
  /** Emits the checkpoint that is stored under a key, or `None`, and completes. */
  readonly load: (key: string) => Observable<Option<Date>>
  /** Completes when the checkpoint is stored durably; emits nothing. */
  readonly save: (key: string, checkpoint: Date, userUuid?: string) => Observable<never>
  /** Emits the uuid that was saved with the checkpoint of a key, or `None`, and completes. */
  readonly loadUser: (key: string) => Observable<Option<string>>
}
