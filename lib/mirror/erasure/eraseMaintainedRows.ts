import { type Program, statement } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { existingFeatureTables } from '../tables/mirrorFeatures.js'

/** Deletes derived rows, and decisions about accounts and their transactions, before these are deleted. */
export function* eraseMaintainedRows(
  dialect: SqlDialect,
  user: string,
  accountIds: ReadonlyArray<string>,
): Program<void> {
  const { table, isIn } = dialect
  const existing = yield* existingFeatureTables(dialect)
  const isOfAccounts = (column: string): string => isIn(column, '$2')
  const rows = `SELECT id FROM ${table('transactions')} WHERE user_id = $1 AND ${isOfAccounts('account_id')}`
  const isTransferOfAccounts = `(${isOfAccounts('from_account_id')} OR ${isOfAccounts('to_account_id')})`
  const conditions: ReadonlyArray<readonly [name: string, condition: string]> = [
    ['transfers', isTransferOfAccounts],
    ['transfer_candidates', isTransferOfAccounts],
    ['transfer_decisions', `(from_id IN (${rows}) OR to_id IN (${rows}))`],
    // A stream may have payments of the account that its account continues.
    [
      'recurring_streams',
      `(${isOfAccounts('account_id')} OR id IN (
        SELECT stream_id FROM ${table('recurring_payments')} WHERE user_id = $1 AND id IN (${rows})))`,
    ],
    [
      'recurring_payments',
      `(id IN (${rows}) OR stream_id NOT IN (SELECT id FROM ${table('recurring_streams')} WHERE user_id = $1))`,
    ],
    ['account_links', `(${isOfAccounts('from_id')} OR ${isOfAccounts('to_id')})`],
    ['row_links', `(from_id IN (${rows}) OR to_id IN (${rows}))`],
    ...['recurring_events', 'recurring_decisions'].map((name): readonly [string, string] => [
      name,
      isOfAccounts('account_id'),
    ]),
  ]
  for (const [name, condition] of conditions.filter(([name]) => existing.has(name)))
    yield statement(`DELETE FROM ${table(name)} WHERE user_id = $1 AND ${condition}`, user, toStorableJson(accountIds))
}

/**
 * Deletes derived rows and decisions about accounts that the mirror does not have: they may have belonged to an item
 * that is erased.
 */
export function* eraseRowsOfUnknownAccounts(dialect: SqlDialect, user: string): Program<void> {
  const { table } = dialect
  const existing = yield* existingFeatureTables(dialect)
  const isUnknown = (column: string): string =>
    `${column} NOT IN (SELECT id FROM ${table('accounts')} WHERE user_id = $1)`
  for (const name of ['transfers', 'transfer_candidates'].filter((name) => existing.has(name)))
    yield statement(
      `DELETE FROM ${table(name)} WHERE user_id = $1 AND (${isUnknown('from_account_id')} OR ${isUnknown('to_account_id')})`,
      user,
    )
  if (existing.has('account_links')) {
    yield statement(
      `DELETE FROM ${table('account_links')} WHERE user_id = $1 AND (${isUnknown('from_id')} OR ${isUnknown('to_id')})`,
      user,
    )
    const rows = `(SELECT id FROM ${table('transactions')} WHERE user_id = $1)`
    yield statement(
      `DELETE FROM ${table('row_links')} WHERE user_id = $1 AND (from_id NOT IN ${rows} OR to_id NOT IN ${rows})`,
      user,
    )
  }
  if (!existing.has('recurring_streams')) return
  for (const name of ['recurring_streams', 'recurring_events', 'recurring_decisions'])
    yield statement(`DELETE FROM ${table(name)} WHERE user_id = $1 AND ${isUnknown('account_id')}`, user)
  yield statement(
    `DELETE FROM ${table('recurring_payments')} WHERE user_id = $1
       AND stream_id NOT IN (SELECT id FROM ${table('recurring_streams')} WHERE user_id = $1)`,
    user,
  )
}
