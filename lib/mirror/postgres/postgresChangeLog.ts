import { feeds } from '../core/Feed.js'
import { changeTables } from '../tables/changeTables.js'
import type { TableSql } from '../tables/TableSql.js'
import { revokeExecute, searchPath } from './schemaTables.js'

/** The `SQLSTATE` with which `read_changes` refuses a position whose changes are deleted. */
const expiredState = 'RXB04'

/** The `SQLSTATE` with which the change log refuses to be read on a standby, or in a transaction with one snapshot. */
const unreadableState = 'RXB05'

/** The `SQLSTATE` with which `read_changes` refuses `NULL`, and a position after the end of the log. */
const unknownState = 'RXB06'

/** Runs a function with the rights of the tables' owner: a role that may write rows needs no rights to the log. */
export const asOwner = `SECURITY DEFINER SET ${searchPath}`

/**
 * The first statement of a trigger function with the rights of the owner: it refuses triggers on tables other than its
 * own, because the owner of another table controls its rows.
 */
export const refuseOtherTables = (schema: string, tables: ReadonlyArray<string>): string => `
    IF TG_RELID <> ALL (ARRAY[${tables.map((table) => `'${schema}.${table}'::regclass`).join(', ')}]::oid[]) THEN
      RAISE EXCEPTION 'this function is not for triggers on %', TG_RELID::regclass USING ERRCODE = 'insufficient_privilege';
    END IF;`

/** The function of {@link refuseTruncate}. */
export const truncateFunction = (schema: string): string => `
  CREATE FUNCTION ${schema}.refuse_truncate() RETURNS trigger LANGUAGE plpgsql SET ${searchPath} AS $$ BEGIN
    RAISE EXCEPTION 'TRUNCATE of % is refused: consumers of the change log would not learn of it. Use DELETE', TG_TABLE_NAME
    USING ERRCODE = 'feature_not_supported';
  END $$;
  ${revokeExecute(schema, ['refuse_truncate'])}
  `

/** Triggers that refuse `TRUNCATE`, which no other trigger would log. */
export const refuseTruncate = (schema: string, tables: ReadonlyArray<string>): string =>
  tables
    .map(
      (table) => `
  CREATE TRIGGER rxbank_refuse_truncate BEFORE TRUNCATE ON ${schema}.${table}
  FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_truncate();`,
    )
    .join('')

/** The triggers of the table of a feed. They see all rows of a statement at once. */
const feedTriggers = (schema: string, feed: string): string => `
  CREATE TRIGGER rxbank_log_added AFTER INSERT ON ${schema}.${feed}
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.log_added_rows();
  CREATE TRIGGER rxbank_log_changed AFTER UPDATE ON ${schema}.${feed}
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.log_changed_rows();
  CREATE TRIGGER rxbank_log_deleted AFTER DELETE ON ${schema}.${feed}
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.log_deleted_rows();
`

/**
 * The functions of the change log. A role that reads the log needs the right to call `read_changes` and
 * `changes_horizon`.
 */
const functions = [
  'lock_class',
  'lock_changes',
  'log_added_rows',
  'log_changed_rows',
  'log_deleted_rows',
  'log_erasure',
  'log_pairs',
  'log_erased_user',
  'changes_horizon',
  'read_changes',
]

/**
 * SQL that creates the tables, functions and triggers of the change log, before its first consumer reads the tables. It
 * waits for transactions that write to the logged tables, and blocks other writes until it is committed. So a consumer
 * that then takes a position and reads the tables misses no row. The table of users is locked first, as in rounds and
 * erasures.
 *
 * A change gets its number while its transaction has the user locked, so the numbers of one user are in the order of
 * commits. The numbers of different users are not: `changes_horizon` returns the last number up to which no transaction
 * in progress can still add a change. `schema` is a quoted identifier; each transaction with changes notifies the
 * channel.
 */
export const postgresChangeLog = (sql: TableSql, schema: string, channel: string): string => `
  LOCK TABLE ${['users', ...feeds].map((name) => `${schema}.${name}`).join(', ')} IN SHARE ROW EXCLUSIVE MODE;
  CREATE SEQUENCE ${schema}.change_numbers;

  ${changeTables(sql, `bigint PRIMARY KEY DEFAULT nextval('${schema}.change_numbers')`)}
  -- Every role may take advisory locks, and see the locks of others. This secret identifies the locks of writers, so
  -- that no other role can hold back readers or writers. Row-level security hides it even from roles that may read all
  -- tables.
  CREATE TABLE ${schema}.lock_secret (
    secret text NOT NULL
  );
  ALTER TABLE ${schema}.lock_secret ENABLE ROW LEVEL SECURITY;
  INSERT INTO ${schema}.lock_secret VALUES (gen_random_uuid());

  -- The first key of a transaction's advisory lock.
  CREATE FUNCTION ${schema}.lock_class(of_transaction xid) RETURNS integer LANGUAGE plpgsql SET ${searchPath} AS $$ BEGIN
    RETURN (
      SELECT ('x' || left(encode(sha256(convert_to(secret || of_transaction, 'UTF8')), 'hex'), 8))::bit(32)::integer
      FROM ${schema}.lock_secret
    );
  END $$;

  -- Before a transaction takes its first number, it locks a lower number. Readers find these locks in pg_locks, so they
  -- skip no change that is committed late. The lock is shared, so no transaction waits for it. A transaction needs only
  -- one lock: a setting records that it has one, and a rollback to a savepoint undoes both. The notification has no
  -- payload: any role may send and receive it.
  CREATE FUNCTION ${schema}.lock_changes() RETURNS void LANGUAGE plpgsql ${asOwner} AS $$
  DECLARE
    setting text := 'rxbank.lock_' || '${schema}.changes'::regclass::oid;
    present xid8 := pg_current_xact_id();
  BEGIN
    IF current_setting(setting, true) IS DISTINCT FROM present::text THEN
      PERFORM pg_advisory_xact_lock_shared(
        ${schema}.lock_class(present::xid),
        ((CASE WHEN is_called THEN last_value ELSE last_value - 1 END) % 2147483648)::integer
      ) FROM ${schema}.change_numbers;
      PERFORM set_config(setting, present::text, true);
      PERFORM pg_notify('${channel}', '');
    END IF;
  END $$;

  CREATE FUNCTION ${schema}.log_added_rows() RETURNS trigger LANGUAGE plpgsql ${asOwner} AS $$ BEGIN
    ${refuseOtherTables(schema, feeds)}
    IF EXISTS (SELECT FROM new_rows WHERE removed_at IS NULL) THEN
      PERFORM ${schema}.lock_changes();
      INSERT INTO ${schema}.changes (user_id, change, feed, id, row)
      SELECT user_id, 'Added', TG_TABLE_NAME, id, row FROM new_rows WHERE removed_at IS NULL;
    END IF;
    RETURN NULL;
  END $$;

  -- A row whose key has changed has no match in the other table: it is logged as one removed and one added row.
  CREATE FUNCTION ${schema}.log_changed_rows() RETURNS trigger LANGUAGE plpgsql ${asOwner} AS $$ BEGIN
    ${refuseOtherTables(schema, feeds)}
    IF EXISTS (SELECT FROM new_rows) THEN
      PERFORM ${schema}.lock_changes();
      INSERT INTO ${schema}.changes (user_id, change, feed, id, row)
      SELECT user_id,
        CASE WHEN newer.is_present IS NULL THEN 'Removed' WHEN older.is_present IS NULL THEN 'Added' ELSE 'Changed' END,
        TG_TABLE_NAME, id, newer.row
      FROM (SELECT user_id, id, row, true AS is_present FROM new_rows WHERE removed_at IS NULL) AS newer
      FULL JOIN (SELECT user_id, id, row, true AS is_present FROM old_rows WHERE removed_at IS NULL) AS older
      USING (user_id, id)
      WHERE newer.is_present IS NULL OR older.is_present IS NULL OR newer.row <> older.row;
    END IF;
    RETURN NULL;
  END $$;

  -- An erasure deletes the user first, so it logs no removed rows.
  CREATE FUNCTION ${schema}.log_deleted_rows() RETURNS trigger LANGUAGE plpgsql ${asOwner} AS $$ BEGIN
    ${refuseOtherTables(schema, feeds)}
    IF EXISTS (SELECT FROM old_rows WHERE removed_at IS NULL) THEN
      PERFORM ${schema}.lock_changes();
      INSERT INTO ${schema}.changes (user_id, change, feed, id)
      SELECT user_id, 'Removed', TG_TABLE_NAME, id FROM old_rows
      WHERE removed_at IS NULL AND EXISTS (SELECT FROM ${schema}.users WHERE users.id = old_rows.user_id);
    END IF;
    RETURN NULL;
  END $$;

  -- item: NULL if the user was erased.
  CREATE FUNCTION ${schema}.log_erasure(erased_user text, item text) RETURNS void LANGUAGE plpgsql SET ${searchPath} AS $$ BEGIN
    PERFORM ${schema}.lock_changes();
    INSERT INTO ${schema}.changes (user_id, change, id) VALUES (erased_user, 'Erased', item);
  END $$;

  CREATE FUNCTION ${schema}.log_pairs(of_user text, change text, feed text, pairs jsonb) RETURNS void
  LANGUAGE plpgsql SET ${searchPath} AS $$ BEGIN
    PERFORM ${schema}.lock_changes();
    INSERT INTO ${schema}.changes (user_id, change, feed, id, row)
    SELECT of_user, log_pairs.change, log_pairs.feed, pair ->> 'id', pair -> 'row'
    FROM jsonb_array_elements(pairs) WITH ORDINALITY AS logged(pair, number) ORDER BY number;
  END $$;

  CREATE FUNCTION ${schema}.log_erased_user() RETURNS trigger LANGUAGE plpgsql ${asOwner} AS $$ BEGIN
    ${refuseOtherTables(schema, ['users'])}
    DELETE FROM ${schema}.changes WHERE user_id = OLD.id;
    PERFORM ${schema}.log_erasure(OLD.id, NULL);
    RETURN NULL;
  END $$;

  ${feeds.map((feed) => feedTriggers(schema, feed)).join('')}
  CREATE TRIGGER rxbank_log_erased AFTER DELETE ON ${schema}.users
  FOR EACH ROW EXECUTE FUNCTION ${schema}.log_erased_user();
  CREATE TRIGGER rxbank_log_replaced AFTER UPDATE OF id, uuid ON ${schema}.users
  FOR EACH ROW WHEN (OLD.id <> NEW.id OR OLD.uuid <> NEW.uuid) EXECUTE FUNCTION ${schema}.log_erased_user();
  ${refuseTruncate(schema, ['changes'])}

  -- newest: the last assigned number. The order of the statements matters. A transaction that has no lock yet takes
  -- numbers after newest. If a transaction has released its lock, the next statement sees its changes.
  CREATE FUNCTION ${schema}.changes_horizon(OUT horizon bigint, OUT newest bigint) LANGUAGE plpgsql ${asOwner} AS $$
  DECLARE
    locked bigint[];
    latest bigint;
  BEGIN
    IF pg_is_in_recovery() THEN
      RAISE EXCEPTION 'read the changes on the primary: a standby does not have its locks' USING ERRCODE = '${unreadableState}';
    END IF;
    IF current_setting('transaction_isolation') <> 'read committed' THEN
      RAISE EXCEPTION 'read the changes with READ COMMITTED' USING ERRCODE = '${unreadableState}';
    END IF;
    SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END INTO newest FROM ${schema}.change_numbers;
    WITH held AS MATERIALIZED (SELECT * FROM pg_locks WHERE locktype IN ('advisory', 'transactionid') AND granted)
    SELECT array_agg(writer.objid::bigint) INTO locked FROM held AS writer
    JOIN held AS own ON own.virtualtransaction = writer.virtualtransaction
    WHERE writer.locktype = 'advisory' AND writer.objsubid = 2
      AND writer.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND own.locktype = 'transactionid' AND own.mode = 'ExclusiveLock'
      AND writer.classid = ${schema}.lock_class(own.transactionid)::oid;
    -- A lock contains only the lowest 31 bits of its number.
    SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END INTO latest FROM ${schema}.change_numbers;
    SELECT least(newest, min(latest - ((latest - number) % 2147483648 + 2147483648) % 2147483648)) INTO horizon
    FROM unnest(locked) AS number;
  END $$;

  -- For consumers in any language: the next changes after a number, in their order. It fails if some of them are
  -- deleted, and if the log has never assigned this number, as after the database was restored from a backup.
  CREATE FUNCTION ${schema}.read_changes(after bigint, max_count integer DEFAULT 1000) RETURNS SETOF ${schema}.changes
  LANGUAGE plpgsql SET ${searchPath} AS $$
  DECLARE
    readable bigint;
    latest bigint;
  BEGIN
    SELECT horizon, newest INTO readable, latest FROM ${schema}.changes_horizon();
    IF after IS NULL OR after > latest THEN
      RAISE EXCEPTION 'the log has no place %: it ends at %. Read the tables, and continue from a new horizon', after, latest
      USING ERRCODE = '${unknownState}';
    END IF;
    RETURN QUERY SELECT * FROM ${schema}.changes AS change
    WHERE change.number > after AND change.number <= readable ORDER BY change.number LIMIT max_count;
    -- Changes may have been deleted while the rows were read.
    IF after < (SELECT deleted_through FROM ${schema}.change_retention) THEN
      RAISE EXCEPTION 'the changes after % are deleted: read the tables, and continue from a new horizon', after
      USING ERRCODE = '${expiredState}';
    END IF;
  END $$;
  ${revokeExecute(schema, functions)}
  `
