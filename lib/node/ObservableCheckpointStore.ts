import type { Option } from 'fp-ts/lib/Option.js'
import type { Observable } from 'rxjs'
import type { CheckpointStore } from '../polling/CheckpointStore.js'

/** A {@link CheckpointStore} of Observables. */
export interface ObservableCheckpointStore extends CheckpointStore {
  /** Emits the checkpoint kept under a key, or `None`, and completes. */
  readonly load: (key: string) => Observable<Option<Date>>
  /** Completes once the checkpoint is kept for good; emits nothing. */
  readonly save: (key: string, checkpoint: Date) => Observable<never>
}
