import * as t from 'io-ts'
import { options } from '../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import { type RecurringDecision, recurringDecision } from '../../ledger/recurring/RecurringDecision.js'
import { type TransferDecision, transferDecision, transferMistake } from '../../ledger/transfers/TransferDecision.js'
import { unitsColumn } from '../balances/accountSums.js'
import { type Program, statement } from '../core/Program.js'
import { shortText } from '../core/shortText.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import type { MirrorFeature } from '../tables/mirrorFeatures.js'
import { insertRows } from './storedRowIds.js'
import { retryUser } from './suspendedUsers.js'

/** What a person decided about a transfer or a recurring payment. */
export type LedgerDecision = TransferDecision | RecurringDecision

/** A decision, and the user of the mirror whose rows it is about. */
export interface UserDecision {
  readonly user: string
  readonly decision: LedgerDecision
}

const decisionOptions = options(
  'options',
  { user: shortText, decision: t.union([transferDecision, recurringDecision], 'a decision') },
  {},
)

const isTransferDecision = (decision: LedgerDecision): decision is TransferDecision => transferDecision.is(decision)

/** Checks a decision. Throws a `ConfigError` for wrong fields. */
export const checkDecision = (config: UserDecision): UserDecision => decodeOptions(decisionOptions, config)

/**
 * Throws a `ConfigError` if the mirror lacks a row of a decision, or if the rows of an accepted pair can never be a
 * transfer.
 */
function* checkRows(dialect: SqlDialect, user: string, { _tag, from, to }: TransferDecision): Program<void> {
  if (_tag === 'Withdrawn') return
  const units = unitsColumn(dialect)
  const rows = yield statement(
    `SELECT id, account_id, CAST(${units} AS text) AS minor_units FROM ${dialect.table('transactions')}
     WHERE user_id = $1 AND id IN ($2, $3)`,
    user,
    from,
    to,
  )
  const [fromRow, toRow] = (['from', 'to'] as const).map((name) => {
    const id = name === 'from' ? from : to
    const row = rows.find((candidate) => candidate.id === id)
    if (row === undefined) throw wrongOption(`/decision/${name}`, 'the id of a transaction of the user in the mirror')
    return {
      id,
      account: typeof row.account_id === 'string' ? row.account_id : undefined,
      minorUnits: typeof row.minor_units === 'string' ? BigInt(row.minor_units) : undefined,
    }
  })
  const mistake = _tag === 'Accepted' && fromRow && toRow && transferMistake({ from: fromRow, to: toRow })
  if (typeof mistake === 'string') throw wrongOption('/decision/to', mistake)
}

/** The feature whose tables store a decision. */
export const featureOfDecision = ({ decision }: UserDecision): MirrorFeature =>
  isTransferDecision(decision) ? 'transfers' : 'recurring'

/**
 * Stores a decision. Throws a `ConfigError` if the mirror does not know the user, or if {@link checkRows} refuses it.
 */
export function* storeDecision(dialect: SqlDialect, { user, decision }: UserDecision): Program<void> {
  const { table, lockUser, notifyDecision } = dialect
  const userRows = yield statement(`SELECT u.id FROM ${table('users')} AS u WHERE u.id = $1 ${lockUser}`, user)
  if (userRows.length === 0) throw wrongOption('/user', 'a user of the mirror')
  if (isTransferDecision(decision)) {
    const { _tag, from, to } = decision
    yield* checkRows(dialect, user, decision)
    const row = { decision: _tag, from_id: from, to_id: to }
    yield* insertRows(dialect, 'transfer_decisions', user, [row], 'decided_at')
  } else {
    const { _tag, id, account, currency, counterparty, isIncome, minorUnits } = decision
    const row = {
      decision: _tag,
      stream_id: id,
      account_id: account,
      currency_code: currency,
      counterparty,
      is_income: isIncome,
      minor_units: minorUnits,
    }
    yield* insertRows(dialect, 'recurring_decisions', user, [row], 'decided_at')
  }
  yield* retryUser(dialect, user)
  if (notifyDecision) yield notifyDecision
}
