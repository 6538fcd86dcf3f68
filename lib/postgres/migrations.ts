/**
 * The scripts that create the tables. A script that was released is never changed; changes are appended as another one.
 */
export const migrations = (schema: string): ReadonlyArray<string> => [
  `
  CREATE SEQUENCE ${schema}.versions;

  -- The version is the fence: each transaction of a round compares and raises it.
  CREATE TABLE ${schema}.users (
    id text PRIMARY KEY,
    version bigint NOT NULL,
    added_at timestamptz NOT NULL DEFAULT now()
  ) WITH (fillfactor = 70);

  -- How far each feed of a user was read. is_cut: the last round was interrupted after some of its rows were written.
  CREATE TABLE ${schema}.checkpoints (
    user_id text NOT NULL,
    feed text NOT NULL,
    bookmark jsonb,
    is_cut boolean NOT NULL,
    posted jsonb,
    posted_round integer NOT NULL,
    moved_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, feed)
  ) WITH (fillfactor = 70);

  CREATE TABLE ${schema}.items (
    user_id text NOT NULL,
    id text NOT NULL,
    bank_id text,
    status numeric,
    status_code_info text,
    status_code_description text,
    removed_at timestamptz,
    row jsonb NOT NULL,
    PRIMARY KEY (user_id, id)
  );

  CREATE TABLE ${schema}.accounts (
    user_id text NOT NULL,
    id text NOT NULL,
    item_id text,
    bank_id text,
    name text,
    type text,
    iban text,
    balance numeric,
    minor_units bigint,
    currency_code text,
    is_paused boolean,
    is_pro boolean,
    updated_at timestamptz,
    removed_at timestamptz,
    row jsonb NOT NULL,
    PRIMARY KEY (user_id, id)
  );

  CREATE TABLE ${schema}.transactions (
    user_id text NOT NULL,
    id text NOT NULL,
    account_id text,
    category_id text,
    date date,
    booking_date date,
    transaction_date date,
    value_date date,
    amount numeric,
    minor_units bigint,
    currency_code text,
    description text,
    raw_description text,
    is_future boolean,
    updated_at timestamptz,
    pending_id text,
    removed_at timestamptz,
    row jsonb NOT NULL,
    PRIMARY KEY (user_id, id)
  );

  CREATE TABLE ${schema}.stocks (
    user_id text NOT NULL,
    id text NOT NULL,
    account_id text,
    label text,
    ticker text,
    isin text,
    marketplace text,
    quantity numeric,
    current_price numeric,
    average_purchase_price numeric,
    total_value numeric,
    currency_code text,
    value_date date,
    created_at timestamptz,
    updated_at timestamptz,
    removed_at timestamptz,
    row jsonb NOT NULL,
    PRIMARY KEY (user_id, id)
  );

  -- The id is that of the item.
  CREATE TABLE ${schema}.refreshes (
    user_id text NOT NULL,
    id text NOT NULL,
    status text,
    refreshed_at timestamptz,
    removed_at timestamptz,
    row jsonb NOT NULL,
    PRIMARY KEY (user_id, id)
  );
  `,
  `
  -- Rows that a whole list did not show. since: when they were first not shown, in milliseconds since 1970. is_gone: the row,
  -- an item or an account, was removed, and rows that name it are not written.
  CREATE TABLE ${schema}.absences (
    user_id text NOT NULL,
    feed text NOT NULL,
    id text NOT NULL,
    since bigint NOT NULL,
    is_gone boolean NOT NULL,
    PRIMARY KEY (user_id, feed, id)
  );

  -- When the feed is next compared with the whole list of the service, in milliseconds since 1970. Feeds that were read before
  -- are compared within a day.
  ALTER TABLE ${schema}.checkpoints ADD COLUMN full_sync_due bigint;
  -- When a round that does not read the accounts next looks whether those of its rows are listed.
  ALTER TABLE ${schema}.checkpoints ADD COLUMN accounts_due bigint;
  UPDATE ${schema}.checkpoints
  SET full_sync_due = CAST(extract(epoch FROM now()) * 1000 + random() * 86400000 AS bigint)
  WHERE feed IN ('stocks', 'transactions');
  `,
]
