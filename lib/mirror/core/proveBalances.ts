import { isSome } from 'fp-ts/lib/Option.js'
import type { BalanceMismatch } from '../../ledger/balances/BalanceMismatch.js'
import { parseProofState, printProofState, type ProofState } from '../../ledger/balances/ProofState.js'
import { type ProofReading, type ProofStep, proveBalance } from '../../ledger/balances/proveBalance.js'
import { type BalanceRow, isExplainedByRows, reportedBalance } from '../../ledger/balances/reportedBalance.js'
import {
  type AccountSums,
  addUpRows,
  lateRows,
  type ProvenRound,
  toAccountSums,
  unitsOf,
  utcDay,
} from './bookedSums.js'
import type { Row } from './columns.js'
import { type Program, type ResultRow, statement, type Value } from './Program.js'
import { toStorableJson } from './rowText.js'
import type { SqlDialect } from './SqlDialect.js'
import { StaleFencingToken } from './StaleFencingToken.js'

/** The stored proof of an account. */
interface StoredProof {
  readonly isOpen: boolean
  readonly state: ProofState | undefined
  readonly text: string
  readonly firstDay: string | undefined
}

/** The balance of an account's booked rows as the service told it, and when. */
interface BookedBalance {
  readonly currency: string
  readonly reported: bigint
  readonly reportedAt: number
}

/** The balance of booked rows of an account; `undefined` if it is not exact, or if it is unknown when it was told. */
const bookedBalance = (row: Row): BookedBalance | undefined => {
  const balance = reportedBalance(row as unknown as BalanceRow)
  if (!isSome(balance)) return undefined
  const { currency, minorUnits, reportedAt } = balance.value
  if (!isSome(minorUnits) || !isSome(reportedAt)) return undefined
  return { currency, reported: minorUnits.value, reportedAt: reportedAt.value.getTime() }
}

/** The stored data of an account whose rows explain its balance. */
interface AccountFacts {
  readonly id: string
  readonly balance: BookedBalance | undefined
  readonly proof: StoredProof | undefined
  readonly sums: ReadonlyArray<AccountSums>
  readonly lateSum: bigint
}

/** The stored data of a user's accounts. `ended`: the ids of the accounts whose proofs end. */
interface UserFacts {
  readonly accounts: ReadonlyArray<AccountFacts>
  readonly ended: ReadonlyArray<string>
}

const toStoredProof = ({ state, is_open: isOpen, proof_first_day: firstDay }: ResultRow): StoredProof | undefined =>
  typeof state === 'string'
    ? {
        text: state,
        state: parseProofState(state),
        isOpen: Boolean(isOpen),
        firstDay: typeof firstDay === 'string' ? firstDay : undefined,
      }
    : undefined

/** Reads the accounts of a user, their proofs, and the sums of their rows, which triggers maintain. */
function* readFacts(dialect: SqlDialect, { user, changedIds }: ProvenRound): Program<UserFacts> {
  const { table, isoDate, isoTimestamp } = dialect
  const texts = ['inexact_count', 'units_high', 'units_low', 'old_high', 'old_low', 'late_high', 'late_low']
  const rows = yield statement(
    `SELECT account.id, proof.account_id AS proof_id, CAST(account.row AS text) AS row, account.has_stocks,
       proof.state, proof.is_open, ${isoDate('proof.first_day')} AS proof_first_day, sums.currency_code AS sums_currency,
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
        ? { id, balance: bookedBalance(row), proof: toStoredProof(record), sums, lateSum: unitsOf(record, 'late') }
        : { ...previous, sums: [...previous.sums, ...sums] },
    )
  }
  return { accounts: [...accounts.values()], ended: [...ended] }
}

/** The result of the comparison for an account; without a step if there is nothing to compare. */
interface Comparison {
  readonly account: AccountFacts
  readonly currency?: string
  readonly reading?: ProofReading
  readonly step?: ProofStep
}

/**
 * Compares the balance of an account with its sums. There is nothing to compare if a row or the balance has no exact amount,
 * or if a row has another currency.
 */
const compareAccount = (account: AccountFacts, { overlap, now, since }: ProvenRound): Comparison => {
  const { balance, proof, sums, lateSum } = account
  if (balance === undefined) return { account }
  const { currency, reported, reportedAt } = balance
  if (sums.some((accountSums) => accountSums.currency !== currency || !accountSums.isExact)) return { account }
  const { sum = 0n, oldSum = 0n, rowsAt = 0, firstDay = utcDay(now) } = sums[0] ?? {}
  const reading = { sum, oldSum, lateSum, rowsAt, firstDay, reported, reportedAt, overlap, now }
  const step = proveBalance(proof?.state, reading, since && utcDay(since.getTime()))
  return { account, currency, reading, step }
}

/** The maximum age of a user's stored sums, in milliseconds. All rows are added up again after it. */
const maxSumsAge = 24 * 60 * 60_000

/** Whether the stored sums lack what a comparison needs: the sum of the rows before the first day of the proof. */
const lacksOldSum = ({ balance, proof, sums }: AccountFacts, { since }: ProvenRound): boolean => {
  const oldBefore = proof?.firstDay ?? (since && utcDay(since.getTime()))
  return balance !== undefined && sums.some((accountSums) => accountSums.oldBefore !== oldBefore)
}

/** Whether a comparison begins a proof or reports a difference. Both need sums of the rows themselves. */
const needsExactSums = ({ account: { proof }, step }: Comparison): boolean =>
  step !== undefined && (step.isReported || (step.state.constant !== undefined && proof?.state?.constant === undefined))

/**
 * Compares the accounts of a user with the stored sums of their rows. All rows are added up instead if that was not done
 * within a day, and before a proof begins or a difference is reported.
 */
function* compareAccounts(
  dialect: SqlDialect,
  round: ProvenRound,
  sumsAt: number | undefined,
): Program<{ readonly comparisons: ReadonlyArray<Comparison>; readonly ended: ReadonlyArray<string> }> {
  const { now } = round
  if (sumsAt !== undefined && sumsAt <= now && now < sumsAt + maxSumsAge) {
    const { accounts, ended } = yield* readFacts(dialect, round)
    const comparisons = accounts.map((account) => compareAccount(account, round))
    if (!accounts.some((account) => lacksOldSum(account, round)) && !comparisons.some(needsExactSums))
      return { comparisons, ended }
  }
  yield* addUpRows(dialect, round)
  const { accounts, ended } = yield* readFacts(dialect, round)
  return { comparisons: accounts.map((account) => compareAccount(account, round)), ended }
}

const columns = [
  'user_id',
  'account_id',
  'currency_code',
  'reported',
  'expected',
  'difference',
  'since',
  'begun_at',
  'first_day',
  'is_open',
  'state',
]

const isoText = (time: number | undefined): string | null => (time === undefined ? null : new Date(time).toISOString())

function* storeProofs({ table }: SqlDialect, proofs: ReadonlyArray<ReadonlyArray<Value>>): Program<void> {
  if (proofs.length === 0) return
  let parameterCount = 0
  const tuples = proofs.map((proof) => `(${proof.map(() => `$${String(++parameterCount)}`).join(', ')})`)
  const changes = columns.slice(2).map((name) => `${name} = excluded.${name}`)
  yield statement(
    `INSERT INTO ${table('balance_proofs')} (${columns.join(', ')}) VALUES ${tuples.join(', ')}
     ON CONFLICT (user_id, account_id) DO UPDATE SET ${changes.join(', ')}`,
    ...proofs.flat(),
  )
}

/**
 * Compares the balance of each account of a user with the sum of its booked rows, and stores the result. Returns the
 * differences that this round proves. Throws `StaleFencingToken` if the user has another fence.
 *
 * The proof of an account ends if its rows do not explain its balance, for example because the user has disabled access to
 * its data. It pauses while a row or the balance has no exact amount.
 */
export function* proveBalances(dialect: SqlDialect, round: ProvenRound): Program<ReadonlyArray<BalanceMismatch>> {
  const { table, isIn } = dialect
  const { user, fence } = round
  const [userRow] = yield statement(
    `UPDATE ${table('users')} SET is_unproven = $3 WHERE id = $1 AND version = $2 RETURNING CAST(sums_at AS text) AS sums_at`,
    user,
    fence,
    false,
  )
  if (userRow === undefined) throw new StaleFencingToken({ fence })
  const sumsAt = typeof userRow.sums_at === 'string' ? Number(userRow.sums_at) : undefined
  const { comparisons, ended } = yield* compareAccounts(dialect, round, sumsAt)
  if (ended.length > 0)
    yield statement(
      `DELETE FROM ${table('balance_proofs')} WHERE user_id = $1 AND ${isIn('account_id', '$2')}`,
      user,
      toStorableJson(ended),
    )
  const skipped: Array<string> = []
  const proofs: Array<ReadonlyArray<Value>> = []
  const differences: Array<BalanceMismatch> = []
  for (const { account, currency, reading, step } of comparisons) {
    const { id, proof } = account
    if (currency === undefined || reading === undefined || step === undefined) {
      if (proof?.isOpen === true) skipped.push(id)
      continue
    }
    const { state, expected, isReported, isOpen } = step
    const stateText = printProofState(state)
    if (stateText === proof?.text && proof.isOpen === isOpen) continue
    const { constant, raised } = state
    const { reported } = reading
    const difference = expected !== undefined && raised !== undefined ? reported - expected : undefined
    if (isReported && expected !== undefined && raised !== undefined)
      differences.push({
        _tag: 'BalanceMismatch',
        account: id,
        currency,
        expected,
        reported,
        difference: reported - expected,
        since: new Date(raised.since),
      })
    proofs.push([
      user,
      id,
      currency,
      String(reported),
      expected === undefined ? null : String(expected),
      difference === undefined ? null : String(difference),
      difference === undefined ? null : isoText(raised?.since),
      isoText(constant?.reportedAt),
      constant?.firstDay ?? null,
      isOpen,
      stateText,
    ])
  }
  if (skipped.length > 0)
    yield statement(
      `UPDATE ${table('balance_proofs')} SET is_open = $3 WHERE user_id = $1 AND ${isIn('account_id', '$2')}`,
      user,
      toStorableJson(skipped),
      false,
    )
  yield* storeProofs(dialect, proofs)
  return differences
}

/** Records that the rows of a user have changed, so that a later round compares them even if this process dies first. */
export function* reopenProofs({ table }: SqlDialect, user: string): Program<void> {
  yield statement(`UPDATE ${table('users')} SET is_unproven = $2 WHERE id = $1 AND NOT is_unproven`, user, true)
}

/** A SQL expression: whether the balances of a user are to be compared even in a round that changes nothing. */
export const isProofOpen = (users: string, proofs: string): string =>
  `(${users}.is_unproven OR EXISTS (SELECT 1 FROM ${proofs} AS proof WHERE proof.user_id = ${users}.id AND proof.is_open))`
