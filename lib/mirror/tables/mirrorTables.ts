import { type Feed, feeds } from '../core/Feed.js'
import type { TableSql } from './TableSql.js'

/** SQL that creates the table of a feed. The id of a refresh is the id of its item. */
const feedTable = ({ table, columns, types, end }: TableSql, feed: Feed): string => `
  CREATE TABLE ${table(feed)} (
    user_id ${types.text} NOT NULL,
    id ${types.text} NOT NULL,
    ${columns[feed].map(({ name, type }) => `${name} ${types[type]},`).join('\n    ')}${
      feed === 'transactions' ? `\n    pending_id ${types.text},` : ''
    }${feed === 'accounts' ? `\n    lineage_id ${types.text},\n    duplicate_of ${types.text},\n    continued_by ${types.text},` : ''}
    removed_at ${types.timestamp},
    row ${types.json} NOT NULL,
    PRIMARY KEY (user_id, id)
  ) ${end.wide};
  `

/** The tables of users, of their rows and of their balances. */
export const mirrorTables = (sql: TableSql): string => {
  const { table, types, now, falseValue, end } = sql
  const { text, decimal, integer, smallInteger, date, timestamp, boolean, json } = types
  return `
  -- version: the fence. Each transaction of a round compares it, and replaces it with a higher one.
  -- uuid: the user's id at the service; NULL until a response has shown it.
  -- sums_at: when account_sums was last computed from all rows, in milliseconds since 1970; NULL if never.
  -- is_unproven: whether rows have changed since the balances were last compared with their sums.
  -- match_until: until when rounds with changes look for accounts that continue or duplicate others, in milliseconds
  -- since 1970; 0 if they only link late rows, and choose which of two duplicates counts; NULL if there is nothing to
  -- find.
  -- unmatched_until: until when transfers and recurring payments are not computed, in milliseconds since 1970, because a
  -- round has written accounts or rows that are not matched yet; NULL if all were matched.
  CREATE TABLE ${table('users')} (
    id ${text} PRIMARY KEY,
    version ${integer} NOT NULL,
    added_at ${timestamp} NOT NULL DEFAULT (${now}),
    uuid ${text},
    sums_at ${integer},
    is_unproven ${boolean} NOT NULL DEFAULT ${falseValue},
    match_until ${integer},
    unmatched_until ${integer}
  ) ${end.updated};
  CREATE INDEX rxbank_user_uuids ON ${table('users')} (uuid);

  -- How far each feed of a user was read.
  -- bookmark: where the next round continues; NULL until a round has read the feed to the end.
  -- is_truncated: whether the last round stopped after it had written some of its rows.
  -- posted: the pending and posted transactions without a counterpart. posted_round: the number of the last round in
  -- which transactions were linked.
  -- full_sync_due: when the feed is next compared with the full list of the service, in milliseconds since 1970.
  -- accounts_due: when a round that does not read the accounts next checks that the accounts of its rows are listed,
  -- in milliseconds since 1970.
  CREATE TABLE ${table('checkpoints')} (
    user_id ${text} NOT NULL,
    feed ${text} NOT NULL,
    bookmark ${json},
    is_truncated ${boolean} NOT NULL,
    posted ${json},
    posted_round ${smallInteger} NOT NULL,
    moved_at ${timestamp} NOT NULL DEFAULT (${now}),
    full_sync_due ${integer},
    accounts_due ${integer},
    PRIMARY KEY (user_id, feed)
  ) ${end.updated};
  -- One table for each feed. row: the resource as JSON, from which the other columns are copied. pending_id: the
  -- pending transaction that a posted one replaces. removed_at: when the mirror removed the row.
  -- lineage_id: the id of the first account of those that are one account under several ids; NULL stands for the id of
  -- the account itself. duplicate_of: the present account that sums count instead of this present one. continued_by: the
  -- account that continues this one, which was removed or no longer updates.
  ${feeds.map((feed) => feedTable(sql, feed)).join('')}
  -- If a response has no end of the consent, the stored end stays.
  CREATE INDEX rxbank_consent_ends ON ${table('items')} (authentication_expires_at) WHERE removed_at IS NULL;

  -- Rows that the last full list of their feed lacked, and removed items and accounts.
  -- since: when a list first lacked the row, in milliseconds since 1970.
  -- is_removed: whether the row, an item or an account, was removed. Rows that belong to it are not written.
  -- item_id: the item of a removed account, whose own row may be deleted.
  CREATE TABLE ${table('absences')} (
    user_id ${text} NOT NULL,
    feed ${text} NOT NULL,
    id ${text} NOT NULL,
    since ${integer} NOT NULL,
    is_removed ${boolean} NOT NULL,
    item_id ${text},
    PRIMARY KEY (user_id, feed, id)
  ) ${end.keyed};

  -- Users and items that the service has deleted. They are stored for as long as a response may still show them.
  -- user_uuid: the user's id at the service. item_id: the deleted item; empty if the user was deleted.
  -- erased_at: in milliseconds since 1970.
  CREATE TABLE ${table('erasures')} (
    user_uuid ${text} NOT NULL,
    item_id ${text} NOT NULL,
    erased_at ${integer} NOT NULL,
    PRIMARY KEY (user_uuid, item_id)
  ) ${end.keyed};

  -- The balances that an account has had, numbered in the order in which they were read. An unchanged balance adds no
  -- row: it updates last_reported_at and last_read_at.
  -- minor_units: the balance of booked rows. instant_minor_units: the balance with pending and future rows. Both are in
  -- the minor unit of the currency, and may be beyond 2^53.
  -- reported_at, last_reported_at: when the service first and last updated the account with this balance.
  -- read_at, last_read_at: when a round first and last read it.
  CREATE TABLE ${table('balances')} (
    user_id ${text} NOT NULL,
    account_id ${text} NOT NULL,
    number ${smallInteger} NOT NULL,
    currency_code ${text} NOT NULL,
    minor_units ${decimal},
    instant_minor_units ${decimal},
    reported_at ${timestamp},
    read_at ${timestamp} NOT NULL,
    last_reported_at ${timestamp},
    last_read_at ${timestamp} NOT NULL,
    PRIMARY KEY (user_id, account_id, number)
  ) ${end.keyed};

  -- For each account, the comparison of the balance that the service reports with the booked rows.
  -- reported: the balance of the service. expected: the balance that follows from the rows; NULL until the proof has
  -- begun.
  -- difference: reported minus expected, for a difference that was reported; otherwise NULL. since: when the difference
  -- was first seen.
  -- status: waiting (nothing can be compared yet), agrees, pending (they differ, perhaps because of a delay), or
  -- mismatch (the difference was reported). status_since: when it last changed. waits_for: why it is waiting; otherwise
  -- NULL.
  -- started_at: the time of the balance with which the proof began. first_day: the first day that is compared; a change
  -- of rows of earlier days is no difference.
  -- is_open: whether the next round must compare again even if no row changes. state: the state of the proof as JSON.
  CREATE TABLE ${table('balance_proofs')} (
    user_id ${text} NOT NULL,
    account_id ${text} NOT NULL,
    currency_code ${text},
    reported ${decimal},
    expected ${decimal},
    difference ${decimal},
    since ${timestamp},
    status ${text} NOT NULL,
    waits_for ${text},
    status_since ${timestamp} NOT NULL,
    started_at ${timestamp},
    first_day ${date},
    is_open ${boolean} NOT NULL,
    state ${text} NOT NULL,
    PRIMARY KEY (user_id, account_id)
  ) ${end.keyed};
  CREATE INDEX rxbank_balance_differences ON ${table('balance_proofs')} (user_id, account_id) WHERE difference IS NOT NULL;
  CREATE INDEX rxbank_waiting_proofs ON ${table('balance_proofs')} (user_id, account_id, status_since) WHERE status = 'waiting';

  -- The sums of the booked rows of each account and currency, which triggers maintain. An empty text stands for a
  -- missing account or currency.
  -- row_count: the number of rows. inexact_count: how many of them have no exact amount, and are not in the sum.
  -- units_high, units_low: the sum in minor units is units_high * 10^9 + units_low.
  -- old_high, old_low: in the same way, the sum of the rows that are dated before old_before.
  -- rows_at: no row was changed later. first_day: no row is dated earlier.
  CREATE TABLE ${table('account_sums')} (
    user_id ${text} NOT NULL,
    account_id ${text} NOT NULL,
    currency_code ${text} NOT NULL,
    row_count ${integer} NOT NULL,
    inexact_count ${integer} NOT NULL,
    units_high ${integer} NOT NULL,
    units_low ${integer} NOT NULL,
    old_high ${integer} NOT NULL,
    old_low ${integer} NOT NULL,
    rows_at ${timestamp},
    first_day ${date},
    old_before ${date},
    PRIMARY KEY (user_id, account_id, currency_code)
  ) ${end.updated};

  -- For each day, the sum of booked rows that the service has removed since the last comparison of their account:
  -- units_high * 10^9 + units_low.
  CREATE TABLE ${table('removed_sums')} (
    user_id ${text} NOT NULL,
    account_id ${text} NOT NULL,
    currency_code ${text} NOT NULL,
    day ${date} NOT NULL,
    units_high ${integer} NOT NULL,
    units_low ${integer} NOT NULL,
    PRIMARY KEY (user_id, account_id, currency_code, day)
  ) ${end.keyed};
  `
}

/** A SQL expression: the lineage of the account of a row, which is its `account_id` if no account was linked. */
export const lineageOfRow = ({ table }: Pick<TableSql, 'table'>, row: string): string =>
  `coalesce((
      SELECT account.lineage_id FROM ${table('accounts')} AS account
      WHERE account.user_id = ${row}.user_id AND account.id = ${row}.account_id
    ), ${row}.account_id)`

/** A SQL expression: the present account that the account of a row duplicates; `NULL` for a row that sums count. */
export const duplicateOfRow = ({ table }: Pick<TableSql, 'table'>, row: string): string =>
  `(
      SELECT counted.id FROM ${table('accounts')} AS account
      JOIN ${table('accounts')} AS counted ON counted.user_id = account.user_id AND counted.id = account.duplicate_of
      WHERE account.user_id = ${row}.user_id AND account.id = ${row}.account_id AND counted.removed_at IS NULL
    )`

/** A SQL condition: a removed row was removed with its account, or in the seven days before. */
export const wasRemovedWith = ({ dayOf, dayNumber }: TableSql, row: string, account: string): string => {
  const removalDay = (name: string): string => dayNumber(dayOf(`${name}.removed_at`))
  return `${removalDay(row)} >= ${removalDay(account)} - 7`
}

/**
 * The last columns of the view of sums, and the condition for its rows. duplicate_count: how many other present
 * accounts are the same one, and are not counted.
 */
export const sumColumns = (sql: Pick<TableSql, 'table'>): string =>
  `${lineageOfRow(sql, 'summed')} AS lineage_id, (
      SELECT count(*) FROM ${sql.table('accounts')} AS other
      WHERE other.user_id = summed.user_id AND other.duplicate_of = summed.account_id AND other.removed_at IS NULL
    ) AS duplicate_count`

export const isCounted = (sql: Pick<TableSql, 'table'>): string => `${duplicateOfRow(sql, 'summed')} IS NULL`

/**
 * Views without removed and hidden rows. Each names its columns, so that a later migration can add a column to a table.
 */
// #sabotage: views
export const mirrorViews = ({ table, minorUnits, isShown }: TableSql): string => `
  -- lineage_id, in all views: the id that the account has had since it was first stored, also if its bank was connected
  -- again. duplicate_of: another account that is the same one under another connection, and counts; booked_sums leaves
  -- these rows out.
  CREATE VIEW ${table('present_accounts')} AS
  SELECT user_id, id, item_id, bank_id, name, type, iban, balance, ${minorUnits} AS minor_units, currency_code, is_paused,
    is_pro, updated_at, row, coalesce(lineage_id, id) AS lineage_id,
    (
      SELECT counted.id FROM ${table('accounts')} AS counted
      WHERE counted.user_id = present.user_id AND counted.id = present.duplicate_of AND counted.removed_at IS NULL
    ) AS duplicate_of
  FROM ${table('accounts')} AS present WHERE removed_at IS NULL;

  CREATE VIEW ${table('shown_transactions')} AS
  SELECT user_id, id, account_id, category_id, date, booking_date, transaction_date, value_date, amount,
    ${minorUnits} AS minor_units, currency_code, description, raw_description, is_future, updated_at, pending_id, row,
    ${lineageOfRow({ table }, 'shown')} AS lineage_id, ${duplicateOfRow({ table }, 'shown')} AS duplicate_of
  FROM ${table('transactions')} AS shown
  WHERE removed_at IS NULL
    AND ${isShown}
    AND NOT EXISTS (
      SELECT 1 FROM ${table('accounts')} AS account
      WHERE account.user_id = shown.user_id AND account.id = shown.account_id AND account.removed_at IS NOT NULL
    );

  CREATE VIEW ${table('booked_transactions')} AS
  SELECT user_id, id, account_id, category_id, date, booking_date, transaction_date, value_date, amount, minor_units,
    currency_code, description, raw_description, updated_at, pending_id, row, lineage_id,
    duplicate_of
  FROM ${table('shown_transactions')} WHERE is_future IS NOT TRUE;
  `
