/** A column of a table with a field of its rows; none where the service writes that field as another type. */
const typed = (table: string, name: string, type: 'TEXT' | 'INTEGER' | 'REAL'): string => {
  const kinds = { TEXT: "'text'", INTEGER: "'integer'", REAL: "'integer', 'real'" }[type]
  return `
  ALTER TABLE ${table} DROP COLUMN ${name};
  ALTER TABLE ${table} ADD COLUMN ${name} ${type}
    AS (CASE WHEN json_type(row, '$.${name}') IN (${kinds}) THEN row ->> '${name}' END);`
}

/** What makes the database, in steps: a version that is released stays as it is, and the next one adds a step. */
export const migrations: ReadonlyArray<string> = [
  `
  CREATE TABLE service (
    url TEXT PRIMARY KEY
  ) STRICT;

  -- Who is watched: those who are added and deleted, by whichever program, the running service takes up and lets go.
  CREATE TABLE users (
    id TEXT PRIMARY KEY -- the external_user_id
  ) STRICT;

  -- A row as the service sent it, with columns for queries.
  CREATE TABLE transactions (
    user TEXT NOT NULL,
    id INTEGER NOT NULL,
    row TEXT NOT NULL,
    account_id INTEGER AS (row ->> 'account_id'),
    date TEXT AS (row ->> 'date'),
    description TEXT AS (row ->> 'description'),
    amount REAL AS (row ->> 'amount'),
    currency_code TEXT AS (row ->> 'currency_code'),
    updated_at TEXT AS (row ->> 'updated_at'),
    PRIMARY KEY (user, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE stocks (
    user TEXT NOT NULL,
    id INTEGER NOT NULL,
    row TEXT NOT NULL,
    account_id INTEGER AS (row ->> 'account_id'),
    label TEXT AS (row ->> 'label'),
    quantity REAL AS (row ->> 'quantity'),
    current_price REAL AS (row ->> 'current_price'),
    currency_code TEXT AS (row ->> 'currency_code'),
    updated_at TEXT AS (row ->> 'updated_at'),
    PRIMARY KEY (user, id)
  ) STRICT, WITHOUT ROWID;

  -- Up to which moment the rows of a user's list are here.
  CREATE TABLE checkpoints (
    key TEXT PRIMARY KEY,
    moment TEXT NOT NULL -- ISO 8601 UTC
  ) STRICT;

  -- A trigger, for foreign keys hold only for programs that switch them on.
  CREATE TRIGGER forget AFTER DELETE ON users BEGIN
    DELETE FROM transactions WHERE user = OLD.id;
    DELETE FROM stocks WHERE user = OLD.id;
    DELETE FROM checkpoints WHERE key IN ('transactions of ' || OLD.id, 'stocks of ' || OLD.id);
  END;
  `,
  `
  -- The amount in the smallest unit of its currency, such as cents: sums of floats are not exact, these are.
  ALTER TABLE transactions ADD COLUMN minor_units INTEGER;

  -- So that all rows come again, and get it.
  DELETE FROM checkpoints WHERE key LIKE 'transactions of %';
  `,
  `
  -- Who has to be asked for a new consent: the items whose consents end soon or have ended.
  CREATE TABLE consents (
    user TEXT NOT NULL,
    item_id INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('ending', 'ended')),
    ends_at TEXT NOT NULL, -- ISO 8601 UTC
    PRIMARY KEY (user, item_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER forget_consents AFTER DELETE ON users BEGIN
    DELETE FROM consents WHERE user = OLD.id;
  END;

  -- The description as it is called since 2025-01-15.
  ALTER TABLE transactions DROP COLUMN description;
  ALTER TABLE transactions ADD COLUMN description TEXT AS (coalesce(row ->> 'clean_description', row ->> 'description'));
  `,
  [
    typed('transactions', 'account_id', 'INTEGER'),
    typed('transactions', 'date', 'TEXT'),
    typed('transactions', 'amount', 'REAL'),
    typed('transactions', 'currency_code', 'TEXT'),
    typed('stocks', 'account_id', 'INTEGER'),
    typed('stocks', 'label', 'TEXT'),
    typed('stocks', 'quantity', 'REAL'),
    typed('stocks', 'current_price', 'REAL'),
    typed('stocks', 'currency_code', 'TEXT'),
    typed('stocks', 'updated_at', 'TEXT'),
    `
  ALTER TABLE transactions DROP COLUMN description;
  ALTER TABLE transactions ADD COLUMN description TEXT AS (CASE
    WHEN json_type(row, '$.clean_description') = 'text' THEN row ->> 'clean_description'
    WHEN json_type(row, '$.description') = 'text' THEN row ->> 'description' END);`,
  ].join(''),
]
