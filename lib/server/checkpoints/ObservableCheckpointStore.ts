import type { Option } from 'fp-ts/lib/Option.js'
import type { Observable } from 'rxjs'
import type { Bookmark, CheckpointStore } from '../../streams/polling/Bookmark.js'

/** A {@link CheckpointStore} whose functions return Observables. */
export interface ObservableCheckpointStore extends CheckpointStore {
  /** Emits the bookmark that is stored under a key, or `None`, and completes. */
  readonly load: (key: string) => Observable<Option<Bookmark>>
  /** Completes when the bookmark is stored durably; emits nothing. */
  readonly save: (key: string, bookmark: Bookmark) => Observable<never>
}
