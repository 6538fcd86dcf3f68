/**
 * The scripts that create the tables. A script that was released is never changed; changes are appended as another one.
 */
export const migrations: ReadonlyArray<string> = [
  `
  -- The highest version that a user has had, so that no fence is given twice.
  CREATE TABLE rxbank_versions (
    last INTEGER NOT NULL
  ) STRICT;
  INSERT INTO rxbank_versions VALUES (0);

  -- The version is the fence: each transaction of a round compares and raises it.
  CREATE TABLE rxbank_users (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    added_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  ) STRICT;

  CREATE TRIGGER rxbank_user_added AFTER INSERT ON rxbank_users BEGIN
    UPDATE rxbank_versions SET last = NEW.version;
  END;
  CREATE TRIGGER rxbank_user_raised AFTER UPDATE OF version ON rxbank_users BEGIN
    UPDATE rxbank_versions SET last = NEW.version;
  END;

  -- How far each feed of a user was read. is_cut: the last round was interrupted after some of its rows were written.
  CREATE TABLE rxbank_checkpoints (
    user_id TEXT NOT NULL,
    feed TEXT NOT NULL,
    bookmark TEXT,
    is_cut INTEGER NOT NULL,
    posted TEXT,
    posted_round INTEGER NOT NULL,
    moved_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    PRIMARY KEY (user_id, feed)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE rxbank_items (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    bank_id TEXT,
    status TEXT,
    status_code_info TEXT,
    status_code_description TEXT,
    removed_at TEXT,
    row TEXT NOT NULL,
    PRIMARY KEY (user_id, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE rxbank_accounts (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    item_id TEXT,
    bank_id TEXT,
    name TEXT,
    type TEXT,
    iban TEXT,
    balance TEXT,
    minor_units INTEGER,
    currency_code TEXT,
    is_paused INTEGER,
    is_pro INTEGER,
    updated_at TEXT,
    removed_at TEXT,
    row TEXT NOT NULL,
    PRIMARY KEY (user_id, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE rxbank_transactions (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    account_id TEXT,
    category_id TEXT,
    date TEXT,
    booking_date TEXT,
    transaction_date TEXT,
    value_date TEXT,
    amount TEXT,
    minor_units INTEGER,
    currency_code TEXT,
    description TEXT,
    raw_description TEXT,
    is_future INTEGER,
    updated_at TEXT,
    pending_id TEXT,
    removed_at TEXT,
    row TEXT NOT NULL,
    PRIMARY KEY (user_id, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE rxbank_stocks (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    account_id TEXT,
    label TEXT,
    ticker TEXT,
    isin TEXT,
    marketplace TEXT,
    quantity TEXT,
    current_price TEXT,
    average_purchase_price TEXT,
    total_value TEXT,
    currency_code TEXT,
    value_date TEXT,
    created_at TEXT,
    updated_at TEXT,
    removed_at TEXT,
    row TEXT NOT NULL,
    PRIMARY KEY (user_id, id)
  ) STRICT, WITHOUT ROWID;

  -- The id is that of the item.
  CREATE TABLE rxbank_refreshes (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    status TEXT,
    refreshed_at TEXT,
    removed_at TEXT,
    row TEXT NOT NULL,
    PRIMARY KEY (user_id, id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Rows that a whole list did not show. since: when they were first not shown, in milliseconds since 1970. is_gone: the row,
  -- an item or an account, was removed, and rows that name it are not written.
  CREATE TABLE rxbank_absences (
    user_id TEXT NOT NULL,
    feed TEXT NOT NULL,
    id TEXT NOT NULL,
    since INTEGER NOT NULL,
    is_gone INTEGER NOT NULL,
    PRIMARY KEY (user_id, feed, id)
  ) STRICT, WITHOUT ROWID;

  -- When the feed is next compared with the whole list of the service, in milliseconds since 1970. Feeds that were read before
  -- are compared within a day.
  ALTER TABLE rxbank_checkpoints ADD COLUMN full_sync_due INTEGER;
  -- When a round that does not read the accounts next looks whether those of its rows are listed.
  ALTER TABLE rxbank_checkpoints ADD COLUMN accounts_due INTEGER;
  UPDATE rxbank_checkpoints
  SET full_sync_due = CAST(strftime('%s', 'now') AS INTEGER) * 1000 + abs(random() % 86400000)
  WHERE feed IN ('stocks', 'transactions');
  `,
]
