import { type Program, statement } from '../core/Program.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { type PresentRow, presentRows } from '../decisions/storedRowIds.js'
import { findLineages, readAccounts } from './accountLineages.js'

/** Reads the present transactions of a user, without those of duplicates. `isLinked`: whether accounts are linked. */
export function* countedRows(dialect: SqlDialect, user: string, isLinked: boolean): Program<ReadonlyArray<PresentRow>> {
  if (!isLinked) return yield* presentRows(dialect, 'transactions', user)
  const rows = yield statement(
    `SELECT id, CAST(row AS text) AS row FROM ${dialect.table('lineage_transactions')}
     WHERE user_id = $1 AND NOT is_history ORDER BY id`,
    user,
  )
  return rows.map(({ id, row }) => ({ ...(JSON.parse(String(row)) as object), id: String(id) }))
}

/** Reads the transactions of a user with their history; the account of each one is its lineage. */
export function* lineageRows(dialect: SqlDialect, user: string, isLinked: boolean): Program<ReadonlyArray<PresentRow>> {
  if (!isLinked) return yield* presentRows(dialect, 'transactions', user)
  const rows = yield statement(
    `SELECT id, account_id, lineage_id, CAST(row AS text) AS row FROM ${dialect.table('lineage_transactions')}
     WHERE user_id = $1 ORDER BY id`,
    user,
  )
  return rows.map(({ id, account_id, lineage_id, row }) => ({
    ...(JSON.parse(String(row)) as object),
    id: String(id),
    ...(account_id !== lineage_id && { account_id: lineage_id }),
  }))
}

/** The ids of accounts and of their lineages. */
export interface LineageIds {
  /** The lineage of an account, or its own id if it is not linked. */
  readonly lineageOf: (account: string) => string
  /** The present account of a lineage that sums count, or the id of the lineage if it has none. */
  readonly accountOf: (lineage: string) => string
}

export function* readLineageIds(dialect: SqlDialect, user: string, isLinked: boolean): Program<LineageIds> {
  const lineages = isLinked ? findLineages(yield* readAccounts(dialect, user)) : []
  const lineageIds = new Map(lineages.flatMap(({ id, accounts }) => accounts.map((account) => [account.id, id])))
  const accountIds = new Map(
    lineages.map(({ id, accounts }) => {
      const present = accounts.filter(({ isPresent }) => isPresent)
      return [id, (present.find(({ duplicateOf }) => duplicateOf === null) ?? present[0])?.id ?? id]
    }),
  )
  return {
    lineageOf: (account) => lineageIds.get(account) ?? account,
    accountOf: (lineage) => accountIds.get(lineage) ?? lineage,
  }
}

/**
 * Returns a function to the id that a row now has in the sums: that of the same row of the account that they count, or
 * its own one.
 */
export function* readRowIds(dialect: SqlDialect, user: string, isLinked: boolean): Program<(id: string) => string> {
  if (!isLinked) return (id) => id
  const { table } = dialect
  const isCounted = (side: string): string => `EXISTS (
    SELECT 1 FROM ${table('shown_transactions')} AS r
    WHERE r.user_id = link.user_id AND r.id = link.${side} AND r.duplicate_of IS NULL)`
  const rows = yield statement(
    `SELECT from_id, to_id, ${isCounted('from_id')} AS is_from_counted, ${isCounted('to_id')} AS is_to_counted
     FROM ${table('row_links')} AS link WHERE user_id = $1`,
    user,
  )
  const counted = new Set<string>()
  const linkedTo = new Map<string, Array<string>>()
  for (const { from_id, to_id, is_from_counted, is_to_counted } of rows) {
    const [from, to] = [String(from_id), String(to_id)]
    if (is_from_counted) counted.add(from)
    if (is_to_counted) counted.add(to)
    linkedTo.set(from, [...(linkedTo.get(from) ?? []), to])
    linkedTo.set(to, [...(linkedTo.get(to) ?? []), from])
  }
  return (id) => {
    const ids = new Set([id])
    for (const one of ids) {
      if (counted.has(one)) return one
      for (const next of linkedTo.get(one) ?? []) ids.add(next)
    }
    return id
  }
}
