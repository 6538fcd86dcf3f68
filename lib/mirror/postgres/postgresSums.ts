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

/** The triggers that maintain the sums of booked rows. */
export const postgresSums = (schema: string): string => `
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
