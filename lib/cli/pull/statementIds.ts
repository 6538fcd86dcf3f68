import { isSome } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { acceptAccount, type AccountPair } from '../../ledger/accounts/AccountDecision.js'
import type { AccountCandidate } from '../../ledger/accounts/AccountLink.js'
import { matchAccounts } from '../../ledger/accounts/matchAccounts.js'
import { matchRows } from '../../ledger/accounts/matchRows.js'
import { groupBy } from '../../ledger/groupBy.js'
import { toLedgerEntry } from '../../ledger/toLedgerEntry.js'
import type { Account } from '../../service/model/Account.js'
import { accountId } from '../../service/model/MatchFields.js'
import type { Transaction } from '../../service/model/Transaction.js'
import type { UserRows } from './readUserRows.js'

const text = t.union([t.string, t.null])

const knownAccount = t.intersection([
  t.readonly(t.type({ ids: t.readonlyArray(t.number) })),
  t.readonly(
    t.partial({ item_id: t.number, bank_id: t.number, iban: text, name: text, type: text, currency_code: text }),
  ),
])

const knownRow = t.intersection([
  t.readonly(t.type({ id: t.number, fitid: t.number, account_id: t.number, amount: t.number })),
  t.readonly(t.type({ currency_code: t.string, date: t.string, clean_description: t.string })),
  t.readonly(t.type({ provider_description: t.string })),
  t.readonly(t.partial({ operation_type: t.string })),
])

/** The codec of {@link StatementIds}. */
export const statementIds = t.readonly(
  t.type({ user: t.string, accounts: t.readonlyArray(knownAccount), rows: t.readonlyArray(knownRow) }),
)

/**
 * What earlier statements of a user have said.
 *
 * - `accounts`: `ids` are the ids that the service has given to an account, oldest first. The first one is its `ACCTID`.
 * - `rows`: booked transactions by their latest `id`, and the `FITID` of each.
 */
export type StatementIds = t.TypeOf<typeof statementIds>

type KnownAccount = t.TypeOf<typeof knownAccount>
type KnownRow = t.TypeOf<typeof knownRow>

/** A present account that has no statement, because it is the account `of` under another connection. */
interface DuplicateAccount {
  readonly id: number
  readonly of: number
}

/**
 * The rows of a user under the ids of earlier statements.
 *
 * - `read`: the accounts and rows, without those of duplicates.
 * - `next`: what later statements have to know.
 * - `candidates`: new accounts that may be earlier ones: a person decides.
 */
export interface ContinuedIds {
  readonly read: UserRows
  readonly next: StatementIds
  readonly duplicates: ReadonlyArray<DuplicateAccount>
  readonly candidates: ReadonlyArray<AccountCandidate>
}

const idOf = ({ ids }: KnownAccount): number => ids.at(-1) ?? 0

const firstIdOf = ({ ids }: KnownAccount): number => ids[0] ?? 0

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The id of the bank, whose field has another name since 2025. */
const bankOf = (account: Account): unknown =>
  (account as { readonly provider_id?: unknown }).provider_id ?? account.bank_id

const toKnownAccount = (account: Account, ids: ReadonlyArray<number>, bank = bankOf(account)): KnownAccount => ({
  ids,
  ...(typeof account.item_id === 'number' && { item_id: account.item_id }),
  ...(typeof bank === 'number' && { bank_id: bank }),
  iban: textOr(account.iban),
  name: textOr(account.name),
  type: textOr(account.type),
  currency_code: textOr(account.currency_code),
})

const toKnownRow = (row: Transaction): ReadonlyArray<KnownRow> => {
  const entry = toLedgerEntry(row)
  if (!isSome(entry) || entry.value.isPending) return []
  const { account, currency, date, operation, text: description, bankText } = entry.value
  return [
    {
      id: row.id,
      fitid: row.id,
      account_id: Number(account),
      amount: Number(row.amount),
      currency_code: currency,
      date,
      clean_description: description,
      provider_description: bankText,
      ...(operation !== undefined && { operation_type: operation }),
    },
  ]
}

/** The rows of an account that is present, with the `FITID`s of earlier statements, and the rows that only those have. */
const continueRows = (
  account: KnownAccount,
  listed: ReadonlyArray<KnownRow>,
  knownByAccount: ReadonlyMap<string, ReadonlyArray<KnownRow>>,
): ReadonlyArray<KnownRow> => {
  const current = new Map((knownByAccount.get(String(idOf(account))) ?? []).map((row) => [row.id, row.fitid]))
  const before = account.ids.slice(0, -1).flatMap((id) => knownByAccount.get(String(id)) ?? [])
  const { links } = matchRows({ before, after: listed.filter(({ id }) => !current.has(id)) })
  const fitids = new Map(before.map(({ id, fitid }) => [String(id), fitid]))
  const linked = new Map(links.map(({ from, to }) => [to, fitids.get(from)]))
  const matched = new Set(links.map(({ from }) => from))
  return [
    ...listed.map((row) => ({ ...row, fitid: current.get(row.id) ?? linked.get(String(row.id)) ?? row.id })),
    ...before.filter(({ id }) => !matched.has(String(id))),
  ]
}

/**
 * Gives accounts and rows the ids of earlier statements, also if their bank was connected again since: what is certain, as
 * `matchAccounts` finds it, and the pairs that a person `accepted`, by the first ids of accounts or by later ones.
 */
export const continueIds = (
  known: StatementIds,
  read: UserRows,
  accepted: ReadonlyArray<AccountPair> = [],
): ContinuedIds => {
  const isFirst = known.accounts.length === 0
  // The service lists an account under an earlier id again: it is the same one.
  const returned = new Map(known.accounts.flatMap(({ ids }) => ids.slice(0, -1).map((id) => [id, ids[0] ?? id])))
  const present = new Map(read.accounts.filter(({ id }) => !returned.has(id)).map((account) => [account.id, account]))
  const listedRows = groupBy(read.transactions.flatMap(toKnownRow), ({ account_id }) => String(account_id))
  const allKnownRows = groupBy(known.rows, ({ account_id }) => String(account_id))
  const latestId = (id: number | string): number => {
    const account = known.accounts.find(({ ids }) => ids.includes(Number(id)))
    return account === undefined ? Number(id) : idOf(account)
  }
  const after = Array.from(present.values(), (account) => ({ ...toKnownAccount(account, []), id: account.id }))
  const { links, duplicates, candidates } = matchAccounts({
    before: [
      ...known.accounts.map((account) => ({ ...account, id: idOf(account) })),
      // Of the first statements, each account has been there before.
      ...(isFirst ? after : []),
    ],
    after,
    rowsOf: (id) => (present.has(id) ? listedRows : allKnownRows).get(String(id)) ?? [],
    decisions: accepted.map(({ from, to }) => acceptAccount({ from: latestId(from), to: latestId(to) })),
  })
  const successors = new Map(links.map(({ from, to }) => [Number(from), Number(to)]))
  const continued = new Set(successors.values())
  const duplicateOf = new Map(duplicates.map(({ from, to }) => [Number(to), Number(from)]))

  const earlier = known.accounts
    .filter((account) => !continued.has(idOf(account)))
    .map((account) => {
      const id = successors.get(idOf(account)) ?? idOf(account)
      const ids = id === idOf(account) ? account.ids : [...account.ids, id]
      const now = present.get(id)
      return now === undefined ? account : toKnownAccount(now, ids)
    })
  const earlierIds = new Set(earlier.map(idOf))
  const added = Array.from(present.values())
    .filter(({ id }) => !earlierIds.has(id) && !duplicateOf.has(id))
    .map((account) => toKnownAccount(account, [account.id]))
  const accounts = [...earlier, ...added]
  // An account that had statements of its own goes on under the ids of the other one.
  const joined = new Set(known.accounts.filter((account) => continued.has(idOf(account))).flatMap(({ ids }) => ids))
  const knownRows = groupBy(known.rows, ({ account_id: id }) => (joined.has(id) ? undefined : String(id)))
  const rows = accounts.flatMap((account) =>
    present.has(idOf(account))
      ? continueRows(account, listedRows.get(String(idOf(account))) ?? [], knownRows)
      : account.ids.flatMap((id) => knownRows.get(String(id)) ?? []),
  )
  const fitids = new Map(rows.map(({ id, fitid }) => [id, fitid]))
  const acctids = new Map(accounts.map((account) => [idOf(account), firstIdOf(account)]))
  const leftOut = new Set([...duplicateOf.keys(), ...returned.keys()])
  const firstId = (id: number): number => acctids.get(id) ?? id
  return {
    read: {
      accounts: read.accounts
        .filter(({ id }) => !leftOut.has(id))
        .map((account) => ({ ...account, id: firstId(account.id) })),
      transactions: read.transactions
        .filter((row) => !leftOut.has(Number(accountId(row))))
        .map((row) => ({ ...row, id: fitids.get(row.id) ?? row.id, account_id: firstId(Number(accountId(row))) })),
    },
    next: { user: known.user, accounts, rows },
    duplicates: [
      ...duplicateOf,
      ...Array.from(returned).filter(([id]) => read.accounts.some((one) => one.id === id)),
    ].map(([id, of]) => ({ id, of: firstId(of) })),
    candidates: candidates
      .filter(({ to }) => !known.accounts.some((account) => idOf(account) === Number(to)) && !isFirst)
      .map((candidate) => ({ ...candidate, from: String(firstId(Number(candidate.from))) })),
  }
}
