import { dailyBalancesView } from '../core/dailyBalancesView.js'
import { fillConsents } from '../core/fillConsents.js'
import { maintainedTables } from '../core/maintainedTables.js'
import { repairAmounts } from '../core/repairAmounts.js'
import type { MigrationStep } from '../core/SqlDialect.js'
import { suspendedTable } from '../core/suspendedUsers.js'
import { sqliteChangeLog } from './sqliteChangeLog.js'
import { sqliteColumns } from './sqliteColumns.js'
import { sqliteSums } from './sqliteSums.js'

/** A subquery for the sums of minor units: SQLite's integers overflow at 2^63, so each number is added up in two parts. */
// #sabotage: inexact-count
const sums = `
  SELECT user_id, account_id, currency_code, row_count, inexact_count,
    sum_high + sum_low / 1000000000 AS high, sum_low % 1000000000 AS low
  FROM (
    SELECT user_id, account_id, currency_code, count(*) AS row_count, count(*) - count(minor_units) AS inexact_count,
      sum(CAST(minor_units AS INTEGER) / 1000000000) AS sum_high,
      sum(CAST(minor_units AS INTEGER) % 1000000000) AS sum_low
    FROM rxbank_booked_transactions GROUP BY user_id, account_id, currency_code
  )`

/** Views for sums. Each names its columns, so that a later step can add a column to a table. */
// #sabotage: views
const views = `
  CREATE VIEW rxbank_present_accounts AS
  SELECT user_id, id, item_id, bank_id, name, type, iban, balance,
    coalesce(minor_units, large_minor_units) AS minor_units, currency_code, is_paused, is_pro, updated_at, row
  FROM rxbank_accounts WHERE removed_at IS NULL;

  -- By row, not by its column: a worker of an earlier version of the library writes row only.
  CREATE VIEW rxbank_shown_transactions AS
  SELECT user_id, id, account_id, category_id, date, booking_date, transaction_date, value_date, amount,
    coalesce(minor_units, large_minor_units) AS minor_units, currency_code, description, raw_description, is_future,
    updated_at, pending_id, row
  FROM rxbank_transactions AS shown
  WHERE removed_at IS NULL
    AND json_type(row, '$.show_client_side') IS NOT 'false'
    AND NOT EXISTS (
      SELECT 1 FROM rxbank_accounts AS account
      WHERE account.user_id = shown.user_id AND account.id = shown.account_id AND account.removed_at IS NOT NULL
    );

  CREATE VIEW rxbank_booked_transactions AS
  SELECT user_id, id, account_id, category_id, date, booking_date, transaction_date, value_date, amount, minor_units,
    currency_code, description, raw_description, updated_at, pending_id, row
  FROM rxbank_shown_transactions WHERE is_future IS NOT TRUE;

  -- inexact_count: how many of the rows have no exact amount, and are not in the sum. A sum beyond 2^53 is a text.
  CREATE VIEW rxbank_booked_sums AS
  SELECT user_id, account_id, currency_code,
    CASE
      WHEN high BETWEEN -9000000000 AND 9000000000 THEN
        CASE WHEN high * 1000000000 + low BETWEEN -9007199254740991 AND 9007199254740991
          THEN high * 1000000000 + low ELSE CAST(high * 1000000000 + low AS TEXT) END
      WHEN high > 0 AND low < 0 THEN (high - 1) || substr('00000000' || (low + 1000000000), -9)
      WHEN high < 0 AND low > 0 THEN (high + 1) || substr('00000000' || (1000000000 - low), -9)
      ELSE high || substr('00000000' || abs(low), -9)
    END AS minor_units,
    row_count, inexact_count
  FROM (${sums});
  `

/** Amounts beyond 2^53 make the balances of their account unknown, because sums of them may overflow. */
const dailyBalances = dailyBalancesView({
  table: (name) => `rxbank_${name}`,
  dayOf: (expression) => `substr(${expression}, 1, 10)`,
  dayNumber: (expression) => `julianday(${expression})`,
  endOfDay: (expression) => `${expression} || 'T24'`,
  toNumber: (expression) =>
    `CASE WHEN CAST(${expression} AS INTEGER) BETWEEN -9007199254740991 AND 9007199254740991 THEN CAST(${expression} AS INTEGER) END`,
  toResult: (expression) =>
    `CASE WHEN ${expression} BETWEEN -9007199254740991 AND 9007199254740991 THEN ${expression} ELSE CAST(${expression} AS TEXT) END`,
})

/** The digits of an integer as text, without a minus sign. */
const digitsOf = (column: string): string => `substr(${column}, 1 + (${column} LIKE '-%'))`

const ledgerTables = maintainedTables({
  table: (name) => `rxbank_${name}`,
  types: {
    text: 'TEXT',
    // Amounts may be beyond 2^53.
    amount: 'TEXT',
    date: 'TEXT',
    boolean: 'INTEGER',
    integer: 'INTEGER',
    json: 'TEXT',
    timestamp: 'TEXT',
  },
  isInteger: (column) => `length(${digitsOf(column)}) BETWEEN 1 AND 30 AND ${digitsOf(column)} NOT GLOB '*[^0-9]*'`,
  numberColumn: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  now: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')",
  falseValue: '0',
  end: { keyed: 'STRICT, WITHOUT ROWID', numbered: 'STRICT' },
})

/**
 * The steps that create the tables. A step that was released is never changed; changes are appended as another one.
 */
export const sqliteMigrations: ReadonlyArray<MigrationStep> = [
  `
  -- The highest version that a user has had, so that no fence is given twice.
  CREATE TABLE rxbank_versions (
    last INTEGER NOT NULL
  ) STRICT;
  INSERT INTO rxbank_versions VALUES (0);

  -- The version is the fence: each transaction of a round compares and raises it.
  CREATE TABLE rxbank_users (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    added_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  ) STRICT;

  CREATE TRIGGER rxbank_user_added AFTER INSERT ON rxbank_users BEGIN
    UPDATE rxbank_versions SET last = NEW.version;
  END;
  CREATE TRIGGER rxbank_user_raised AFTER UPDATE OF version ON rxbank_users BEGIN
    UPDATE rxbank_versions SET last = NEW.version;
  END;

  -- How far each feed of a user was read. is_truncated: the last round was interrupted after some of its rows were written.
  CREATE TABLE rxbank_checkpoints (
    user_id TEXT NOT NULL,
    feed TEXT NOT NULL,
    bookmark TEXT,
    is_truncated INTEGER NOT NULL,
    posted TEXT,
    posted_round INTEGER NOT NULL,
    moved_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    PRIMARY KEY (user_id, feed)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE rxbank_items (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    bank_id TEXT,
    status TEXT,
    status_code_info TEXT,
    status_code_description TEXT,
    removed_at TEXT,
    row TEXT NOT NULL,
    PRIMARY KEY (user_id, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE rxbank_accounts (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    item_id TEXT,
    bank_id TEXT,
    name TEXT,
    type TEXT,
    iban TEXT,
    balance TEXT,
    minor_units INTEGER,
    currency_code TEXT,
    is_paused INTEGER,
    is_pro INTEGER,
    updated_at TEXT,
    removed_at TEXT,
    row TEXT NOT NULL,
    PRIMARY KEY (user_id, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE rxbank_transactions (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    account_id TEXT,
    category_id TEXT,
    date TEXT,
    booking_date TEXT,
    transaction_date TEXT,
    value_date TEXT,
    amount TEXT,
    minor_units INTEGER,
    currency_code TEXT,
    description TEXT,
    raw_description TEXT,
    is_future INTEGER,
    updated_at TEXT,
    pending_id TEXT,
    removed_at TEXT,
    row TEXT NOT NULL,
    PRIMARY KEY (user_id, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE rxbank_stocks (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    account_id TEXT,
    label TEXT,
    ticker TEXT,
    isin TEXT,
    marketplace TEXT,
    quantity TEXT,
    current_price TEXT,
    average_purchase_price TEXT,
    total_value TEXT,
    currency_code TEXT,
    value_date TEXT,
    created_at TEXT,
    updated_at TEXT,
    removed_at TEXT,
    row TEXT NOT NULL,
    PRIMARY KEY (user_id, id)
  ) STRICT, WITHOUT ROWID;

  -- The id is that of the item.
  CREATE TABLE rxbank_refreshes (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    status TEXT,
    refreshed_at TEXT,
    removed_at TEXT,
    row TEXT NOT NULL,
    PRIMARY KEY (user_id, id)
  ) STRICT, WITHOUT ROWID;
  `,
  function* () {
    // large_minor_units: minor units beyond 2^53, which are NULL in minor_units. Node's DatabaseSync cannot read them as
    // a number, and throws.
    yield {
      text: `
  ALTER TABLE rxbank_accounts ADD COLUMN large_minor_units TEXT;
  ALTER TABLE rxbank_transactions ADD COLUMN large_minor_units TEXT;
  ALTER TABLE rxbank_transactions ADD COLUMN show_client_side INTEGER;
  UPDATE rxbank_accounts SET large_minor_units = CAST(minor_units AS TEXT), minor_units = NULL
  WHERE minor_units NOT BETWEEN -9007199254740991 AND 9007199254740991;
  UPDATE rxbank_transactions SET large_minor_units = CAST(minor_units AS TEXT), minor_units = NULL
  WHERE minor_units NOT BETWEEN -9007199254740991 AND 9007199254740991;
  UPDATE rxbank_transactions SET show_client_side = 0 WHERE json_type(row, '$.show_client_side') = 'false';
  ${views}`,
    }
    yield* repairAmounts({ columns: sqliteColumns, table: (name) => `rxbank_${name}` })
  },
  `
  -- The uuid that the token of the user's rows named; NULL until it is known.
  ALTER TABLE rxbank_users ADD COLUMN uuid TEXT;
    `,
  `
  -- Rows that a whole list did not show. since: when they were first not shown, in milliseconds since 1970. is_gone: the row,
  -- an item or an account, was removed, and rows that name it are not written.
  CREATE TABLE rxbank_absences (
    user_id TEXT NOT NULL,
    feed TEXT NOT NULL,
    id TEXT NOT NULL,
    since INTEGER NOT NULL,
    is_gone INTEGER NOT NULL,
    PRIMARY KEY (user_id, feed, id)
  ) STRICT, WITHOUT ROWID;

  -- When the feed is next compared with the whole list of the service, in milliseconds since 1970. Feeds that were read before
  -- are compared within a day.
  ALTER TABLE rxbank_checkpoints ADD COLUMN full_sync_due INTEGER;
  -- When a round that does not read the accounts next looks whether those of its rows are listed.
  ALTER TABLE rxbank_checkpoints ADD COLUMN accounts_due INTEGER;
  UPDATE rxbank_checkpoints
  SET full_sync_due = CAST(strftime('%s', 'now') AS INTEGER) * 1000 + abs(random() % 86400000)
  WHERE feed IN ('stocks', 'transactions');
  `,
  function* () {
    yield {
      text: `
  -- When the consent for an item ends, and which accounts it is for. They keep the last value that an answer had.
  ALTER TABLE rxbank_items ADD COLUMN authentication_expires_at TEXT;
  ALTER TABLE rxbank_items ADD COLUMN account_types TEXT;
  CREATE INDEX rxbank_consent_ends ON rxbank_items (authentication_expires_at) WHERE removed_at IS NULL;

  -- The stage of the consent for an item that was reported last. ends_at: the end of that consent. mark: the days before its
  -- end, 0 at its end, NULL for a renewal. claimed_at: since when a process reports another one, in milliseconds since 1970.
  CREATE TABLE rxbank_consents (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    ends_at TEXT,
    mark INTEGER,
    reported_at TEXT,
    claimed_at INTEGER,
    PRIMARY KEY (user_id, id)
  ) STRICT, WITHOUT ROWID;

  -- Users and items that the service has deleted, by the uuid of the user, for as long as an answer may still show them.
  -- item_id: empty for the user. erased_at: in milliseconds since 1970.
  CREATE TABLE rxbank_erasures (
    user_uuid TEXT NOT NULL,
    item_id TEXT NOT NULL,
    erased_at INTEGER NOT NULL,
    PRIMARY KEY (user_uuid, item_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX rxbank_user_uuids ON rxbank_users (uuid);
    `,
    }
    yield* fillConsents({
      columns: sqliteColumns,
      table: (name) => `rxbank_${name}`,
      toTimestamp: (expression) => expression,
    })
  },
  `
  -- The stages of the consent for an item that were reported before the last one, as JSON: pairs of a mark and an end, in
  -- milliseconds since 1970.
  ALTER TABLE rxbank_consents ADD COLUMN reports TEXT;
  `,
  sqliteChangeLog,
  `
  -- The balances that an account has had, in the order in which they were read. A balance that equals the one before is not
  -- repeated: last_reported_at and last_read_at say when it was reported and read for the last time. Minor units are texts, because
  -- they may be beyond 2^53. instant_minor_units: the balance that also contains pending and future rows.
  CREATE TABLE rxbank_balances (
    user_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    currency_code TEXT NOT NULL,
    minor_units TEXT,
    instant_minor_units TEXT,
    reported_at TEXT,
    read_at TEXT NOT NULL,
    last_reported_at TEXT,
    last_read_at TEXT NOT NULL,
    PRIMARY KEY (user_id, account_id, number)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO rxbank_balances
  SELECT user_id, id, 1, currency_code, coalesce(minor_units, large_minor_units), NULL,
    updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM rxbank_accounts
  WHERE removed_at IS NULL AND coalesce(minor_units, large_minor_units) IS NOT NULL
    AND (json_extract(row, '$.instant_balance') IS NULL
      OR json_extract(row, '$.accounting_balance') = json_extract(row, '$.balance'));

  -- The comparison of the balance of each account with the sum of its rows. difference: reported less expected, NULL if they
  -- agree or nothing is proven yet. first_day: rows of earlier days may come and go. is_open: the next round compares
  -- again. is_stale: the state is not that of the last rows. status: waiting, agrees, pending or differs, and since when.
  -- waits_for: why the proof waits, if it does.
  CREATE TABLE rxbank_balance_proofs (
    user_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    currency_code TEXT,
    reported TEXT,
    expected TEXT,
    difference TEXT,
    since TEXT,
    status TEXT NOT NULL,
    waits_for TEXT,
    status_since TEXT NOT NULL,
    begun_at TEXT,
    first_day TEXT,
    is_open INTEGER NOT NULL,
    is_stale INTEGER NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (user_id, account_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX rxbank_balance_differences ON rxbank_balance_proofs (user_id, account_id) WHERE difference IS NOT NULL;
  CREATE INDEX rxbank_waiting_proofs ON rxbank_balance_proofs (user_id, account_id, status_since) WHERE status = 'waiting';
  ${dailyBalances}`,
  sqliteSums,
  ledgerTables,
  suspendedTable({
    table: (name) => `rxbank_${name}`,
    types: { text: 'TEXT', timestamp: 'TEXT', epochMs: 'INTEGER' },
    end: 'STRICT, WITHOUT ROWID',
  }),
  `
  -- The item of a removed account, whose own row may be deleted.
  ALTER TABLE rxbank_absences ADD COLUMN item_id TEXT;
  -- has_traces: rows were erased, and the unused space of the files may still have their texts.
  ALTER TABLE rxbank_versions ADD COLUMN has_traces INTEGER NOT NULL DEFAULT 0;
  `,
]
