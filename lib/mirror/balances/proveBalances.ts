import type { BalanceMismatch } from '../../ledger/balances/BalanceMismatch.js'
import { mayLeave, utcDay } from '../../ledger/balances/proofMoves.js'
import { printProofState, type ProofReading } from '../../ledger/balances/ProofState.js'
import { type ProofStatus, type ProofStep, proveBalance } from '../../ledger/balances/proveBalance.js'
import type { ProofWait } from '../core/Mirror.js'
import { type Program, statement, type Value } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { StaleFencingToken } from '../core/StaleFencingToken.js'
import {
  type AccountRemovals,
  addUpRows,
  forgetRemovedSums,
  hasRemovedSums,
  type ProvenRound,
  readRemovedSums,
} from './accountSums.js'
import { type AccountFacts, readFacts } from './proofFacts.js'

/** The result of the comparison for an account, or why there was nothing to compare. */
type Comparison = { readonly account: AccountFacts } & (
  | { readonly waitsFor: ProofWait }
  | { readonly currency: string; readonly reading: ProofReading; readonly step: ProofStep }
)

/**
 * Compares the balance of an account with its sums. There is nothing to compare if a row or the balance has no exact
 * amount, or if a row has another currency.
 */
const compareAccount = (
  account: AccountFacts,
  round: ProvenRound,
  removals: ReadonlyArray<AccountRemovals>,
): Comparison => {
  const { id, isCard, balance, proof, sums, lateSum } = account
  const { overlap, tolerance, now, since } = round
  if (round.omitsRows) return { account, waitsFor: 'rows' }
  if (typeof balance === 'string') return { account, waitsFor: balance }
  const { currency, reported, reportedAt } = balance
  if (sums.some((accountSums) => accountSums.currency !== currency)) return { account, waitsFor: 'currency' }
  if (sums.some(({ isExact }) => !isExact)) return { account, waitsFor: 'amount' }
  const { sum = 0n, oldSum = 0n, rowsAt = 0, firstDay = utcDay(now) } = sums[0] ?? {}
  const removed = removals.filter((row) => row.account === id && row.currency === currency)
  const balances = { reported, reportedAt, sum, oldSum, lateSum }
  const reading = { ...balances, rowsAt, firstDay, removed, isCard, overlap, tolerance, now }
  const step = proveBalance(proof?.state, reading, since && utcDay(since.getTime()))
  return { account, currency, reading, step }
}

/** The maximum age of a user's stored sums, in milliseconds. Older sums are computed again from all rows. */
const maxSumsAge = 24 * 60 * 60_000

/** Whether the stored sums lack what a comparison needs: the sum of the rows before the first day of the proof. */
const lacksOldSum = ({ proof, sums }: AccountFacts): boolean =>
  proof?.firstDay !== undefined && sums.some((accountSums) => accountSums.oldBefore !== proof.firstDay)

/**
 * Whether a comparison begins a proof, reports a difference, or depends on the earliest day of the rows. Each of these
 * needs new sums of the rows.
 */
const needsExactSums = (comparison: Comparison): boolean => {
  if ('waitsFor' in comparison) return false
  const { account, step, reading } = comparison
  const begins = step.state.constant !== undefined && account.proof?.state?.constant === undefined
  return step.isReported || begins || reading.removed?.some((row) => mayLeave(row.day, reading.now)) === true
}

/**
 * Compares the accounts of a user with the stored sums of their rows. All rows are added up instead if that was not
 * done within a day, and before a proof begins or a difference is reported.
 */
function* compareAccounts(
  dialect: SqlDialect,
  round: ProvenRound,
  sumsAt: number | undefined,
  removals: ReadonlyArray<AccountRemovals>,
): Program<{ readonly comparisons: ReadonlyArray<Comparison>; readonly ended: ReadonlyArray<string> }> {
  const { now } = round
  if (sumsAt !== undefined && sumsAt <= now && now < sumsAt + maxSumsAge) {
    const { accounts, ended } = yield* readFacts(dialect, round)
    const comparisons = accounts.map((account) => compareAccount(account, round, removals))
    if (!accounts.some(lacksOldSum) && !comparisons.some(needsExactSums)) return { comparisons, ended }
  }
  yield* addUpRows(dialect, round)
  const { accounts, ended } = yield* readFacts(dialect, round)
  return { comparisons: accounts.map((account) => compareAccount(account, round, removals)), ended }
}

const statusColumns = ['user_id', 'account_id', 'state', 'is_open', 'status', 'waits_for', 'status_since']
const proofColumns = ['currency_code', 'reported', 'expected', 'difference', 'since', 'started_at', 'first_day']

const isoText = (time: number | undefined): string | null => (time === undefined ? null : new Date(time).toISOString())

/** Stores proofs, each as the values of `columns`. */
function* storeProofs(
  { table }: SqlDialect,
  columns: ReadonlyArray<string>,
  proofs: ReadonlyArray<ReadonlyArray<Value>>,
): Program<void> {
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

/** The state of a proof that has never been compared. */
const emptyState = '{}'

/** What a round stores for an account, and the difference that it proves. */
interface ProofOutcome {
  readonly status: ReadonlyArray<Value>
  readonly proof: ReadonlyArray<Value> | undefined
  readonly difference: BalanceMismatch | undefined
}

/** The outcome of a comparison; `undefined` if nothing has changed. */
const outcomeOf = (comparison: Comparison, { user, now }: ProvenRound): ProofOutcome | undefined => {
  const { id, proof } = comparison.account
  const step = 'step' in comparison ? comparison.step : undefined
  const state = step === undefined ? (proof?.text ?? emptyState) : printProofState(step.state)
  const status: ProofStatus = step?.status ?? 'waiting'
  const waitsFor = 'waitsFor' in comparison ? comparison.waitsFor : status === 'waiting' ? 'start' : undefined
  const isOpen = step?.isOpen ?? false
  const isSameStatus = status === proof?.status && waitsFor === proof.waitsFor
  if (isSameStatus && state === proof.text && isOpen === proof.isOpen) return undefined
  const since = isSameStatus ? proof.statusSince : isoText(now)
  const statusValues = [user, id, state, isOpen, status, waitsFor ?? null, since]
  if (!('step' in comparison)) return { status: statusValues, proof: undefined, difference: undefined }

  const { currency, reading } = comparison
  const { expected, isReported, state: nextState } = comparison.step
  const { constant, raised } = nextState
  const { reported } = reading
  const difference =
    expected !== undefined && raised !== undefined
      ? {
          _tag: 'BalanceMismatch' as const,
          account: id,
          currency,
          expected,
          reported,
          difference: reported - expected,
          since: new Date(raised.since),
        }
      : undefined
  const proofValues = [
    currency,
    String(reported),
    expected === undefined ? null : String(expected),
    difference === undefined ? null : String(difference.difference),
    difference === undefined ? null : difference.since.toISOString(),
    isoText(constant?.reportedAt),
    constant?.firstDay ?? null,
  ]
  return {
    status: statusValues,
    proof: [...statusValues, ...proofValues],
    difference: isReported ? difference : undefined,
  }
}

/**
 * Compares the balance of each account of a user with the sum of its booked rows, and stores the result. Returns the
 * differences that this round proves. Throws `StaleFencingToken` if the user has another fence.
 *
 * The proof of an account is deleted if rows cannot explain its balance, for example because the user has disabled
 * access to its data. It waits while a row or the balance has no exact amount.
 */
export function* proveBalances(dialect: SqlDialect, round: ProvenRound): Program<ReadonlyArray<BalanceMismatch>> {
  const { table, isIn } = dialect
  const { user, fence, omitsRows } = round
  const [userRow] = yield statement(
    `UPDATE ${table('users')} SET is_unproven = $3 WHERE id = $1 AND version = $2
     RETURNING CAST(sums_at AS text) AS sums_at, ${hasRemovedSums(dialect, '$1')} AS has_removed`,
    user,
    fence,
    omitsRows,
  )
  if (userRow === undefined) throw new StaleFencingToken({ fence })
  const sumsAt = typeof userRow.sums_at === 'string' ? Number(userRow.sums_at) : undefined
  const removals = userRow.has_removed ? yield* readRemovedSums(dialect, user) : []
  const { comparisons, ended } = yield* compareAccounts(dialect, round, sumsAt, removals)
  if (ended.length > 0)
    yield statement(
      `DELETE FROM ${table('balance_proofs')} WHERE user_id = $1 AND ${isIn('account_id', '$2')}`,
      user,
      toStorableJson(ended),
    )
  const compared = comparisons.flatMap((comparison) => ('step' in comparison ? [comparison.account.id] : []))
  // The sums of accounts that wait stay stored until they are compared.
  if (removals.length > 0) yield* forgetRemovedSums(dialect, user, [...compared, ...ended])
  const outcomes = comparisons.flatMap((comparison) => outcomeOf(comparison, round) ?? [])
  const waiting = outcomes.flatMap(({ status, proof }) => (proof === undefined ? [status] : []))
  const proofs = outcomes.flatMap(({ proof }) => (proof === undefined ? [] : [proof]))
  yield* storeProofs(dialect, statusColumns, waiting)
  yield* storeProofs(dialect, [...statusColumns, ...proofColumns], proofs)
  return outcomes.flatMap(({ difference }) => difference ?? [])
}

/**
 * Records that the rows of a user have changed, so that a later round compares them even if this process dies first.
 */
export function* reopenProofs({ table }: SqlDialect, user: string): Program<void> {
  yield statement(`UPDATE ${table('users')} SET is_unproven = $2 WHERE id = $1 AND NOT is_unproven`, user, true)
}

/** A SQL expression: whether the balances of a user are to be compared even in a round that changes nothing. */
export const isProofOpen = (users: string, proofs: string): string =>
  `(${users}.is_unproven OR EXISTS (SELECT 1 FROM ${proofs} AS proof WHERE proof.user_id = ${users}.id AND proof.is_open))`
