/** The tables whose rows are logged. */
const loggedTables = ['items', 'accounts', 'stocks', 'transactions', 'refreshes']

/** A SQL condition: an `UPDATE` has changed the key of a row. */
export const isMoved = '(OLD.user_id <> NEW.user_id OR OLD.id <> NEW.id)'

/**
 * Notes the row that has the key of a new one: `REPLACE` deletes it without the triggers of `DELETE`. If these do run, by
 * `PRAGMA recursive_triggers`, they delete the note.
 */
const noteReplaced = (feed: string): string => {
  const summed =
    feed === 'transactions'
      ? ', account_id, currency_code, minor_units, large_minor_units, date, is_future, show_client_side'
      : ''
  return `
    DELETE FROM rxbank_replaced_rows WHERE feed = '${feed}';
    INSERT INTO rxbank_replaced_rows (feed, removed_at, differs${summed})
    SELECT '${feed}', removed_at, row <> NEW.row${summed} FROM rxbank_${feed} WHERE user_id = NEW.user_id AND id = NEW.id;`
}

/** Logs a row that has come to a key, perhaps in the place of another one. */
const logArrived = (feed: string): string => {
  const wasPresent = `EXISTS (SELECT 1 FROM rxbank_replaced_rows WHERE feed = '${feed}' AND removed_at IS NULL)`
  return `
    INSERT INTO rxbank_changes (user_id, change, feed, id, row)
    SELECT NEW.user_id, CASE WHEN ${wasPresent} THEN 'Changed' ELSE 'Added' END, '${feed}', NEW.id, NEW.row
    WHERE NEW.removed_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM rxbank_replaced_rows WHERE feed = '${feed}' AND removed_at IS NULL AND NOT differs);
    INSERT INTO rxbank_changes (user_id, change, feed, id)
    SELECT NEW.user_id, 'Removed', '${feed}', NEW.id WHERE NEW.removed_at IS NOT NULL AND ${wasPresent};`
}

/**
 * The triggers of the table of a feed. The erasure of a user deletes the user first, so the deletion of the user's rows is
 * not logged.
 */
const feedTriggers = (feed: string): string => `
  CREATE TRIGGER rxbank_note_inserted_${feed} BEFORE INSERT ON rxbank_${feed}
  WHEN EXISTS (SELECT 1 FROM rxbank_replaced_rows WHERE feed = '${feed}')
    OR EXISTS (SELECT 1 FROM rxbank_${feed} WHERE user_id = NEW.user_id AND id = NEW.id) BEGIN
    ${noteReplaced(feed)}
  END;
  CREATE TRIGGER rxbank_note_moved_${feed} BEFORE UPDATE OF user_id, id ON rxbank_${feed} WHEN ${isMoved} BEGIN
    ${noteReplaced(feed)}
  END;
  CREATE TRIGGER rxbank_note_deleted_${feed} AFTER DELETE ON rxbank_${feed}
  WHEN EXISTS (SELECT 1 FROM rxbank_replaced_rows WHERE feed = '${feed}') BEGIN
    DELETE FROM rxbank_replaced_rows WHERE feed = '${feed}';
  END;
  CREATE TRIGGER rxbank_log_added_${feed} AFTER INSERT ON rxbank_${feed} BEGIN
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
    DELETE FROM rxbank_replaced_rows WHERE feed = 'users';
    DELETE FROM rxbank_changes WHERE user_id = ${row}.id;
    INSERT INTO rxbank_changes (user_id, change) VALUES (${row}.id, 'Erased');
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

  -- For the last statement that inserted a row of a feed, or changed its key: the row that had the same key.
  CREATE TABLE rxbank_replaced_rows (
    feed TEXT PRIMARY KEY,
    removed_at TEXT,
    differs INTEGER,
    uuid TEXT,
    account_id TEXT,
    currency_code TEXT,
    minor_units INTEGER,
    large_minor_units TEXT,
    date TEXT,
    is_future INTEGER,
    show_client_side INTEGER
  ) STRICT, WITHOUT ROWID;

  ${loggedTables.map(feedTriggers).join('')}
  CREATE TRIGGER rxbank_note_inserted_users BEFORE INSERT ON rxbank_users BEGIN
    DELETE FROM rxbank_replaced_rows WHERE feed = 'users';
    INSERT INTO rxbank_replaced_rows (feed, uuid) SELECT 'users', uuid FROM rxbank_users WHERE id = NEW.id AND uuid IS NOT NULL;
  END;
  CREATE TRIGGER rxbank_log_inserted_user AFTER INSERT ON rxbank_users
  WHEN EXISTS (SELECT 1 FROM rxbank_replaced_rows WHERE feed = 'users' AND uuid <> NEW.uuid) ${logErasedUser('NEW')}
  CREATE TRIGGER rxbank_log_erased AFTER DELETE ON rxbank_users ${logErasedUser('OLD')}
  CREATE TRIGGER rxbank_log_replaced AFTER UPDATE OF id, uuid ON rxbank_users
  WHEN OLD.id <> NEW.id OR OLD.uuid <> NEW.uuid ${logErasedUser('OLD')}
  `
