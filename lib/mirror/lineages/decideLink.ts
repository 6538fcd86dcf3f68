import { options } from '../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import type { AccountCandidate } from '../../ledger/accounts/AccountLink.js'
import { type Program, statement } from '../core/Program.js'
import { shortText } from '../core/shortText.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { insertRows } from '../decisions/storedRowIds.js'
import { logLinks, type RowPair } from '../log/changeLog.js'
import { findLineages, readAccounts, type StoredLink, type UserAccounts } from './accountLineages.js'
import { unlinkRows } from './linkRows.js'
import { findMatches, isSamePair, settleLineages } from './matchLineages.js'

/** Two accounts of a user of the mirror, by their ids. `from`: the earlier one; `to`: the one that continues it. */
export interface MirrorAccountPair {
  readonly user: string
  readonly from: string
  readonly to: string
}

const pairOptions = options('options', { user: shortText, from: shortText, to: shortText }, {})

/** Checks a pair of accounts. Throws a `ConfigError` for wrong fields. */
export const checkAccountPair = (config: MirrorAccountPair): MirrorAccountPair => decodeOptions(pairOptions, config)

/** Reads the pairs of accounts about which a person decides. */
export function* readCandidates(dialect: SqlDialect, user: string): Program<ReadonlyArray<AccountCandidate>> {
  return (yield* findMatches(dialect, user, yield* readAccounts(dialect, user))).candidates
}

/** The ids of all accounts that are one with an account. */
const lineageIds = (userAccounts: UserAccounts, id: string): ReadonlyArray<string> =>
  findLineages(userAccounts)
    .map(({ accounts }) => accounts.map((account) => account.id))
    .find((ids) => ids.includes(id)) ?? [id]

/**
 * The links that no longer hold if two accounts are not one: the one between them and, if others still connect them, the
 * automatic ones of their lineage. What a person said about other accounts holds.
 */
const contradictedLinks = ({ accounts, links }: UserAccounts, { from, to }: RowPair): ReadonlyArray<StoredLink> => {
  const direct = links.filter((link) => link.isAccepted && isSamePair(link, { from, to }))
  const connected = lineageIds({ accounts, links: links.filter((link) => !direct.includes(link)) }, from)
  if (!connected.includes(to)) return direct
  const isAutomatic = (link: StoredLink): boolean =>
    link.isAccepted && !link.isOfPerson && !direct.includes(link) && connected.includes(link.from)
  return [...direct, ...links.filter(isAutomatic)]
}

/** Takes links of one lineage back, with the links between rows of accounts that are no longer one. */
function* deleteLinks(
  dialect: SqlDialect,
  user: string,
  userAccounts: UserAccounts,
  deleted: ReadonlyArray<StoredLink>,
): Program<void> {
  const { accounts, links } = userAccounts
  for (const { from, to } of deleted)
    yield statement(
      `DELETE FROM ${dialect.table('account_links')} WHERE user_id = $1 AND from_id = $2 AND to_id = $3 AND status = 'accepted'`,
      user,
      from,
      to,
    )
  const rest = { accounts, links: links.filter((link) => !deleted.includes(link)) }
  const ids = deleted[0] === undefined ? [] : lineageIds(userAccounts, deleted[0].from)
  for (const id of ids) {
    const connected = lineageIds(rest, id)
    const others = ids.filter((other) => !connected.includes(other))
    if (connected[0] === id && others.length > 0) yield* unlinkRows(dialect, user, connected, others)
  }
  yield* logLinks(dialect, user, 'Unlinked', 'accounts', deleted)
}

/**
 * Stores the decision of a person about two accounts, and applies it. Returns the ids of the accounts whose lineage has
 * changed. Throws a `ConfigError` for an account that the mirror does not have, and for a link of accounts with different
 * currencies.
 */
export function* decideLink(
  dialect: SqlDialect,
  { user, from, to }: MirrorAccountPair,
  status: 'accepted' | 'rejected',
): Program<ReadonlyArray<string>> {
  const { table, lockUser } = dialect
  const users = yield statement(`SELECT u.id FROM ${table('users')} AS u WHERE u.id = $1 ${lockUser}`, user)
  if (users.length === 0) throw wrongOption('/user', 'a user of the mirror')
  const userAccounts = yield* readAccounts(dialect, user)
  const { accounts, links } = userAccounts
  const [fromAccount, toAccount] = [from, to].map((id) => accounts.find((account) => account.id === id))
  if (fromAccount === undefined) throw wrongOption('/from', 'the id of an account of the user in the mirror')
  if (toAccount === undefined) throw wrongOption('/to', 'the id of an account of the user in the mirror')
  if (from === to) throw wrongOption('/to', 'another account than from')
  const currencies = new Set([fromAccount, toAccount].flatMap(({ currency_code }) => currency_code ?? []))
  if (status === 'accepted' && currencies.size > 1) throw wrongOption('/to', 'an account with the currency of from')
  yield statement(
    `DELETE FROM ${table('account_links')}
     WHERE user_id = $1 AND (from_id = $2 AND to_id = $3 OR from_id = $3 AND to_id = $2)`,
    user,
    from,
    to,
  )
  const decided = { from_id: from, to_id: to, status, decided_by: 'person', evidence: '[]' }
  yield* insertRows(dialect, 'account_links', user, [decided], 'decided_at')
  if (status === 'rejected')
    yield* deleteLinks(dialect, user, userAccounts, contradictedLinks(userAccounts, { from, to }))
  else {
    yield statement(`UPDATE ${table('users')} SET match_until = coalesce(match_until, 0) WHERE id = $1`, user)
    if (!links.some((link) => link.isAccepted && isSamePair(link, { from, to })))
      yield* logLinks(dialect, user, 'Linked', 'accounts', [{ from, to }])
  }
  return (yield* settleLineages(dialect, user))?.changedIds ?? []
}
