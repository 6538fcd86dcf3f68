import type { TableSql } from './TableSql.js'

/** The tables of the change log. `numberColumn`: the definition of the column with the number of a change. */
export const changeTables = ({ table, types, now, end }: TableSql, numberColumn: string): string => `
  -- change: Added, Changed, Removed, Linked, Unlinked, Counted, NotCounted or Erased. feed: NULL for Erased. id: the id
  -- of the row; for Erased, the id of the item, or NULL if the user was erased. row: for Linked and Unlinked, only
  -- previous_id; for NotCounted, only counted_id.
  CREATE TABLE ${table('changes')} (
    number ${numberColumn},
    user_id ${types.text} NOT NULL,
    change ${types.text} NOT NULL,
    feed ${types.text},
    id ${types.text},
    at ${types.timestamp} NOT NULL DEFAULT (${now}),
    row ${types.json}
  ) ${end.numbered};
  CREATE INDEX rxbank_changes_of_user ON ${table('changes')} (user_id, number);

  -- deleted_through: the number up to which changes were deleted because of their age.
  CREATE TABLE ${table('change_retention')} (
    deleted_through ${types.integer} NOT NULL
  ) ${end.numbered};
  INSERT INTO ${table('change_retention')} VALUES (0);

  -- position: the number of the last change that the consumer has processed; NULL before it has read the tables.
  -- holder, held_until: the process that follows under this name, and until when, in milliseconds since 1970.
  CREATE TABLE ${table('consumers')} (
    name ${types.text} PRIMARY KEY,
    position ${types.integer},
    holder ${types.text},
    held_until ${types.integer},
    moved_at ${types.timestamp} NOT NULL DEFAULT (${now})
  ) ${end.updated};
  `
