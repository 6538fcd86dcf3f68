import type { Feed } from './Feed.js'
import { type Program, statement } from './Program.js'
import type { SqlDialect } from './SqlDialect.js'

/** A row of a feed, as the client decoded it, with its id as text. */
export type PresentRow = Readonly<Record<string, unknown>> & { readonly id: string }

/** The rows of a user that are not removed, in the order of their ids. */
export function* presentRows({ table }: SqlDialect, feed: Feed, user: string): Program<ReadonlyArray<PresentRow>> {
  const rows = yield statement(
    `SELECT id, CAST(row AS text) AS row FROM ${table(feed)} WHERE user_id = $1 AND removed_at IS NULL ORDER BY id`,
    user,
  )
  return rows.map(({ id, row }) => ({
    ...(JSON.parse(String(row)) as Readonly<Record<string, unknown>>),
    id: String(id),
  }))
}
