import { type Feed, feeds } from '../core/Feed.js'
import type { TableSql } from './TableSql.js'

/** The table of the rows of a feed. The id of a refresh is that of its item. */
const feedTable = ({ table, columns, types, end }: TableSql, feed: Feed): string => `
  CREATE TABLE ${table(feed)} (
    user_id ${types.text} NOT NULL,
    id ${types.text} NOT NULL,
    ${columns[feed].map(({ name, type }) => `${name} ${types[type]},`).join('\n    ')}${
      feed === 'transactions' ? `\n    pending_id ${types.text},` : ''
    }
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
  -- The version is the fence: each transaction of a round compares and raises it. uuid: that of the token of the user's rows;
  -- NULL until it is known. sums_at: when the rows were last added up, in milliseconds since 1970; NULL: never, so that no sum
  -- counts. is_unproven: rows have changed, and balances were not compared since.
  CREATE TABLE ${table('users')} (
    id ${text} PRIMARY KEY,
    version ${integer} NOT NULL,
    added_at ${timestamp} NOT NULL DEFAULT (${now}),
    uuid ${text},
    sums_at ${integer},
    is_unproven ${boolean} NOT NULL DEFAULT ${falseValue}
  ) ${end.updated};
  CREATE INDEX rxbank_user_uuids ON ${table('users')} (uuid);

  -- How far each feed of a user was read. is_truncated: the last round was interrupted after some of its rows were written.
  -- full_sync_due: when the feed is next compared with the full list of the service, in milliseconds since 1970. accounts_due:
  -- when a round that does not read the accounts next looks whether those of its rows are listed.
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
  ${feeds.map((feed) => feedTable(sql, feed)).join('')}
  -- The columns of the consent for an item keep the last value that a response had.
  CREATE INDEX rxbank_consent_ends ON ${table('items')} (authentication_expires_at) WHERE removed_at IS NULL;

  -- Rows that a full list did not show. since: when they were first not shown, in milliseconds since 1970. is_removed:
  -- the row, an item or an account, was removed, and rows that name it are not written. item_id: the item of a removed
  -- account, whose own row may be deleted.
  CREATE TABLE ${table('absences')} (
    user_id ${text} NOT NULL,
    feed ${text} NOT NULL,
    id ${text} NOT NULL,
    since ${integer} NOT NULL,
    is_removed ${boolean} NOT NULL,
    item_id ${text},
    PRIMARY KEY (user_id, feed, id)
  ) ${end.keyed};

  -- Users and items that the service has deleted, by the uuid of the user, for as long as a response may still show them.
  -- item_id: empty for the user. erased_at: in milliseconds since 1970.
  CREATE TABLE ${table('erasures')} (
    user_uuid ${text} NOT NULL,
    item_id ${text} NOT NULL,
    erased_at ${integer} NOT NULL,
    PRIMARY KEY (user_uuid, item_id)
  ) ${end.keyed};

  -- The balances that an account has had, in the order in which they were read. A balance that equals the one before is not
  -- repeated: last_reported_at and last_read_at say when it was reported and read for the last time. Minor units may be beyond
  -- 2^53. instant_minor_units: the balance that also contains pending and future rows.
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

  -- The comparison of the balance of each account with the sum of its rows. difference: reported less expected, NULL if they
  -- agree or nothing is proven yet. first_day: rows of earlier days may come and go. is_open: the next round compares
  -- again. status: waiting, agrees, pending or mismatch, and since when. waits_for: why the proof waits, if it does.
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

  -- The booked rows of each account and currency: their number, how many of them have no exact amount, and their sum, which
  -- is units_high * 10^9 + units_low. Those dated before old_before are also in old_high and old_low. rows_at, first_day: no
  -- row was changed later, or is dated earlier. Empty texts stand for a missing account or currency.
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

  -- The booked rows that the service has removed since the last comparison of their account, by day.
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

/** Views of the rows that count. Each names its columns, so that a later migration can add a column to a table. */
// #sabotage: views
export const mirrorViews = ({ table, minorUnits, isShown }: TableSql): string => `
  CREATE VIEW ${table('present_accounts')} AS
  SELECT user_id, id, item_id, bank_id, name, type, iban, balance, ${minorUnits} AS minor_units, currency_code, is_paused,
    is_pro, updated_at, row
  FROM ${table('accounts')} WHERE removed_at IS NULL;

  CREATE VIEW ${table('shown_transactions')} AS
  SELECT user_id, id, account_id, category_id, date, booking_date, transaction_date, value_date, amount,
    ${minorUnits} AS minor_units, currency_code, description, raw_description, is_future, updated_at, pending_id, row
  FROM ${table('transactions')} AS shown
  WHERE removed_at IS NULL
    AND ${isShown}
    AND NOT EXISTS (
      SELECT 1 FROM ${table('accounts')} AS account
      WHERE account.user_id = shown.user_id AND account.id = shown.account_id AND account.removed_at IS NOT NULL
    );

  CREATE VIEW ${table('booked_transactions')} AS
  SELECT user_id, id, account_id, category_id, date, booking_date, transaction_date, value_date, amount, minor_units,
    currency_code, description, raw_description, updated_at, pending_id, row
  FROM ${table('shown_transactions')} WHERE is_future IS NOT TRUE;
  `
