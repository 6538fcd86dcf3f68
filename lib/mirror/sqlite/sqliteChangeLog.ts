/** The tables whose rows are logged. */
const loggedTables = ['items', 'accounts', 'stocks', 'transactions', 'refreshes']

/**
 * The triggers of the table of a feed. The erasure of a user deletes the user first, so the deletion of the user's rows is
 * not logged.
 */
const feedTriggers = (feed: string): string => `
  CREATE TRIGGER rxbank_log_added_${feed} AFTER INSERT ON rxbank_${feed} WHEN NEW.removed_at IS NULL BEGIN
    INSERT INTO rxbank_changes (user_id, change, feed, id, row) VALUES (NEW.user_id, 'Added', '${feed}', NEW.id, NEW.row);
  END;
  CREATE TRIGGER rxbank_log_changed_${feed} AFTER UPDATE OF row, removed_at ON rxbank_${feed}
  WHEN NEW.removed_at IS NULL AND (OLD.removed_at IS NOT NULL OR OLD.row <> NEW.row) BEGIN
    INSERT INTO rxbank_changes (user_id, change, feed, id, row)
    VALUES (NEW.user_id, CASE WHEN OLD.removed_at IS NULL THEN 'Changed' ELSE 'Added' END, '${feed}', NEW.id, NEW.row);
  END;
  CREATE TRIGGER rxbank_log_removed_${feed} AFTER UPDATE OF removed_at ON rxbank_${feed}
  WHEN OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL BEGIN
    INSERT INTO rxbank_changes (user_id, change, feed, id) VALUES (NEW.user_id, 'Removed', '${feed}', NEW.id);
  END;
  CREATE TRIGGER rxbank_log_deleted_${feed} AFTER DELETE ON rxbank_${feed}
  WHEN OLD.removed_at IS NULL AND EXISTS (SELECT 1 FROM rxbank_users WHERE id = OLD.user_id) BEGIN
    INSERT INTO rxbank_changes (user_id, change, feed, id) VALUES (OLD.user_id, 'Removed', '${feed}', OLD.id);
  END;
`

const logErasedUser = `BEGIN
    DELETE FROM rxbank_changes WHERE user_id = OLD.id;
    INSERT INTO rxbank_changes (user_id, change) VALUES (OLD.id, 'Erased');
  END;`

/**
 * The tables and triggers of the change log. SQLite has one writer at a time, so the numbers are in the order of commits;
 * with `AUTOINCREMENT`, no number is used twice.
 */
export const sqliteChangeLog = `
  -- change: Added, Changed, Removed or Erased. feed: NULL for Erased, whose id is that of an item, or NULL for a user.
  CREATE TABLE rxbank_changes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id TEXT NOT NULL,
    change TEXT NOT NULL,
    feed TEXT,
    id TEXT,
    at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    row TEXT
  ) STRICT;
  CREATE INDEX rxbank_changes_of_user ON rxbank_changes (user_id, number);

  -- deleted_through: the number up to which changes were deleted because of their age.
  CREATE TABLE rxbank_change_retention (
    deleted_through INTEGER NOT NULL
  ) STRICT;
  INSERT INTO rxbank_change_retention VALUES (0);

  -- position: the number of the last change that the consumer has processed; NULL before it has read the tables.
  -- holder, held_until: the process that follows under this name, and until when, in milliseconds since 1970.
  CREATE TABLE rxbank_consumers (
    name TEXT PRIMARY KEY,
    position INTEGER,
    holder TEXT,
    held_until INTEGER,
    moved_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  ) STRICT, WITHOUT ROWID;

  ${loggedTables.map(feedTriggers).join('')}
  CREATE TRIGGER rxbank_log_erased AFTER DELETE ON rxbank_users ${logErasedUser}
  CREATE TRIGGER rxbank_log_replaced AFTER UPDATE OF uuid ON rxbank_users WHEN OLD.uuid <> NEW.uuid ${logErasedUser}
  `
