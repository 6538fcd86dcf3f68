import type { Identity } from '../../../lib/client/userIdentity.js'
import type { Bookmark } from '../../../lib/streams/polling/Bookmark.js'
import type { SandboxUser } from '../../../lib/testing/sandbox/Sandbox.js'
import type { Row } from './Row.js'
import type { Trouble } from './Trouble.js'
import type { Version } from './Version.js'

/** How well what is behind a watcher works. */
export type Health = 'well' | 'failing' | 'hanging' | 'slow'

/** A fault that waits for requests of a user. */
export interface Awaiting {
  readonly fault: Trouble
  left: number
}

/** What a user of the simulated application is, and does by itself. */
export interface Habits {
  /** Rows a page of the watcher. */
  readonly limit: number
  readonly watchesStocks: boolean
  /** Subscribes to `token$` for good. */
  readonly holdsToken: boolean
}

/** A user: what is the server's, the client's and the application's of it. */
export interface Person {
  /** Among the users of the shard. */
  readonly number: number
  readonly user: SandboxUser
  readonly identity: Identity
  readonly habits: Habits
  readonly faults: Array<Awaiting>
  /** How many are subscribed, by operation. */
  readonly subscriptions: Map<string, number>
  /** What the application keeps: it survives the process. */
  readonly sink: Map<number, Row>
  readonly bookmarks: Map<string, Bookmark>
  /** What the application does next with a batch, and with a checkpoint. */
  process: Health
  store: Health
  /** The next subscriber who is given something throws. */
  throwsNext: boolean
  isAway: boolean
  /** Until when something is wrong that delays its updates, in true time. */
  disturbedUntil: number
  /** Until when, in true time, a stream that retries after transient errors may end, since its error is not transient. */
  mortalUntil: number
  /** When the service last told a wrong time, in true time. */
  liedAt: number
  /** Ids of its transactions that were made by actions. */
  readonly made: Array<number>
  /** Rows that were made or changed lately: each as it was, and as it is. */
  readonly versions: Map<number, ReadonlyArray<Version>>
  /** What happens while its next authentication is in flight. */
  readonly midFlight: Array<() => void>
}
