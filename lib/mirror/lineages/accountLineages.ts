import { daysSinceEpoch, dayText } from '../../base/codec/calendar.js'
import { groupAccounts } from '../../ledger/accounts/groupAccounts.js'
import { groupBy } from '../../ledger/groupBy.js'
import { isBooked } from '../balances/accountSums.js'
import { type Program, statement } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { type CountedAccount, logCounted } from '../log/changeLog.js'
import { tableExists } from '../tables/mirrorFeatures.js'
import { type AccountFreshness, chooseCounted } from './chooseCounted.js'
import { bankOf } from './openMatching.js'

/** An account of a user. `lineageId` is `null` for an account that was not matched, or that is not settled yet. */
export interface StoredAccount extends Omit<AccountFreshness, 'bookedDays'> {
  readonly id: string
  readonly item_id: string | null
  readonly bank_id: string | null
  readonly name: string | null
  readonly type: string | null
  readonly iban: string | null
  readonly currency_code: string | null
  readonly lineageId: string | null
  readonly duplicateOf: string | null
  readonly continuedBy: string | null
  readonly isPresent: boolean
}

/** A decision about two accounts. */
export interface StoredLink {
  readonly from: string
  readonly to: string
  readonly isAccepted: boolean
  /** Whether a person has decided it. */
  readonly isOfPerson: boolean
}

/** The accounts of a user, and the decisions about them. */
export interface UserAccounts {
  readonly accounts: ReadonlyArray<StoredAccount>
  readonly links: ReadonlyArray<StoredLink>
}

/** The statuses of items that do not update until the person acts. */
const personStatuses = ['402', '429', '430', '1010', '1100']

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
  const { table, epochMs } = dialect
  const accounts = yield statement(
    `SELECT a.id, a.item_id, ${bankOf(dialect, 'a')} AS bank_id, a.name, a.type, a.iban, a.currency_code, a.lineage_id,
       a.duplicate_of, a.continued_by, a.removed_at IS NULL AS is_present,
       CAST(${epochMs('a.updated_at')} AS text) AS updated_at, EXISTS (
         SELECT 1 FROM ${table('absences')} AS absent
         WHERE absent.user_id = a.user_id AND absent.feed = 'accounts' AND absent.id = a.id AND NOT absent.is_removed
       ) AS is_absent, (
         SELECT CAST(item.status AS text) FROM ${table('items')} AS item
         WHERE item.user_id = a.user_id AND item.id = a.item_id AND item.removed_at IS NULL
       ) AS status
     FROM ${table('accounts')} AS a WHERE a.user_id = $1 ORDER BY a.id`,
    user,
  )
  const links = (yield* linksExist(dialect))
    ? yield statement(
        `SELECT from_id, to_id, status, decided_by FROM ${table('account_links')} WHERE user_id = $1 ORDER BY from_id, to_id`,
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
      continuedBy: asText(row.continued_by),
      isAbsent: Boolean(row.is_absent),
      needsPerson: personStatuses.includes(String(row.status)),
      updatedAt: row.updated_at === null ? undefined : Number(row.updated_at),
      isPresent: Boolean(row.is_present),
    })),
    links: links.map((row) => ({
      from: String(row.from_id),
      to: String(row.to_id),
      isAccepted: row.status === 'accepted',
      isOfPerson: row.decided_by === 'person',
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
  return groupAccounts(byId.keys(), accepted).flatMap((group) => {
    const found = Array.from(group).flatMap((id) => byId.get(id) ?? [])
    const [root] = found
    if (root === undefined) return []
    const isOfErased = root.lineageId !== null && !byId.has(root.lineageId)
    return [{ id: isOfErased ? root.lineageId : root.id, accounts: found }]
  })
}

/** How many of the latest days are compared to see whether an account still gets rows. */
const comparedDays = 90

/** The present day, and the latest days of the booked rows of accounts, without days of the future. */
function* readBookedDays(
  { table, isIn, isoDate, epochMs, now }: SqlDialect,
  user: string,
  accountIds: ReadonlyArray<string>,
): Program<{ readonly today: string; readonly daysOf: (account: string) => ReadonlyArray<string> }> {
  const [time] = yield statement(`SELECT CAST(${epochMs(now)} AS text) AS now`)
  const today = new Date(Number(time?.now)).toISOString().slice(0, 10)
  const day = isoDate('coalesce(booking_date, date)')
  const rows = yield statement(
    `SELECT DISTINCT account_id, ${day} AS day FROM ${table('transactions')}
     WHERE user_id = $1 AND ${isIn('account_id', '$2')} AND ${isBooked()} AND ${day} BETWEEN $3 AND $4 ORDER BY day`,
    user,
    toStorableJson(accountIds),
    dayText(daysSinceEpoch(today) - comparedDays),
    today,
  )
  const byAccount = groupBy(rows, ({ account_id }) => String(account_id))
  return { today, daysOf: (account) => (byAccount.get(account) ?? []).map((row) => String(row.day)) }
}

/** Chooses the account of a lineage that sums count; `undefined` if none is present. */
function* findCounted(
  dialect: SqlDialect,
  user: string,
  accounts: ReadonlyArray<StoredAccount>,
): Program<StoredAccount | undefined> {
  const present = accounts.filter(({ isPresent }) => isPresent)
  if (present.length < 2) return present[0]
  const { today, daysOf } = yield* readBookedDays(
    dialect,
    user,
    present.map(({ id }) => id),
  )
  const withDays = present.map((account) => ({ ...account, bookedDays: daysOf(account.id) }))
  const counted = withDays.find(({ id }) => present.some(({ duplicateOf }) => duplicateOf === id)) ?? withDays[0]
  const chosen = counted && chooseCounted(counted, withDays, today)
  return present.find(({ id }) => id === chosen?.id)
}

/** The ids of an account and of all accounts that continue or duplicate it, by accepted links. */
const laterIds = (account: StoredAccount, links: ReadonlyArray<StoredLink>): ReadonlySet<string> => {
  const ids = new Set([account.id])
  for (const id of ids) for (const { from, to, isAccepted } of links) if (isAccepted && from === id) ids.add(to)
  return ids
}

/** The last account of a lineage of which none is present. */
const lastOf = (accounts: ReadonlyArray<StoredAccount>, links: ReadonlyArray<StoredLink>): StoredAccount | undefined =>
  accounts.filter(({ id }) => !links.some(({ from, isAccepted }) => isAccepted && from === id)).at(-1) ??
  accounts.at(-1)

/**
 * Stores the lineage of each account, which present accounts are duplicates, and which accounts another one continues.
 * Returns all accounts as they are stored then, and the ids of those that have changed.
 */
export function* storeLineages(
  dialect: SqlDialect,
  user: string,
  userAccounts: UserAccounts,
): Program<{ readonly accounts: ReadonlyArray<StoredAccount>; readonly changedIds: ReadonlyArray<string> }> {
  const { table } = dialect
  const changedIds: Array<string> = []
  const countChanges: Array<CountedAccount> = []
  const stored: Array<StoredAccount> = []
  for (const { id: lineageId, accounts } of findLineages(userAccounts)) {
    const counted = yield* findCounted(dialect, user, accounts)
    const last = counted ?? lastOf(accounts, userAccounts.links)
    const later = last && laterIds(last, userAccounts.links)
    for (const account of accounts) {
      const duplicateOf = counted && account.isPresent && account !== counted ? counted.id : null
      // A removed account that once counted may have rows that no other one has.
      const isContinued = last !== undefined && account !== last && !(account.isPresent && later?.has(account.id))
      const continuedBy = isContinued ? last.id : null
      stored.push({ ...account, duplicateOf, continuedBy })
      if (account.isPresent && account.duplicateOf !== duplicateOf) countChanges.push({ id: account.id, duplicateOf })
      const hasSameLineage = (account.lineageId ?? account.id) === lineageId
      if (hasSameLineage && account.duplicateOf === duplicateOf && account.continuedBy === continuedBy) continue
      changedIds.push(account.id)
      yield statement(
        `UPDATE ${table('accounts')} SET lineage_id = $3, duplicate_of = $4, continued_by = $5 WHERE user_id = $1 AND id = $2`,
        user,
        account.id,
        lineageId,
        duplicateOf,
        continuedBy,
      )
    }
  }
  yield* logCounted(dialect, user, countChanges)
  return { accounts: stored, changedIds }
}
