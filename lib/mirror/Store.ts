import type { Observable } from 'rxjs'
import type { Dialect } from './Dialect.js'
import type { MirrorChange, Notified } from './MirrorChange.js'
import type { Program } from './Program.js'

/** A database that a mirror writes. */
export interface Store {
  readonly dialect: Dialect
  /**
   * Runs a program as one transaction. Cold; emits its result once it is committed, and completes. Errors with a
   * `MirrorError`, or what the program throws; then, and on unsubscribing, nothing of it is kept.
   */
  readonly transaction: <A>(program: () => Program<A>) => Observable<A>
  /** Tells those of this process of a change that is committed, where the database does not tell it. */
  readonly tell: (change: Notified) => void
  readonly changes$: Observable<MirrorChange>
}
