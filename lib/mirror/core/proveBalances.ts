import { isSome } from 'fp-ts/lib/Option.js'
import type { BalanceDiffers } from '../../ledger/balances/BalanceDiffers.js'
import { parseProofState, printProofState, type ProofState } from '../../ledger/balances/ProofState.js'
import { type ProofReading, proveBalance } from '../../ledger/balances/proveBalance.js'
import { type BalanceRow, isExplainedByRows, toldBalance } from '../../ledger/balances/toldBalance.js'
import type { Row } from './columns.js'
import { FenceOutdated } from './FenceOutdated.js'
import { type Program, type ResultRow, statement, type Value } from './Program.js'
import { toStorableJson } from './rowText.js'
import type { SqlDialect } from './SqlDialect.js'

/** A round after which the balances of a user are compared with the sums of the rows. Times are in milliseconds since 1970. */
export interface ProvenRound {
  readonly user: string
  readonly fence: number
  /** The ids of the transactions that the round wrote. */
  readonly changedIds: ReadonlyArray<string>
  /** How long the service may take to show a change of rows, in milliseconds. */
  readonly overlap: number
  readonly now: number
  /** The time from which the first round read, if it did not read everything. */
  readonly since: Date | undefined
}

/** The rows of an account in one currency: exact sums, and the days and times between which they lie. */
interface AccountSums {
  readonly currency: unknown
  readonly isExact: boolean
  readonly sum: bigint
  readonly oldSum: bigint
  readonly lateSum: bigint
  readonly rowsAt: number
  readonly firstDay: string
}

/** What the table has of the proof of an account. `isCurrent`: whether its rows have not changed since. */
interface StoredProof {
  readonly isCurrent: boolean
  readonly isOpen: boolean
  readonly state: ProofState | undefined
  readonly text: string | undefined
}

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)
const momentOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : 0)

/** Integers of SQLite overflow at 2^63, so two parts of each number are added. */
const partsOf = (name: string, condition?: string): string =>
  ['/', '%']
    .map((operator) => {
      const part = `CAST(minor_units AS bigint) ${operator} 1000000000`
      const summand = condition === undefined ? part : `CASE WHEN ${condition} THEN ${part} END`
      return `CAST(sum(${summand}) AS text) AS ${name}_${operator === '/' ? 'high' : 'low'}`
    })
    .join(', ')

const sumOf = (row: ResultRow, name: string): bigint => {
  const part = (which: string): bigint => BigInt((row[`${name}_${which}`] ?? 0) as string | number)
  return part('high') * 1_000_000_000n + part('low')
}

/**
 * The sums of the booked rows of each account of a user: those of the view `booked_transactions`, by columns alone, so that no
 * row is read as JSON.
 */
function* bookedSums(
  { table, isIn, isoDate, isoTimestamp, largeColumns }: SqlDialect,
  { user, changedIds, since }: ProvenRound,
  hasBegun: boolean,
): Program<ReadonlyMap<string, ReadonlyArray<AccountSums>>> {
  const units = largeColumns.includes('large_minor_units') ? 'coalesce(minor_units, large_minor_units)' : 'minor_units'
  const rows = yield statement(
    `SELECT booked.account_id, booked.currency_code, count(*) - count(minor_units) AS inexact_count,
       ${isoTimestamp('max(updated_at)')} AS rows_at, ${isoDate('min(date)')} AS first_day,
       ${partsOf('whole')}, ${partsOf('old', 'date < coalesce(proof.first_day, $3)')},
       ${partsOf('late', `updated_at < proof.begun_at AND date >= proof.first_day AND ${isIn('booked.id', '$2')}`)}
     FROM (
       SELECT user_id, id, account_id, currency_code, ${units} AS minor_units, date, updated_at
       FROM ${table('transactions')}
       WHERE user_id = $1 AND removed_at IS NULL AND show_client_side IS NOT FALSE AND is_future IS NOT TRUE
     ) AS booked
     LEFT JOIN ${table('balance_proofs')} AS proof
       ON proof.user_id = booked.user_id AND proof.account_id = booked.account_id
     GROUP BY booked.account_id, booked.currency_code`,
    user,
    toStorableJson(hasBegun ? changedIds : []),
    since === undefined ? null : dayOf(since.getTime()),
  )
  const sums = new Map<string, Array<AccountSums>>()
  for (const row of rows) {
    const account = String(row.account_id)
    const found = sums.get(account) ?? []
    sums.set(account, found)
    found.push({
      currency: row.currency_code,
      isExact: Number(row.inexact_count) === 0,
      sum: sumOf(row, 'whole'),
      oldSum: sumOf(row, 'old'),
      lateSum: sumOf(row, 'late'),
      rowsAt: momentOf(row.rows_at),
      firstDay: typeof row.first_day === 'string' ? row.first_day : '',
    })
  }
  return sums
}

/** Whether nothing has changed the rows of an account since its state was stored. */
const isCurrent = (proof: StoredProof | undefined): boolean => proof?.state !== undefined && proof.isCurrent

/** The sums of an account whose rows have not changed since the last comparison. */
const sumsOfState = (currency: string, { sum, oldSum, rowsAt, earliestDay: firstDay }: ProofState): AccountSums => ({
  currency,
  isExact: true,
  sum,
  oldSum,
  lateSum: 0n,
  rowsAt,
  firstDay,
})

/**
 * What a round has read of an account, or what the last one had; `undefined` if a row or the balance has no exact amount, or a
 * row has another currency.
 */
const readingOf = (
  row: Row,
  known: ReadonlyArray<AccountSums> | ProofState | undefined,
  { overlap, now }: ProvenRound,
): { readonly currency: string; readonly reading: ProofReading } | undefined => {
  const balance = toldBalance(row as unknown as BalanceRow)
  if (!isSome(balance)) return undefined
  const { currency, minorUnits, toldAt } = balance.value
  if (!isSome(minorUnits) || !isSome(toldAt)) return undefined
  const sums = known === undefined ? [] : 'sum' in known ? [sumsOfState(currency, known)] : known
  if (sums.some((one) => one.currency !== currency || !one.isExact)) return undefined
  const { sum = 0n, oldSum = 0n, lateSum = 0n, rowsAt = 0, firstDay = dayOf(now) } = sums[0] ?? {}
  const facts = { sum, oldSum, lateSum, rowsAt, firstDay: firstDay === '' ? dayOf(now) : firstDay }
  return { currency, reading: { ...facts, told: minorUnits.value, toldAt: toldAt.value.getTime(), overlap, now } }
}

const columns = [
  'user_id',
  'account_id',
  'currency_code',
  'told',
  'expected',
  'difference',
  'since',
  'begun_at',
  'first_day',
  'is_open',
  'is_stale',
  'state',
]

const isoText = (moment: number | undefined): string | null =>
  moment === undefined ? null : new Date(moment).toISOString()

function* storeProofs({ table }: SqlDialect, proofs: ReadonlyArray<ReadonlyArray<Value>>): Program<void> {
  if (proofs.length === 0) return
  let place = 0
  const places = proofs.map((proof) => `(${proof.map(() => `$${String(++place)}`).join(', ')})`)
  const changes = columns.slice(2).map((name) => `${name} = excluded.${name}`)
  yield statement(
    `INSERT INTO ${table('balance_proofs')} (${columns.join(', ')}) VALUES ${places.join(', ')}
     ON CONFLICT (user_id, account_id) DO UPDATE SET ${changes.join(', ')}`,
    ...proofs.flat(),
  )
}

/**
 * Compares the balance of each account of a user with the sum of its booked rows, and stores the result. Returns the
 * differences that this round proves. Throws `FenceOutdated` if the user has another fence.
 *
 * The proof of an account ends while its rows do not explain its balance, such as while the user gives no access to its
 * data. It waits while a row or the balance has no exact amount.
 */
export function* proveBalances(dialect: SqlDialect, round: ProvenRound): Program<ReadonlyArray<BalanceDiffers>> {
  const { table, isIn, lockUser } = dialect
  const { user, fence, since } = round
  const held = yield statement(
    `SELECT u.id FROM ${table('users')} u WHERE u.id = $1 AND u.version = $2 ${lockUser}`,
    user,
    fence,
  )
  if (held.length === 0) throw new FenceOutdated({ fence })
  const accounts = yield statement(
    `SELECT account.id, CAST(account.row AS text) AS row, EXISTS (
       SELECT 1 FROM ${table('stocks')} AS stock
       WHERE stock.user_id = account.user_id AND stock.account_id = account.id AND stock.removed_at IS NULL
     ) AS has_stocks
     FROM ${table('accounts')} AS account WHERE account.user_id = $1 AND account.removed_at IS NULL`,
    user,
  )
  const storedRows = yield statement(
    `SELECT account_id, state, is_stale, is_open FROM ${table('balance_proofs')} WHERE user_id = $1`,
    user,
  )
  const stored = new Map(
    storedRows.map(({ account_id: id, state: text, is_stale: isStale, is_open: isOpen }): [string, StoredProof] => [
      String(id),
      { text: String(text), state: parseProofState(String(text)), isCurrent: !isStale, isOpen: Boolean(isOpen) },
    ]),
  )
  const explained = accounts.flatMap(({ id, row: text, has_stocks: hasStocks }) => {
    const row = JSON.parse(String(text)) as Row
    return isExplainedByRows(row) && !hasStocks ? [{ id: String(id), row }] : []
  })
  const explainedIds = new Set(explained.map(({ id }) => id))
  const ended = Array.from(stored.keys()).filter((id) => !explainedIds.has(id))
  if (ended.length > 0)
    yield statement(
      `DELETE FROM ${table('balance_proofs')} WHERE user_id = $1 AND ${isIn('account_id', '$2')}`,
      user,
      toStorableJson(ended),
    )
  const needsSums = explained.some(({ id }) => !isCurrent(stored.get(id)))
  const sums = needsSums ? yield* bookedSums(dialect, round, stored.size > 0) : undefined
  const skipped: Array<string> = []
  const proofs: Array<ReadonlyArray<Value>> = []
  const differences: Array<BalanceDiffers> = []
  for (const { id, row } of explained) {
    const { state: previous, text: previousText } = stored.get(id) ?? {}
    const read = readingOf(row, sums ? (sums.get(id) ?? []) : previous, round)
    if (read === undefined) {
      skipped.push(id)
      continue
    }
    const { currency, reading } = read
    const step = proveBalance(previous, reading, since && dayOf(since.getTime()))
    const { state, expected, isReported, isOpen } = step
    const stateText = printProofState(state)
    if (stateText === previousText && isCurrent(stored.get(id)) && stored.get(id)?.isOpen === isOpen) continue
    const { constant, reported } = state
    const { told } = reading
    const difference = expected !== undefined && reported !== undefined ? told - expected : undefined
    if (isReported && expected !== undefined && reported !== undefined)
      differences.push({
        _tag: 'BalanceDiffers',
        account: id,
        currency,
        expected,
        told,
        difference: told - expected,
        since: new Date(reported.since),
      })
    proofs.push([
      user,
      id,
      currency,
      String(told),
      expected === undefined ? null : String(expected),
      difference === undefined ? null : String(difference),
      difference === undefined ? null : isoText(reported?.since),
      isoText(constant?.toldAt),
      constant?.firstDay ?? null,
      isOpen,
      false,
      stateText,
    ])
  }
  const openIds = skipped.filter((id) => stored.get(id)?.isOpen)
  if (openIds.length > 0)
    yield statement(
      `UPDATE ${table('balance_proofs')} SET is_open = $3, is_stale = $4
       WHERE user_id = $1 AND ${isIn('account_id', '$2')}`,
      user,
      toStorableJson(openIds),
      false,
      true,
    )
  yield* storeProofs(dialect, proofs)
  return differences
}

/** Notes that the rows of a user have changed, so that the next comparison adds them up again, even if this process dies. */
export function* reopenProofs({ table }: SqlDialect, user: string): Program<void> {
  yield statement(
    `UPDATE ${table('balance_proofs')} SET is_open = $2, is_stale = $2 WHERE user_id = $1 AND NOT (is_open AND is_stale)`,
    user,
    true,
  )
}

/** A SQL expression: whether a difference of a user may be proven in a round that changes nothing. */
export const isProofOpen = (proofs: string, user: string): string =>
  `EXISTS (SELECT 1 FROM ${proofs} AS proof WHERE proof.user_id = ${user} AND proof.is_open)`
