import { isBooked } from '../balances/accountSums.js'
import { isMoved, noteTriggers, replacedRowsTable, wasReplaced } from './sqliteReplacedRows.js'

/**
 * A statement that adds a row to the sums of its account, or subtracts it. `replaced` is the row that the new one has
 * replaced. It does not use `addToSums`, because SQLite runs it for each row, and grouping single rows would cost four
 * times as much.
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

/** The triggers that maintain the sums of booked rows, and the notes that they read. */
export const sqliteSums = `
  ${replacedRowsTable}
  ${noteTriggers('transactions')}
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
