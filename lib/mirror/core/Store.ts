import type { Observable } from 'rxjs'
import type { BatchOperations } from './BatchOperations.js'
import type { MirrorChange } from './MirrorChange.js'
import type { Program } from './Program.js'
import type { SqlDialect } from './SqlDialect.js'

/**
 * Why the database may have something new: a connection begins to listen, changes were logged, or a person has decided
 * something. Anybody may have sent it, so it is only a reason to read.
 */
export type Wake = 'connection' | 'change' | 'decision'

/** The database that a mirror writes to. */
export interface Store {
  readonly dialect: SqlDialect
  /**
   * Runs a program as one transaction. Cold; emits the program's result once it is committed, and completes. Errors
   * with a `MirrorError`, or with what the program throws. After an error, and on unsubscribing, the transaction is
   * rolled back.
   */
  readonly transaction: <A>(program: () => Program<A>) => Observable<A>
  /** Runs a program as `transaction` does, with longer timeouts; default: `transaction`. */
  readonly migration?: Store['transaction']
  /** Operations for many users at once, if the database has them. */
  readonly batches?: BatchOperations
  /** Notifies subscribers in this process of a committed change, if the database itself has no notifications. */
  readonly emitChange: (change: MirrorChange) => void
  /**
   * Overwrites what erased rows have left in the files of the database. Completes even if that is impossible now; it is then
   * tried again after later transactions. Missing if the database does it itself.
   */
  readonly eraseTraces?: Observable<never>
  /** The changes that `emitChange` was called with; missing if those of the log are emitted. */
  readonly committed$?: Observable<MirrorChange>
  /** Emits when the database may have something new. Nothing else about it is known. */
  readonly wakes$: Observable<Wake>
}
