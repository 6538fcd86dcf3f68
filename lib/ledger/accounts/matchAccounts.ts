import { functionCodec } from '../../base/codec/guardCodec.js'
import { list } from '../../base/codec/list.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import type { LedgerRow } from '../toLedgerEntry.js'
import { type AccountDecision, accountDecision } from './AccountDecision.js'
import { AccountDecisions } from './AccountDecisions.js'
import type { AccountMatches } from './AccountLink.js'
import { type AccountBook, toAccountBook } from './compareAccounts.js'
import { rowsCodec, toAccountRows } from './pairRows.js'
import { relinkedAccount, type RelinkedAccount, toAccountFacts } from './RelinkedAccount.js'
import { settleAccounts } from './settleAccounts.js'

/** The options of {@link matchAccounts}. */
export interface MatchAccountsConfig<Id extends number | string = number | string> {
  /** The accounts before, with those that are gone since. An account that is in both lists still exists. */
  readonly before: ReadonlyArray<RelinkedAccount<Id>>
  /** The accounts that exist now. */
  readonly after: ReadonlyArray<RelinkedAccount<Id>>
  /**
   * Returns the rows of an account. For an account that is gone, return the rows that it had when it was removed; it does
   * not matter if they are marked as removed.
   */
  readonly rowsOf: (id: Id) => ReadonlyArray<LedgerRow>
  /** The person's decisions, oldest first. */
  readonly decisions?: ReadonlyArray<AccountDecision>
}

const accounts = /* @__PURE__ */ list(relinkedAccount)

const configCodec = /* @__PURE__ */ options(
  'options',
  {
    before: accounts,
    after: accounts,
    rowsOf: /* @__PURE__ */ functionCodec<(id: number | string) => ReadonlyArray<LedgerRow>>('a function of an id'),
  },
  { decisions: /* @__PURE__ */ list(accountDecision) },
)

const readRows = (rows: unknown): ReadonlyArray<LedgerRow> => {
  if (rowsCodec.is(rows)) return rows
  throw wrongOption('/rowsOf', 'a function that returns an array of rows with ids, not a Promise')
}

const readIds = (list: ReadonlyArray<RelinkedAccount>): ReadonlySet<string> => new Set(list.map(({ id }) => String(id)))

/**
 * Finds which account continues which, after a person connected a bank again and all ids changed.
 *
 * - A link is certain: `from` is gone, `to` continues it, nothing contradicts it, and no other pair of one of the accounts
 *   has as much in common. The evidence is one of these: the same complete IBAN, with the same name or rows; the same
 *   purchases with a card, in five shops with the same bank and name, or in eight without; the same last digits of the
 *   number, with the same bank and rows.
 * - A duplicate is as certain, but both accounts exist: one account under two connections, which sums should count once.
 *   Two new duplicates are no rivals: the first one continues an account that is gone.
 * - Everything else that a person might confirm is a candidate, with its evidence and its doubts. Visible digits that
 *   differ are always a doubt.
 * - Accounts are never matched by their names alone, and never if their currencies differ.
 * - A decision of a person holds: what is accepted is a link or a duplicate, and what is rejected is nothing. Two accounts
 *   that a person rejected do not become one through others either: what would connect them is a candidate.
 *
 * Pass only accounts of one person, without those that an earlier link continues. The result does not depend on the order
 * of accounts and rows; of two accounts with the same id, the last one counts. Throws a `ConfigError` for wrong options.
 *
 * @example
 * import { matchAccounts } from 'rxbank/accounts'
 *
 * const account = { iban: 'FR7630006000011234567890189', name: 'Compte', currency_code: 'EUR' }
 * const { links } = matchAccounts({
 *   before: [{ ...account, id: 1 }],
 *   after: [{ ...account, id: 81, iban: 'fr76 3000 6000 0112 3456 7890 189' }],
 *   rowsOf: () => [],
 * })
 * assert.deepStrictEqual(links.map(({ from, to, evidence }) => [from, to, evidence]), [['1', '81', ['iban', 'name']]])
 */
export const matchAccounts = <Id extends number | string>(config: MatchAccountsConfig<Id>): AccountMatches => {
  const { before, after, rowsOf, decisions = [] } = decodeOptions(configCodec, config)
  const idsBefore = readIds(before)
  const idsAfter = readIds(after)
  const readBooks = (list: typeof before, isGone: boolean): ReadonlyArray<AccountBook> =>
    Array.from(new Map(list.map((account) => [String(account.id), account])).values(), (account) =>
      toAccountBook(toAccountFacts(account), toAccountRows(readRows(rowsOf(account.id)), isGone)),
    )
  return settleAccounts(
    {
      gone: readBooks(
        before.filter(({ id }) => !idsAfter.has(String(id))),
        true,
      ),
      alive: readBooks(after, false),
      idsBefore,
    },
    new AccountDecisions(decisions),
  )
}
