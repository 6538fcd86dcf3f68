import { addToSums, isBooked } from '../core/accountSums.js'
import { asOwner, refuseOtherTables, refuseTruncate } from './postgresChangeLog.js'
import { revokeExecute } from './schemaTables.js'

const rowsOf = (table: 'new_rows' | 'old_rows'): string =>
  `SELECT user_id, account_id, currency_code, minor_units, date, updated_at, ${table === 'new_rows' ? '1' : '-1'} AS sign
   FROM ${table} WHERE ${isBooked()}`

/** The statement of a trigger that adds the new versions of rows to the sums, and subtracts the old versions. */
const addMovedRows = (table: string, rows: ReadonlyArray<string>): string =>
  addToSums({
    table,
    name: 'account_sums',
    rows: rows.join(' UNION ALL '),
    join: `${table} AS kept ON kept.user_id = moved.user_id AND kept.account_id = coalesce(moved.account_id, '')
        AND kept.currency_code = coalesce(moved.currency_code, '')`,
    oldBefore: 'kept.old_before',
  })

/** A trigger and its function, which has the rights of the owner of the tables, like those of the change log. */
const trigger = (
  schema: string,
  name: string,
  event: string,
  tables: ReadonlyArray<'new_rows' | 'old_rows'>,
): string => `
  CREATE FUNCTION ${schema}.sum_${name}_rows() RETURNS trigger LANGUAGE plpgsql ${asOwner} AS $$ BEGIN
    ${refuseOtherTables(schema, ['transactions'])}
    ${addMovedRows(`${schema}.account_sums`, tables.map(rowsOf))};
    RETURN NULL;
  END $$;
  CREATE TRIGGER rxbank_sum_${name} AFTER ${event} ON ${schema}.transactions
  REFERENCING ${tables.map((table) => `${table === 'new_rows' ? 'NEW' : 'OLD'} TABLE AS ${table}`).join(' ')}
  FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.sum_${name}_rows();
`

/** The table of the sums of booked rows, and the triggers that maintain them. */
export const postgresSums = (schema: string): string => `
  -- sums_at: when the rows of the user were last added up, in milliseconds since 1970; NULL: never, so that no sum counts.
  -- is_unproven: rows have changed, and balances were not compared since.
  ALTER TABLE ${schema}.users ADD COLUMN sums_at bigint, ADD COLUMN is_unproven boolean NOT NULL DEFAULT false;
  ALTER TABLE ${schema}.balance_proofs DROP COLUMN is_stale;

  -- The booked rows of each account and currency: their number, how many of them have no exact amount, and their sum, which
  -- is units_high * 10^9 + units_low. Those dated before old_before are also in old_high and old_low. rows_at, first_day: no
  -- row was changed later, or is dated earlier. Empty texts stand for a missing account or currency.
  CREATE TABLE ${schema}.account_sums (
    user_id text NOT NULL,
    account_id text NOT NULL,
    currency_code text NOT NULL,
    row_count bigint NOT NULL,
    inexact_count bigint NOT NULL,
    units_high bigint NOT NULL,
    units_low bigint NOT NULL,
    old_high bigint NOT NULL,
    old_low bigint NOT NULL,
    rows_at timestamptz,
    first_day date,
    old_before date,
    PRIMARY KEY (user_id, account_id, currency_code)
  ) WITH (fillfactor = 70);

  -- The booked rows that the service has removed since the last comparison of their account, by day.
  CREATE TABLE ${schema}.removed_sums (
    user_id text NOT NULL,
    account_id text NOT NULL,
    currency_code text NOT NULL,
    day date NOT NULL,
    units_high bigint NOT NULL,
    units_low bigint NOT NULL,
    PRIMARY KEY (user_id, account_id, currency_code, day)
  );

  ${trigger(schema, 'added', 'INSERT', ['new_rows'])}
  ${trigger(schema, 'changed', 'UPDATE', ['new_rows', 'old_rows'])}
  ${trigger(schema, 'deleted', 'DELETE', ['old_rows'])}

  CREATE FUNCTION ${schema}.delete_empty_sum() RETURNS trigger LANGUAGE plpgsql ${asOwner} AS $$ BEGIN
    ${refuseOtherTables(schema, ['account_sums'])}
    DELETE FROM ${schema}.account_sums
    WHERE user_id = NEW.user_id AND account_id = NEW.account_id AND currency_code = NEW.currency_code;
    RETURN NULL;
  END $$;
  CREATE TRIGGER rxbank_sum_empty AFTER UPDATE ON ${schema}.account_sums
  FOR EACH ROW WHEN (NEW.row_count = 0) EXECUTE FUNCTION ${schema}.delete_empty_sum();
  ${refuseTruncate(schema, ['account_sums'])}
  ${revokeExecute(schema, ['sum_added_rows', 'sum_changed_rows', 'sum_deleted_rows', 'delete_empty_sum'])}
  `
