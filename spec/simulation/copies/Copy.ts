import type { Client } from '../../../lib/client/Client.js'
import type { Mirror } from '../../../lib/mirror/core/Mirror.js'
import type { DatabaseLike } from '../../../lib/mirror/sqlite/DatabaseLike.js'
import type { CopiedRow, Feed, Rows } from './Rows.js'
import type { Sums } from './sums.js'

/** What a copy tells a life of. */
export interface CopyListener {
  /** Rows of a user were told as removed. */
  readonly removed: (copy: string, user: string, feed: Feed, ids: ReadonlyArray<string>) => void
  /** A row was told as changed. */
  readonly changed: (copy: string, user: string, feed: Feed, rows: ReadonlyArray<CopiedRow>) => void
  /** Transactions are shown, all or some. */
  readonly shown: (copy: string, user: string, rows: ReadonlyArray<CopiedRow>) => void
  /** Something failed that the library should live through. */
  readonly failed: (copy: string, user: string, what: string) => void
}

/** Something that keeps the rows of users in step with the service. */
export interface Copy {
  readonly name: string
  /** A process begins, with a client of its own. */
  readonly begin: (client: Client) => void
  /** The process is killed. */
  readonly kill: () => void
  /** Everything that ailed it is over: what was suspended is tried again. */
  readonly recover: () => void
  /** The uuid of the user whom its rows are of, if it says. */
  readonly uuid: (user: string) => string | undefined
  /** The mirror that it is, for webhooks, and its database. */
  readonly mirror?: { readonly eraseDeleted: Mirror['eraseDeleted']; readonly real: DatabaseLike }
  readonly sums: (user: string) => Sums
  /** The rows of a list; `undefined` if it keeps none of them. */
  readonly rows: (user: string, feed: Feed) => Rows | undefined
}
