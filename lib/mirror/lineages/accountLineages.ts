import { compareIds } from '../../ledger/transfers/OpenRow.js'
import { type Program, statement } from '../core/Program.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { tableExists } from '../tables/mirrorFeatures.js'
import { bankOf } from './openMatching.js'

/** An account of a user. `lineageId` is `null` for an account that was not matched, or that is not settled yet. */
export interface StoredAccount {
  readonly id: string
  readonly item_id: string | null
  readonly bank_id: string | null
  readonly name: string | null
  readonly type: string | null
  readonly iban: string | null
  readonly currency_code: string | null
  readonly lineageId: string | null
  readonly duplicateOf: string | null
  readonly isPresent: boolean
}

/** A decision about two accounts: an automatic one, or one of a person. */
export interface StoredLink {
  readonly from: string
  readonly to: string
  readonly isAccepted: boolean
}

/** The accounts of a user, and the decisions about them. */
export interface UserAccounts {
  readonly accounts: ReadonlyArray<StoredAccount>
  readonly links: ReadonlyArray<StoredLink>
}

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Whether the table of links exists. Its first link creates it. */
export const linksExist = (dialect: SqlDialect): Program<boolean> => tableExists(dialect, 'account_links')

/** Whether accounts of a user are linked. */
export function* hasLinks(dialect: SqlDialect, user: string): Program<boolean> {
  if (!(yield* linksExist(dialect))) return false
  const rows = yield statement(
    `SELECT 1 AS there FROM ${dialect.table('account_links')} WHERE user_id = $1 AND status = 'accepted' LIMIT 1`,
    user,
  )
  return rows.length > 0
}

export function* readAccounts(dialect: SqlDialect, user: string): Program<UserAccounts> {
  const { table } = dialect
  const accounts = yield statement(
    `SELECT a.id, a.item_id, ${bankOf(dialect, 'a')} AS bank_id, a.name, a.type, a.iban, a.currency_code, a.lineage_id,
       a.duplicate_of, a.removed_at IS NULL AS is_present
     FROM ${table('accounts')} AS a WHERE a.user_id = $1 ORDER BY a.id`,
    user,
  )
  const links = (yield* linksExist(dialect))
    ? yield statement(
        `SELECT from_id, to_id, status FROM ${table('account_links')} WHERE user_id = $1 ORDER BY from_id, to_id`,
        user,
      )
    : []
  return {
    accounts: accounts.map((row) => ({
      id: String(row.id),
      item_id: asText(row.item_id),
      bank_id: asText(row.bank_id),
      name: asText(row.name),
      type: asText(row.type),
      iban: asText(row.iban),
      currency_code: asText(row.currency_code),
      lineageId: asText(row.lineage_id),
      duplicateOf: asText(row.duplicate_of),
      isPresent: Boolean(row.is_present),
    })),
    links: links.map((row) => ({
      from: String(row.from_id),
      to: String(row.to_id),
      isAccepted: row.status === 'accepted',
    })),
  }
}

/** Accounts that are one account under several ids, in the order in which they continue each other. */
export interface Lineage {
  readonly id: string
  readonly accounts: ReadonlyArray<StoredAccount>
}

/**
 * Groups accounts by the accepted links between them. A lineage has the id of its first account, also after that one was
 * erased: its successor then has the id of an account that is not there.
 */
export const findLineages = ({ accounts, links }: UserAccounts): ReadonlyArray<Lineage> => {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const accepted = links.filter(({ from, to, isAccepted }) => isAccepted && byId.has(from) && byId.has(to))
  const hasPredecessor = new Set(accepted.map(({ to }) => to))
  const first = (one: StoredAccount, other: StoredAccount): number =>
    Number(hasPredecessor.has(one.id)) - Number(hasPredecessor.has(other.id)) || compareIds(one.id, other.id)

  const visited = new Set<string>()
  return Array.from(accounts)
    .sort(first)
    .filter(({ id }) => !visited.has(id))
    .flatMap((root) => {
      if (visited.has(root.id)) return []
      const found = [root]
      visited.add(root.id)
      for (const { id } of found)
        for (const { from, to } of accepted) {
          const next = byId.get(from === id ? to : to === id ? from : '')
          if (next === undefined || visited.has(next.id)) continue
          visited.add(next.id)
          found.push(next)
        }
      const isOfErased = root.lineageId !== null && !byId.has(root.lineageId)
      return [{ id: isOfErased ? root.lineageId : root.id, accounts: found }]
    })
}

/**
 * Stores the lineage of each account, and which present accounts duplicate an earlier one. Returns the ids of the
 * accounts that have changed.
 */
export function* storeLineages(
  { table }: SqlDialect,
  user: string,
  userAccounts: UserAccounts,
): Program<ReadonlyArray<string>> {
  const changedIds: Array<string> = []
  for (const { id: lineageId, accounts } of findLineages(userAccounts)) {
    const counted = accounts.find(({ isPresent }) => isPresent)
    for (const account of accounts) {
      const duplicateOf = counted && account.isPresent && account !== counted ? counted.id : null
      if ((account.lineageId ?? account.id) === lineageId && account.duplicateOf === duplicateOf) continue
      changedIds.push(account.id)
      yield statement(
        `UPDATE ${table('accounts')} SET lineage_id = $3, duplicate_of = $4 WHERE user_id = $1 AND id = $2`,
        user,
        account.id,
        lineageId,
        duplicateOf,
      )
    }
  }
  return changedIds
}
