import { isSome } from 'fp-ts/lib/Option.js'
import type { BalanceDiffers } from '../../ledger/balances/BalanceDiffers.js'
import { parseProofState, printProofState, type ProofState } from '../../ledger/balances/ProofState.js'
import { type ProofReading, proveBalance } from '../../ledger/balances/proveBalance.js'
import { type BalanceRow, isExplainedByRows, toldBalance } from '../../ledger/balances/toldBalance.js'
import { type AccountSums, bookedSums, type ProvenRound, utcDay } from './bookedSums.js'
import type { Row } from './columns.js'
import { FenceOutdated } from './FenceOutdated.js'
import { type Program, statement, type Value } from './Program.js'
import { toStorableJson } from './rowText.js'
import type { SqlDialect } from './SqlDialect.js'

/** What the table has of the proof of an account. `isCurrent`: whether its rows have not changed since. */
interface StoredProof {
  readonly isCurrent: boolean
  readonly isOpen: boolean
  readonly state: ProofState | undefined
  readonly text: string | undefined
}

/** The balance of booked rows that an account has, and when it was told. */
interface BookedBalance {
  readonly currency: string
  readonly told: bigint
  readonly toldAt: number
}

/** The balance of booked rows of an account; `undefined` if it is not exact, or if nobody knows when it was told. */
const bookedBalance = (row: Row): BookedBalance | undefined => {
  const balance = toldBalance(row as unknown as BalanceRow)
  if (!isSome(balance)) return undefined
  const { currency, minorUnits, toldAt } = balance.value
  if (!isSome(minorUnits) || !isSome(toldAt)) return undefined
  return { currency, told: minorUnits.value, toldAt: toldAt.value.getTime() }
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
  balance: BookedBalance | undefined,
  known: ReadonlyArray<AccountSums> | ProofState | undefined,
  { overlap, now }: ProvenRound,
): { readonly currency: string; readonly reading: ProofReading } | undefined => {
  if (balance === undefined) return undefined
  const { currency, told, toldAt } = balance
  const sums = known === undefined ? [] : 'sum' in known ? [sumsOfState(currency, known)] : known
  if (sums.some((one) => one.currency !== currency || !one.isExact)) return undefined
  const { sum = 0n, oldSum = 0n, lateSum = 0n, rowsAt = 0, firstDay = utcDay(now) } = sums[0] ?? {}
  const facts = { sum, oldSum, lateSum, rowsAt, firstDay: firstDay === '' ? utcDay(now) : firstDay }
  return { currency, reading: { ...facts, told, toldAt, overlap, now } }
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
    return isExplainedByRows(row) && !hasStocks ? [{ id: String(id), balance: bookedBalance(row) }] : []
  })
  const explainedIds = new Set(explained.map(({ id }) => id))
  const ended = Array.from(stored.keys()).filter((id) => !explainedIds.has(id))
  if (ended.length > 0)
    yield statement(
      `DELETE FROM ${table('balance_proofs')} WHERE user_id = $1 AND ${isIn('account_id', '$2')}`,
      user,
      toStorableJson(ended),
    )
  const needsSums = explained.some(({ id, balance }) => balance !== undefined && !isCurrent(stored.get(id)))
  const readAll = (sums: ReadonlyMap<string, ReadonlyArray<AccountSums>> | undefined) =>
    explained.map(({ id, balance }) => {
      const previous = stored.get(id)?.state
      const read = readingOf(balance, sums ? (sums.get(id) ?? []) : previous, round)
      const firstDay = since && utcDay(since.getTime())
      return { id, ...(read && { ...read, step: proveBalance(previous, read.reading, firstDay) }) }
    })
  let results = readAll(needsSums ? yield* bookedSums(dialect, round, stored.size > 0) : undefined)
  // Nothing is reported of rows that were added up in an earlier round only.
  if (!needsSums && results.some(({ step }) => step?.isReported))
    results = readAll(yield* bookedSums(dialect, round, stored.size > 0))
  const skipped: Array<string> = []
  const proofs: Array<ReadonlyArray<Value>> = []
  const differences: Array<BalanceDiffers> = []
  for (const { id, currency, reading, step } of results) {
    if (currency === undefined || reading === undefined || step === undefined) {
      skipped.push(id)
      continue
    }
    const { state, expected, isReported, isOpen } = step
    const stateText = printProofState(state)
    const before = stored.get(id)
    if (stateText === before?.text && isCurrent(before) && before.isOpen === isOpen) continue
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
