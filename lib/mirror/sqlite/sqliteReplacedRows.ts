/** A SQL condition: an `UPDATE` has changed the key of a row. */
export const isMoved = '(OLD.user_id <> NEW.user_id OR OLD.id <> NEW.id)'

/** A SQL condition: the last note of a feed is about a replaced row, and `condition` holds for the note. */
export const wasReplaced = (feed: string, condition = 'true'): string =>
  `EXISTS (SELECT 1 FROM rxbank_replaced_rows WHERE feed = '${feed}' AND was_there AND ${condition})`

/** The columns of a note about a row of a feed, in addition to `was_there` and `differs`. */
const notedColumns = (feed: string): ReadonlyArray<string> => [
  'removed_at',
  ...(feed === 'transactions'
    ? ['account_id', 'currency_code', 'minor_units', 'large_minor_units', 'date', 'is_future', 'show_client_side']
    : []),
]

/**
 * Notes the row that has the key of a new one: `REPLACE` deletes it without the triggers of `DELETE`. If these do run,
 * by `PRAGMA recursive_triggers`, they delete the note.
 */
const noteReplaced = (feed: string): string => {
  const columns = notedColumns(feed).join(', ')
  return `
    UPDATE rxbank_replaced_rows SET (was_there, differs, ${columns}) = (
      SELECT 1, row <> NEW.row, ${columns} FROM rxbank_${feed} WHERE user_id = NEW.user_id AND id = NEW.id
    ) WHERE feed = '${feed}';`
}

/** Deletes a note. */
export const forgetReplaced = (feed: string, columns: ReadonlyArray<string>): string =>
  `UPDATE rxbank_replaced_rows SET ${['was_there', ...columns].map((name) => `${name} = NULL`).join(', ')} WHERE feed = '${feed}';`

/** The triggers that note replaced rows of the table of a feed. */
export const noteTriggers = (feed: string): string => `
  INSERT INTO rxbank_replaced_rows (feed) VALUES ('${feed}');
  CREATE TRIGGER rxbank_note_inserted_${feed} BEFORE INSERT ON rxbank_${feed}
  WHEN ${wasReplaced(feed)} OR EXISTS (SELECT 1 FROM rxbank_${feed} WHERE user_id = NEW.user_id AND id = NEW.id) BEGIN
    ${noteReplaced(feed)}
  END;
  CREATE TRIGGER rxbank_note_moved_${feed} BEFORE UPDATE OF user_id, id ON rxbank_${feed} WHEN ${isMoved} BEGIN
    ${noteReplaced(feed)}
  END;
  CREATE TRIGGER rxbank_note_deleted_${feed} AFTER DELETE ON rxbank_${feed} WHEN ${wasReplaced(feed)} BEGIN
    ${forgetReplaced(feed, ['differs', ...notedColumns(feed)])}
  END;
`

/** The table of the notes. */
export const replacedRowsTable = `
  -- For each feed, the row that was replaced by the last row that was inserted, or whose key was changed. was_there: 1,
  -- or NULL if no row was replaced. differs: whether the content of the two rows differs.
  CREATE TABLE rxbank_replaced_rows (
    feed TEXT PRIMARY KEY,
    was_there INTEGER,
    differs INTEGER,
    removed_at TEXT,
    uuid TEXT,
    account_id TEXT,
    currency_code TEXT,
    minor_units INTEGER,
    large_minor_units TEXT,
    date TEXT,
    is_future INTEGER,
    show_client_side INTEGER
  ) STRICT, WITHOUT ROWID;
  `
