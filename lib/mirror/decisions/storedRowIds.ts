import { textHash } from '../../base/hash/textHash.js'
import type { Feed } from '../core/Feed.js'
import { type Program, statement, type Value } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'

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

/** A row that is computed from other rows of its user, by the names of its columns. `id` is unique for the user. */
export type SeenRow = Readonly<Record<string, Value>> & { readonly id: string }

/** The ids of the rows that are new or differ from before, and of rows that no longer exist. */
export interface MaintainedChanges {
  readonly changedIds: ReadonlyArray<string>
  readonly removedIds: ReadonlyArray<string>
}

/** How many rows one statement inserts: SQLite accepts 32,766 parameters. */
const insertSize = 500

/** Inserts rows of a user, all with the same columns. `timeColumn`: a column for the present time. */
export function* insertRows(
  { table, now }: SqlDialect,
  name: string,
  user: string,
  rows: ReadonlyArray<Readonly<Record<string, Value>>>,
  timeColumn?: string,
): Program<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
  const names = ['user_id', ...columns, ...(timeColumn === undefined ? [] : [timeColumn])]
  for (let start = 0; start < rows.length; start += insertSize) {
    const values: Array<Value> = []
    const tuples = rows.slice(start, start + insertSize).map((row) => {
      const rowValues = [user, ...columns.map((column) => row[column] ?? null)]
      const parameters = rowValues.map((value) => `$${String(values.push(value))}`)
      return `(${[...parameters, ...(timeColumn === undefined ? [] : [now])].join(', ')})`
    })
    yield statement(`INSERT INTO ${table(name)} (${names.join(', ')}) VALUES ${tuples.join(', ')}`, ...values)
  }
}

/** Replaces the rows of a user in a table of computed rows. Writes only what differs. */
export function* replaceRows(
  dialect: SqlDialect,
  name: string,
  user: string,
  rows: ReadonlyArray<SeenRow>,
): Program<MaintainedChanges> {
  const { table, isIn } = dialect
  const stored = yield statement(`SELECT id, hash FROM ${table(name)} WHERE user_id = $1`, user)
  const hashes = new Map(stored.map(({ id, hash }) => [String(id), hash]))
  const hashed = rows.map((row) => ({ ...row, hash: textHash(JSON.stringify(row)).toString(36) }))
  const changed = hashed.filter(({ id, hash }) => hashes.get(id) !== hash)
  const presentIds = new Set(rows.map(({ id }) => id))
  const removedIds = Array.from(hashes.keys()).filter((id) => !presentIds.has(id))
  const changedIds = changed.map(({ id }) => id)
  const outdated = [...removedIds, ...changedIds.filter((id) => hashes.has(id))]
  if (outdated.length > 0)
    yield statement(
      `DELETE FROM ${table(name)} WHERE user_id = $1 AND ${isIn('id', '$2')}`,
      user,
      toStorableJson(outdated),
    )
  yield* insertRows(dialect, name, user, changed)
  return { changedIds, removedIds }
}
