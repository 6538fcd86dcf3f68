import { isBooked } from '../core/accountSums.js'
import { isMoved, wasReplaced } from './sqliteChangeLog.js'

/**
 * A statement that adds a row to the sums of its account, or subtracts it. `replaced` is the row that the new one has
 * replaced. It does not use `addToSums`, because SQLite runs it for each row, and grouping single rows would cost four times
 * as much.
 */
const add = (name: 'NEW' | 'OLD' | 'replaced'): string => {
  const sign = name === 'NEW' ? '' : '-'
  const [user, date, from] =
    name === 'replaced'
      ? [
          'NEW.user_id',
          "(SELECT date FROM rxbank_replaced_rows WHERE feed = 'transactions')",
          "FROM rxbank_replaced_rows AS replaced WHERE feed = 'transactions' AND was_there AND",
        ]
      : [`${name}.user_id`, `${name}.date`, 'WHERE']
  const units = `coalesce(${name}.minor_units, CAST(${name}.large_minor_units AS INTEGER))`
  const old = (part: string): string =>
    `old_${part} = old_${part} + CASE WHEN ${date} < old_before THEN excluded.units_${part} ELSE 0 END`
  const bounds =
    name === 'NEW'
      ? `, rows_at = max(coalesce(rows_at, NEW.updated_at), coalesce(NEW.updated_at, rows_at)),
        first_day = min(coalesce(first_day, NEW.date), coalesce(NEW.date, first_day))`
      : ''
  return `
    INSERT INTO rxbank_account_sums (user_id, account_id, currency_code, row_count, inexact_count, units_high, units_low,
      old_high, old_low, rows_at, first_day)
    SELECT ${user}, coalesce(${name}.account_id, ''), coalesce(${name}.currency_code, ''), ${sign}1,
      ${sign}(${units} IS NULL), ${sign}coalesce(${units} / 1000000000, 0), ${sign}coalesce(${units} % 1000000000, 0),
      0, 0, ${name === 'NEW' ? 'NEW.updated_at, NEW.date' : 'NULL, NULL'}
    ${from} ${isBooked(`${name}.`)}
    ON CONFLICT (user_id, account_id, currency_code) DO UPDATE SET row_count = row_count + excluded.row_count,
      inexact_count = inexact_count + excluded.inexact_count, units_high = units_high + excluded.units_high,
      units_low = units_low + excluded.units_low, ${old('high')}, ${old('low')}${bounds};`
}

/** The table of the sums of booked rows, and the triggers that maintain them. */
export const sqliteSums = `
  -- sums_at: when the rows of the user were last added up, in milliseconds since 1970; NULL: never, so that no sum counts.
  -- is_unproven: rows have changed, and balances were not compared since.
  ALTER TABLE rxbank_users ADD COLUMN sums_at INTEGER;
  ALTER TABLE rxbank_users ADD COLUMN is_unproven INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE rxbank_balance_proofs DROP COLUMN is_stale;

  -- The booked rows of each account and currency: their number, how many of them have no exact amount, and their sum, which
  -- is units_high * 10^9 + units_low. Those dated before old_before are also in old_high and old_low. rows_at, first_day: no
  -- row was changed later, or is dated earlier. Empty texts stand for a missing account or currency.
  CREATE TABLE rxbank_account_sums (
    user_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    currency_code TEXT NOT NULL,
    row_count INTEGER NOT NULL,
    inexact_count INTEGER NOT NULL,
    units_high INTEGER NOT NULL,
    units_low INTEGER NOT NULL,
    old_high INTEGER NOT NULL,
    old_low INTEGER NOT NULL,
    rows_at TEXT,
    first_day TEXT,
    old_before TEXT,
    PRIMARY KEY (user_id, account_id, currency_code)
  ) STRICT, WITHOUT ROWID;

  -- The booked rows that the service has removed since the last comparison of their account, by day.
  CREATE TABLE rxbank_removed_sums (
    user_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    currency_code TEXT NOT NULL,
    day TEXT NOT NULL,
    units_high INTEGER NOT NULL,
    units_low INTEGER NOT NULL,
    PRIMARY KEY (user_id, account_id, currency_code, day)
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER rxbank_sum_added AFTER INSERT ON rxbank_transactions
  WHEN ${isBooked('NEW.')} OR ${wasReplaced('transactions')} BEGIN
    ${add('NEW')}
    ${add('replaced')}
  END;
  CREATE TRIGGER rxbank_sum_changed AFTER UPDATE ON rxbank_transactions WHEN NOT ${isMoved} BEGIN
    ${add('NEW')}
    ${add('OLD')}
  END;
  CREATE TRIGGER rxbank_sum_moved AFTER UPDATE ON rxbank_transactions WHEN ${isMoved} BEGIN
    ${add('NEW')}
    ${add('OLD')}
    ${add('replaced')}
  END;
  CREATE TRIGGER rxbank_sum_deleted AFTER DELETE ON rxbank_transactions WHEN ${isBooked('OLD.')} BEGIN
    ${add('OLD')}
  END;
  CREATE TRIGGER rxbank_sum_empty AFTER UPDATE ON rxbank_account_sums WHEN NEW.row_count = 0 BEGIN
    DELETE FROM rxbank_account_sums
    WHERE user_id = NEW.user_id AND account_id = NEW.account_id AND currency_code = NEW.currency_code;
  END;
  `
