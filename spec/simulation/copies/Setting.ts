import type { JournalEntry } from '../../../lib/testing/sandbox/journal.js'
import type { Sandbox, SandboxUser } from '../../../lib/testing/sandbox/Sandbox.js'
import type { Random } from '../random.js'
import type { FleetCopy } from './fleetCopy.js'
import type { TroubledDatabase } from './troubledDatabase.js'

/** What events of a life happen to. */
export interface Setting {
  readonly sandbox: Sandbox
  /** Whether the API version says nothing of amounts, so that they may be anything. */
  readonly isAssumed: boolean
  readonly random: Random
  /** The present time, in milliseconds. */
  readonly now: () => number
  readonly users: () => ReadonlyArray<SandboxUser>
  /** Makes faults match requests of these routes, of all without them, but never those by which the truth is read. */
  readonly on: (...routes: ReadonlyArray<JournalEntry['route']>) => (entry: JournalEntry) => boolean
  readonly databases: ReadonlyArray<TroubledDatabase>
  readonly fleet: FleetCopy
  /** Rows have come or gone of which only whole lists tell. */
  readonly vanished: () => void
  /** An item is about to be deleted, with all that belongs to it: a webhook tells mirrors of it, sooner or later. */
  readonly deleting: (user: SandboxUser, itemId: number) => void
  /** Whether all copies have read the lists of a user, by its uuid. */
  readonly isRead: (uuid: string | undefined) => boolean
  /** Does something after a time. */
  readonly later: (ms: number, action: () => void) => void
  /** The application asks for six lists of each user at once. */
  readonly rush: () => void
  /** The process is killed, and begins again after a time. */
  readonly crash: (downtime: number) => void
}
