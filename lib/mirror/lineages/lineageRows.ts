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
  /** The present account of a lineage, or the id of the lineage if it has none. */
  readonly accountOf: (lineage: string) => string
}

export function* readLineageIds(dialect: SqlDialect, user: string, isLinked: boolean): Program<LineageIds> {
  const lineages = isLinked ? findLineages(yield* readAccounts(dialect, user)) : []
  const lineageIds = new Map(lineages.flatMap(({ id, accounts }) => accounts.map((account) => [account.id, id])))
  const accountIds = new Map(
    lineages.map(({ id, accounts }) => [id, accounts.find(({ isPresent }) => isPresent)?.id ?? id]),
  )
  return {
    lineageOf: (account) => lineageIds.get(account) ?? account,
    accountOf: (lineage) => accountIds.get(lineage) ?? lineage,
  }
}

/** Returns a function to the present id of a row: a removed row of a linked account may be continued by another one. */
export function* readRowIds(dialect: SqlDialect, user: string, isLinked: boolean): Program<(id: string) => string> {
  if (!isLinked) return (id) => id
  const { table } = dialect
  const rows = yield statement(
    `SELECT link.from_id, link.to_id FROM ${table('row_links')} AS link
     JOIN ${table('transactions')} AS r ON r.user_id = link.user_id AND r.id = link.from_id
     WHERE link.user_id = $1 AND r.removed_at IS NOT NULL`,
    user,
  )
  const next = new Map(rows.map(({ from_id, to_id }) => [String(from_id), String(to_id)]))
  return (id) => {
    const visited = new Set<string>()
    let present = id
    for (let later = next.get(id); later !== undefined && !visited.has(later); later = next.get(later)) {
      visited.add(later)
      present = later
    }
    return present
  }
}
