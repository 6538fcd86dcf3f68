import { acceptAccount, rejectAccount } from '../../ledger/accounts/AccountDecision.js'
import type { AccountMatches } from '../../ledger/accounts/AccountLink.js'
import { matchAccounts } from '../../ledger/accounts/matchAccounts.js'
import { type Program, statement } from '../core/Program.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { StaleFencingToken } from '../core/StaleFencingToken.js'
import { insertRows } from '../decisions/storedRowIds.js'
import { logLinks, type RowPair } from '../log/changeLog.js'
import {
  findLineages,
  linksExist,
  readAccounts,
  type StoredAccount,
  storeLineages,
  type UserAccounts,
} from './accountLineages.js'
import { areLateRows, linkRows, rowsByAccount } from './linkRows.js'
import { closeMatching } from './openMatching.js'

/**
 * A round that matches accounts.
 *
 * - `settledRowIds`: the ids of the transactions that the round wrote, if no account was added or removed lately. Then
 *   only late rows are linked.
 */
export interface MatchingRound {
  readonly user: string
  readonly fence: number
  /** The present time, in milliseconds since 1970. */
  readonly now: number
  readonly settledRowIds: ReadonlyArray<string> | undefined
}

const isUnknownOrSame = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other

/** Whether two accounts may be one: if both are present, only accounts of one bank, or with one IBAN. */
const mayMatch = (one: StoredAccount, other: StoredAccount): boolean => {
  if (one.id === other.id || !isUnknownOrSame(one.currency_code, other.currency_code)) return false
  if (!one.isPresent || !other.isPresent) return one.isPresent !== other.isPresent
  return (
    one.item_id !== other.item_id &&
    (isUnknownOrSame(one.bank_id, other.bank_id) || (one.iban !== null && one.iban === other.iban))
  )
}

/** Whether a new account may be another one that is present, too. */
const mayDuplicate = (accounts: ReadonlyArray<StoredAccount>): boolean => {
  const present = accounts.filter(({ isPresent }) => isPresent)
  return present.some((one) => one.lineageId === null && present.some((other) => mayMatch(one, other)))
}

/**
 * Matches the accounts of a user, as `matchAccounts` does. A removed account that another one of its lineage continues is
 * left out.
 */
export function* findMatches(dialect: SqlDialect, user: string, userAccounts: UserAccounts): Program<AccountMatches> {
  const { accounts, links } = userAccounts
  const known = new Set(accounts.map(({ id }) => id))
  const continued = new Set(links.flatMap(({ from, to, isAccepted }) => (isAccepted && known.has(to) ? [from] : [])))
  const found = findLineages(userAccounts)
  const idsWith = (id: string): ReadonlyArray<string> =>
    (found.find((lineage) => lineage.accounts.some((account) => account.id === id))?.accounts ?? []).map(
      (one) => one.id,
    )
  // Two accounts that are not one have no common successor.
  const rejected = links
    .filter(({ isAccepted }) => !isAccepted)
    .flatMap((link) => idsWith(link.from).flatMap((from) => idsWith(link.to).map((to) => rejectAccount({ from, to }))))
  const gone = found
    .filter((lineage) => !lineage.accounts.some(({ isPresent }) => isPresent))
    .flatMap((lineage) => lineage.accounts.filter(({ id }) => !continued.has(id)))
  const alive = accounts.filter(({ isPresent }) => isPresent)
  // Most accounts of a person have no counterpart, so their rows are not read.
  const rows = yield* rowsByAccount(
    dialect,
    user,
    [...gone, ...alive].filter((one) => [...gone, ...alive].some((other) => mayMatch(one, other))).map(({ id }) => id),
  )
  return matchAccounts({
    before: [...gone, ...alive.filter(({ lineageId }) => lineageId !== null)],
    after: alive,
    rowsOf: (id) => rows.get(id) ?? [],
    decisions: [...rejected, ...links.filter(({ isAccepted }) => isAccepted).map(acceptAccount)],
  })
}

/** Whether two pairs are of the same accounts, in either order. */
export const isSamePair = (one: RowPair, other: RowPair): boolean =>
  (one.from === other.from && one.to === other.to) || (one.from === other.to && one.to === other.from)

/**
 * What was found.
 *
 * - `changedIds`: the accounts whose lineage has changed.
 * - `isOpen`: whether later rows may show more: a person has something to decide, linked accounts may get rows, or the rows
 *   of a new account may show that it duplicates another one.
 * - `isRelinked`: whether an account continues or duplicates another one, or may continue it.
 */
export interface SettledLineages {
  readonly changedIds: ReadonlyArray<string>
  readonly isOpen: boolean
  readonly isRelinked: boolean
}

/**
 * Finds the links of a user's accounts and of their rows, and stores the new ones with all lineages. Returns what it has
 * found; `undefined` if there are new links, but no table for them.
 */
export function* settleLineages(dialect: SqlDialect, user: string): Program<SettledLineages | undefined> {
  const userAccounts = yield* readAccounts(dialect, user)
  const matches = yield* findMatches(dialect, user, userAccounts)
  const added = [...matches.links, ...matches.duplicates].filter(
    (link) => !userAccounts.links.some((stored) => isSamePair(stored, link)),
  )
  if (added.length > 0 && !(yield* linksExist(dialect))) return undefined
  yield* insertRows(
    dialect,
    'account_links',
    user,
    added.map(({ from, to, evidence }) => ({
      from_id: from,
      to_id: to,
      status: 'accepted',
      decided_by: 'automatic',
      evidence: JSON.stringify(evidence),
    })),
    'decided_at',
  )
  yield* logLinks(dialect, user, 'Linked', 'accounts', added)
  const links = [
    ...userAccounts.links,
    ...added.map(({ from, to }) => ({ from, to, isAccepted: true, isOfPerson: false })),
  ]
  const { accounts, changedIds } = yield* storeLineages(dialect, user, { ...userAccounts, links })
  yield* linkRows(dialect, user, accounts)
  const isLinked = links.some(({ isAccepted }) => isAccepted)
  return {
    changedIds,
    isOpen: isLinked || matches.candidates.length > 0 || mayDuplicate(accounts),
    isRelinked: isLinked || matches.candidates.some(({ relation }) => relation === 'successor'),
  }
}

/**
 * Chooses which of the user's duplicates count, and links late rows. Returns the ids of accounts that have changed;
 * `undefined` as {@link settleLineages} does.
 */
function* settleLateRows(
  dialect: SqlDialect,
  user: string,
  rowIds: ReadonlyArray<string>,
): Program<ReadonlyArray<string> | undefined> {
  const { accounts, changedIds } = yield* storeLineages(dialect, user, yield* readAccounts(dialect, user))
  if (rowIds.length > 0 && (yield* areLateRows(dialect, user, accounts, rowIds))) {
    const settled = yield* settleLineages(dialect, user)
    return settled && [...changedIds, ...settled.changedIds]
  }
  if (changedIds.length > 0) yield* linkRows(dialect, user, accounts)
  return changedIds
}

/**
 * Matches the accounts of a user at the end of a round. Returns the ids of accounts whose lineage has changed;
 * `undefined` if there are new links, but no table for them. Throws `StaleFencingToken` if the user has another fence.
 */
export function* matchLineages(
  dialect: SqlDialect,
  { user, fence, now, settledRowIds }: MatchingRound,
): Program<ReadonlyArray<string> | undefined> {
  const { table, lockUser } = dialect
  const users = yield statement(
    `SELECT u.id FROM ${table('users')} AS u WHERE u.id = $1 AND u.version = $2 ${lockUser}`,
    user,
    fence,
  )
  if (users.length === 0) throw new StaleFencingToken({ fence })
  if (settledRowIds !== undefined) return yield* settleLateRows(dialect, user, settledRowIds)
  const settledLineages = yield* settleLineages(dialect, user)
  if (settledLineages === undefined) return undefined
  yield* closeMatching(dialect, user)
  // A new account may get rows that show which one it continues, or an account that the list lacks may be removed.
  const settled = yield statement(
    `UPDATE ${table('users')} SET match_until = CASE WHEN CAST($4 AS boolean) THEN 0 END
     WHERE id = $1 AND (match_until <= CAST($2 AS bigint) OR NOT (
       CAST($3 AS boolean) OR EXISTS (SELECT 1 FROM ${table('accounts')} WHERE user_id = $1 AND removed_at IS NOT NULL)
       AND EXISTS (SELECT 1 FROM ${table('accounts')} WHERE user_id = $1 AND removed_at IS NULL AND lineage_id IS NULL)
       OR EXISTS (SELECT 1 FROM ${table('absences')} WHERE user_id = $1 AND feed = 'accounts' AND NOT is_removed)
     )) RETURNING id`,
    user,
    now,
    settledLineages.isOpen,
    settledLineages.isRelinked,
  )
  if (settled.length > 0)
    yield statement(`UPDATE ${table('accounts')} SET lineage_id = id WHERE user_id = $1 AND lineage_id IS NULL`, user)
  return settledLineages.changedIds
}
