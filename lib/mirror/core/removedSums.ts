import type { RemovedSum } from '../../ledger/balances/ProofState.js'
import { isBooked } from './accountSums.js'
import { unitsColumn, unitsOf } from './bookedSums.js'
import { type Program, statement } from './Program.js'
import { toStorableJson } from './rowText.js'
import type { SqlDialect } from './SqlDialect.js'

/** The rows of an account that the service has removed since the last comparison, by currency and day. */
export interface AccountRemovals extends RemovedSum {
  readonly account: string
  readonly currency: string
}

/**
 * Adds up booked rows that are about to be removed because the service has removed them, until the next comparison of
 * their accounts: a bank that shows only its last days removes the oldest rows, which its balance still contains.
 */
export function* recordRemovedSums(dialect: SqlDialect, user: string, ids: ReadonlyArray<string>): Program<void> {
  const { table, isIn } = dialect
  yield statement(
    `INSERT INTO ${table('removed_sums')} AS old (user_id, account_id, currency_code, day, units_high, units_low)
     SELECT removed.user_id, removed.account_id, removed.currency_code, removed.date,
       sum(units / 1000000000), sum(units % 1000000000)
     FROM (
       SELECT user_id, account_id, currency_code, date, ${unitsColumn(dialect)} AS units FROM ${table('transactions')}
       WHERE user_id = $1 AND ${isIn('id', '$2')} AND ${isBooked()}
     ) AS removed
     JOIN ${table('balance_proofs')} AS proof ON proof.user_id = removed.user_id AND proof.account_id = removed.account_id
     WHERE units IS NOT NULL AND removed.date IS NOT NULL AND removed.currency_code IS NOT NULL
     GROUP BY removed.user_id, removed.account_id, removed.currency_code, removed.date
     ON CONFLICT (user_id, account_id, currency_code, day) DO UPDATE
     SET units_high = old.units_high + excluded.units_high, units_low = old.units_low + excluded.units_low`,
    user,
    toStorableJson(ids),
  )
}

/** A SQL expression: whether rows of the user in the parameter were removed since the last comparison. */
export const hasRemovedSums = ({ table }: SqlDialect, parameter: string): string =>
  `EXISTS (SELECT 1 FROM ${table('removed_sums')} WHERE user_id = ${parameter})`

/** The rows of a user that the service has removed since the last comparison. */
export function* readRemovedSums(
  { table, isoDate }: SqlDialect,
  user: string,
): Program<ReadonlyArray<AccountRemovals>> {
  const rows = yield statement(
    `SELECT account_id, currency_code, ${isoDate('day')} AS day,
       CAST(units_high AS text) AS units_high, CAST(units_low AS text) AS units_low
     FROM ${table('removed_sums')} WHERE user_id = $1 ORDER BY day`,
    user,
  )
  return rows.map((row) => ({
    account: String(row.account_id),
    currency: String(row.currency_code),
    day: String(row.day),
    units: unitsOf(row, 'units'),
  }))
}

/** Deletes the sums of accounts that were compared, or whose proofs have ended. */
export function* forgetRemovedSums(
  { table, isIn }: SqlDialect,
  user: string,
  accounts: ReadonlyArray<string>,
): Program<void> {
  yield statement(
    `DELETE FROM ${table('removed_sums')} WHERE user_id = $1 AND ${isIn('account_id', '$2')}`,
    user,
    toStorableJson(accounts),
  )
}
