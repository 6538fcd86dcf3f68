import { feeds } from '../core/Feed.js'
import { changeTables } from '../tables/changeTables.js'
import type { TableSql } from '../tables/TableSql.js'
import { forgetReplaced, isMoved, noteTriggers, wasReplaced } from './sqliteReplacedRows.js'

/** Logs a row that was inserted or has a new key, and may have replaced another row with this key. */
const logArrived = (feed: string): string => `
    INSERT INTO rxbank_changes (user_id, change, feed, id, row)
    SELECT NEW.user_id, CASE WHEN ${wasReplaced(feed, 'removed_at IS NULL')} THEN 'Changed' ELSE 'Added' END,
      '${feed}', NEW.id, NEW.row
    WHERE NEW.removed_at IS NULL AND NOT ${wasReplaced(feed, 'removed_at IS NULL AND NOT differs')};
    INSERT INTO rxbank_changes (user_id, change, feed, id)
    SELECT NEW.user_id, 'Removed', '${feed}', NEW.id
    WHERE NEW.removed_at IS NOT NULL AND ${wasReplaced(feed, 'removed_at IS NULL')};`

/**
 * The triggers of the table of a feed. The erasure of a user deletes the user first, so the deletion of the user's rows
 * is not logged.
 */
const feedTriggers = (feed: string): string => `
  CREATE TRIGGER rxbank_log_added_${feed} AFTER INSERT ON rxbank_${feed}
  WHEN NEW.removed_at IS NULL OR ${wasReplaced(feed)} BEGIN
    ${logArrived(feed)}
  END;
  CREATE TRIGGER rxbank_log_moved_${feed} AFTER UPDATE OF user_id, id ON rxbank_${feed} WHEN ${isMoved} BEGIN
    INSERT INTO rxbank_changes (user_id, change, feed, id)
    SELECT OLD.user_id, 'Removed', '${feed}', OLD.id WHERE OLD.removed_at IS NULL;
    ${logArrived(feed)}
  END;
  CREATE TRIGGER rxbank_log_changed_${feed} AFTER UPDATE OF row, removed_at ON rxbank_${feed}
  WHEN NEW.removed_at IS NULL AND (OLD.removed_at IS NOT NULL OR OLD.row <> NEW.row) AND NOT ${isMoved} BEGIN
    INSERT INTO rxbank_changes (user_id, change, feed, id, row)
    VALUES (NEW.user_id, CASE WHEN OLD.removed_at IS NULL THEN 'Changed' ELSE 'Added' END, '${feed}', NEW.id, NEW.row);
  END;
  CREATE TRIGGER rxbank_log_removed_${feed} AFTER UPDATE OF removed_at ON rxbank_${feed}
  WHEN OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL AND NOT ${isMoved} BEGIN
    INSERT INTO rxbank_changes (user_id, change, feed, id) VALUES (NEW.user_id, 'Removed', '${feed}', NEW.id);
  END;
  CREATE TRIGGER rxbank_log_deleted_${feed} AFTER DELETE ON rxbank_${feed}
  WHEN OLD.removed_at IS NULL AND EXISTS (SELECT 1 FROM rxbank_users WHERE id = OLD.user_id) BEGIN
    INSERT INTO rxbank_changes (user_id, change, feed, id) VALUES (OLD.user_id, 'Removed', '${feed}', OLD.id);
  END;
`

/** Logs that the user of a row `NEW` or `OLD` of the table of users was erased. */
const logErasedUser = (row: 'NEW' | 'OLD'): string => `BEGIN
    ${forgetReplaced('users', ['uuid'])}
    DELETE FROM rxbank_changes WHERE user_id = ${row}.id;
    INSERT INTO rxbank_changes (user_id, change) VALUES (${row}.id, 'Erased');
  END;`

/**
 * The tables and triggers of the change log, which are created before its first consumer reads the tables. SQLite has
 * one writer at a time, so the numbers are in the order of commits; with `AUTOINCREMENT`, no number is used twice.
 */
export const sqliteChangeLog = (sql: TableSql): string => `
  ${changeTables(sql, sql.numberColumn)}
  ${feeds
    .filter((feed) => feed !== 'transactions')
    .map(noteTriggers)
    .join('')}
  ${feeds.map(feedTriggers).join('')}
  INSERT INTO rxbank_replaced_rows (feed) VALUES ('users');
  CREATE TRIGGER rxbank_note_inserted_users BEFORE INSERT ON rxbank_users BEGIN
    UPDATE rxbank_replaced_rows SET (was_there, uuid) = (SELECT 1, uuid FROM rxbank_users WHERE id = NEW.id)
    WHERE feed = 'users';
  END;
  CREATE TRIGGER rxbank_log_inserted_user AFTER INSERT ON rxbank_users
  WHEN ${wasReplaced('users', 'uuid <> NEW.uuid')} ${logErasedUser('NEW')}
  CREATE TRIGGER rxbank_log_erased AFTER DELETE ON rxbank_users ${logErasedUser('OLD')}
  CREATE TRIGGER rxbank_log_replaced AFTER UPDATE OF id, uuid ON rxbank_users
  WHEN OLD.id <> NEW.id OR OLD.uuid <> NEW.uuid ${logErasedUser('OLD')}
  `
