import { type Program, statement } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'

/**
 * How long the accounts of a user are matched after one was added or removed, in milliseconds. A bank may show the rows
 * of a new account days later; later rows are matched only if they are dated before.
 */
const matchFor = 7 * 24 * 60 * 60_000

/**
 * How long computations wait for a round to match the accounts, in milliseconds. A round that fails is repeated sooner; if
 * the service fails for longer, its rows are better than none.
 */
const waitFor = 60 * 60_000

/** The accounts that a transaction has written. `newIds`: the ids of accounts that were not there before. */
interface AccountChanges {
  readonly user: string
  readonly now: number
  readonly newIds: ReadonlyArray<string>
  readonly hasRemoved: boolean
}

/** A SQL expression: the bank of an account, which some versions of the service report only for its item. */
export const bankOf = ({ table }: SqlDialect, account: string): string =>
  `coalesce(${account}.bank_id, (SELECT item.bank_id FROM ${table('items')} AS item
    WHERE item.user_id = ${account}.user_id AND item.id = ${account}.item_id))`

/**
 * Whether an account may now continue or duplicate another one. If so, rounds match the accounts of the user until they
 * are settled. The accounts that were there before then have a lineage, and new ones have none yet.
 */
export function* openMatching(
  dialect: SqlDialect,
  { user, now, newIds, hasRemoved }: AccountChanges,
): Program<boolean> {
  if (newIds.length === 0 && !hasRemoved) return false
  const { table, isIn } = dialect
  const [row] = yield statement(
    `SELECT coalesce(u.match_until >= CAST($2 AS bigint), false) AS is_open, EXISTS (
       SELECT 1 FROM ${table('accounts')} WHERE user_id = $1 AND duplicate_of IS NOT NULL
     ) OR EXISTS (
       SELECT 1 FROM ${table('accounts')} AS one
       JOIN ${table('accounts')} AS other ON other.user_id = one.user_id AND other.id <> one.id
       WHERE one.user_id = $1 AND other.removed_at IS NULL
         AND coalesce(one.currency_code = other.currency_code, true)
         AND (one.removed_at IS NOT NULL OR one.item_id <> other.item_id
           AND (one.iban = other.iban OR ${bankOf(dialect, 'one')} = ${bankOf(dialect, 'other')}))
     ) AS is_possible FROM ${table('users')} AS u WHERE u.id = $1`,
    user,
    now,
  )
  if (!row?.is_possible) return false
  if (!row.is_open)
    yield statement(
      `UPDATE ${table('accounts')} SET lineage_id = id
       WHERE user_id = $1 AND lineage_id IS NULL AND NOT (${isIn('id', '$2')})`,
      user,
      toStorableJson(newIds),
    )
  yield statement(
    `UPDATE ${table('users')} SET match_until = CAST($2 AS bigint), unmatched_until = CAST($3 AS bigint) WHERE id = $1`,
    user,
    now + matchFor,
    now + waitFor,
  )
  return true
}

/**
 * Lets computations wait for the end of a round that has written rows, because these may show that an account which is
 * still matched is another one. They do not wait longer if they wait already.
 */
export function* awaitMatching({ table }: SqlDialect, user: string, now: number): Program<void> {
  yield statement(
    `UPDATE ${table('users')} SET unmatched_until = CAST($2 AS bigint) WHERE id = $1 AND unmatched_until IS NULL`,
    user,
    now + waitFor,
  )
}

/** Notes that a round has matched the accounts of a user. */
export function* closeMatching({ table }: SqlDialect, user: string): Program<void> {
  yield statement(
    `UPDATE ${table('users')} SET unmatched_until = NULL WHERE id = $1 AND unmatched_until IS NOT NULL`,
    user,
  )
}
