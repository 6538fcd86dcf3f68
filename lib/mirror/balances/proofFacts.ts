import { isSome } from 'fp-ts/lib/Option.js'
import { parseProofState, type ProofState } from '../../ledger/balances/ProofState.js'
import { type BalanceRow, isExplainedByRows, reportedBalance } from '../../ledger/balances/reportedBalance.js'
import { type Program, type ResultRow, statement } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import type { Row } from '../tables/columns.js'
import { type AccountSums, lateRows, type ProvenRound, toAccountSums, unitsOf } from './accountSums.js'

/** The stored proof of an account. */
interface StoredProof {
  readonly isOpen: boolean
  readonly state: ProofState | undefined
  readonly text: string
  readonly firstDay: string | undefined
  readonly status: string
  readonly waitsFor: string | undefined
  readonly statusSince: string
}

/** The balance of an account's booked rows as the service reported it, and when. */
interface BookedBalance {
  readonly currency: string
  readonly reported: bigint
  readonly reportedAt: number
}

/** The balance of booked rows of an account, or why it cannot be compared. */
const bookedBalance = (row: Row): BookedBalance | 'balance' | 'time' => {
  const balance = reportedBalance(row as unknown as BalanceRow)
  if (!isSome(balance)) return 'balance'
  const { currency, minorUnits, reportedAt } = balance.value
  if (!isSome(minorUnits)) return 'balance'
  return isSome(reportedAt) ? { currency, reported: minorUnits.value, reportedAt: reportedAt.value.getTime() } : 'time'
}

/** The stored data of an account whose rows explain its balance. */
export interface AccountFacts {
  readonly id: string
  readonly isCard: boolean
  readonly balance: BookedBalance | 'balance' | 'time'
  readonly proof: StoredProof | undefined
  readonly sums: ReadonlyArray<AccountSums>
  readonly lateSum: bigint
}

/** The stored data of a user's accounts. `ended`: the ids of the accounts whose proofs must be deleted. */
export interface UserFacts {
  readonly accounts: ReadonlyArray<AccountFacts>
  readonly ended: ReadonlyArray<string>
}

const toStoredProof = (row: ResultRow): StoredProof | undefined => {
  const { state, is_open: isOpen, proof_first_day: firstDay, status, waits_for: waitsFor, status_since: since } = row
  return typeof state === 'string'
    ? {
        text: state,
        state: parseProofState(state),
        isOpen: Boolean(isOpen),
        firstDay: typeof firstDay === 'string' ? firstDay : undefined,
        status: String(status),
        waitsFor: typeof waitsFor === 'string' ? waitsFor : undefined,
        statusSince: String(since),
      }
    : undefined
}

/** Reads the accounts of a user, their proofs, and the sums of their rows, which triggers maintain. */
export function* readFacts(dialect: SqlDialect, { user, changedIds }: ProvenRound): Program<UserFacts> {
  const { table, isoDate, isoTimestamp } = dialect
  const texts = ['inexact_count', 'units_high', 'units_low', 'old_high', 'old_low', 'late_high', 'late_low']
  const rows = yield statement(
    `SELECT account.id, proof.account_id AS proof_id, CAST(account.row AS text) AS row, account.has_stocks,
       proof.state, proof.is_open, proof.status, proof.waits_for, ${isoTimestamp('proof.status_since')} AS status_since,
       ${isoDate('proof.first_day')} AS proof_first_day, sums.currency_code AS sums_currency,
       ${isoTimestamp('rows_at')} AS rows_at, ${isoDate('sums.first_day')} AS sums_first_day, ${isoDate('old_before')} AS old_before,
       ${texts.map((name) => `CAST(${name} AS text) AS ${name}`).join(', ')}
     FROM (
       SELECT id, row, EXISTS (
         SELECT 1 FROM ${table('stocks')} AS stock
         WHERE stock.user_id = owned.user_id AND stock.account_id = owned.id AND stock.removed_at IS NULL
       ) AS has_stocks
       FROM ${table('accounts')} AS owned WHERE user_id = $1 AND removed_at IS NULL
     ) AS account
     FULL JOIN (SELECT * FROM ${table('balance_proofs')} WHERE user_id = $1) AS proof ON proof.account_id = account.id
     LEFT JOIN (SELECT * FROM ${table('account_sums')} WHERE user_id = $1) AS sums ON sums.account_id = account.id
     LEFT JOIN (${lateRows(dialect)}) AS late ON late.account_id = account.id`,
    user,
    toStorableJson(changedIds),
  )
  const accounts = new Map<string, AccountFacts>()
  const ended = new Set<string>()
  for (const record of rows) {
    const { id: rowId, proof_id: proofId, row: text, has_stocks: hasStocks } = record
    const row = typeof text === 'string' ? (JSON.parse(text) as Row) : {}
    if (!isExplainedByRows(row) || Boolean(hasStocks)) {
      if (typeof proofId === 'string') ended.add(proofId)
      continue
    }
    const id = String(rowId)
    const sums = typeof record.sums_currency === 'string' ? [toAccountSums(record)] : []
    const previous = accounts.get(id)
    accounts.set(
      id,
      previous === undefined
        ? {
            id,
            isCard: row.type === 'card',
            balance: bookedBalance(row),
            proof: toStoredProof(record),
            sums,
            lateSum: unitsOf(record, 'late'),
          }
        : { ...previous, sums: [...previous.sums, ...sums] },
    )
  }
  return { accounts: [...accounts.values()], ended: [...ended] }
}
