import { addMovedRows, isBooked } from '../core/accountSums.js'

const row = (name: 'NEW' | 'OLD'): string => `
    SELECT ${name}.user_id AS user_id, ${name}.account_id AS account_id, ${name}.currency_code AS currency_code,
      coalesce(${name}.minor_units, CAST(${name}.large_minor_units AS INTEGER)) AS minor_units,
      ${name}.date AS date, ${name}.updated_at AS updated_at, ${name === 'NEW' ? '1' : '-1'} AS sign
    WHERE ${isBooked(`${name}.`)}`

const add = (...names: ReadonlyArray<'NEW' | 'OLD'>): string =>
  addMovedRows({ table: 'rxbank_account_sums', name: 'rxbank_account_sums' }, names.map(row))

/** The table of the sums of booked rows, and the triggers that keep them. */
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

  CREATE TRIGGER rxbank_sum_added AFTER INSERT ON rxbank_transactions WHEN ${isBooked('NEW.')} BEGIN
    ${add('NEW')};
  END;
  CREATE TRIGGER rxbank_sum_changed AFTER UPDATE ON rxbank_transactions BEGIN
    ${add('NEW', 'OLD')};
  END;
  CREATE TRIGGER rxbank_sum_deleted AFTER DELETE ON rxbank_transactions WHEN ${isBooked('OLD.')} BEGIN
    ${add('OLD')};
  END;
  CREATE TRIGGER rxbank_sum_empty AFTER UPDATE ON rxbank_account_sums WHEN NEW.row_count = 0 BEGIN
    DELETE FROM rxbank_account_sums
    WHERE user_id = NEW.user_id AND account_id = NEW.account_id AND currency_code = NEW.currency_code;
  END;
  `
