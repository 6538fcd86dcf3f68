import { columns } from '../core/columns.js'
import { dailyBalancesView } from '../core/dailyBalancesView.js'
import { fillConsents } from '../core/fillConsents.js'
import { repairAmounts } from '../core/repairAmounts.js'
import type { MigrationStep } from '../core/SqlDialect.js'
import { postgresChangeLog } from './postgresChangeLog.js'
import { postgresSums } from './postgresSums.js'

/**
 * Views for sums. Each names its columns, so that a later step can add a column to a table, and can append it to a view
 * by `CREATE OR REPLACE VIEW`, which keeps the views that programs have made of these. A step that changes the type of a
 * column, or removes one, drops the views that have it and creates them again.
 */
const views = (schema: string): string => `
  CREATE VIEW ${schema}.present_accounts AS
  SELECT user_id, id, item_id, bank_id, name, type, iban, balance, minor_units, currency_code, is_paused, is_pro,
    updated_at, row
  FROM ${schema}.accounts WHERE removed_at IS NULL;

  -- By row, not by its column: a worker of an earlier version of the library writes row only.
  CREATE VIEW ${schema}.shown_transactions AS
  SELECT user_id, id, account_id, category_id, date, booking_date, transaction_date, value_date, amount, minor_units,
    currency_code, description, raw_description, is_future, updated_at, pending_id, row
  FROM ${schema}.transactions AS shown
  WHERE removed_at IS NULL
    AND row -> 'show_client_side' IS DISTINCT FROM 'false'::jsonb
    AND NOT EXISTS (
      SELECT FROM ${schema}.accounts AS account
      WHERE account.user_id = shown.user_id AND account.id = shown.account_id AND account.removed_at IS NOT NULL
    );

  CREATE VIEW ${schema}.booked_transactions AS
  SELECT user_id, id, account_id, category_id, date, booking_date, transaction_date, value_date, amount, minor_units,
    currency_code, description, raw_description, updated_at, pending_id, row
  FROM ${schema}.shown_transactions WHERE is_future IS NOT TRUE;

  -- inexact_count: how many of the rows have no exact amount, and are not in the sum.
  CREATE VIEW ${schema}.booked_sums AS
  SELECT user_id, account_id, currency_code, sum(minor_units) AS minor_units, count(*) AS row_count,
    count(*) - count(minor_units) AS inexact_count
  FROM ${schema}.booked_transactions GROUP BY user_id, account_id, currency_code;

  -- From PostgreSQL 15 on the views show what the role that reads them may see.
  DO $$ DECLARE name text; BEGIN
    IF current_setting('server_version_num')::integer >= 150000 THEN
      FOREACH name IN ARRAY ARRAY['present_accounts', 'shown_transactions', 'booked_transactions', 'booked_sums'] LOOP
        EXECUTE format('ALTER VIEW ${schema}.%I SET (security_invoker = true)', name);
      END LOOP;
    END IF;
  END $$;
  `

/** The view of daily balances. From PostgreSQL 15 on it shows what the role that reads it may see. */
const dailyBalances = (schema: string): string => `
  ${dailyBalancesView({
    table: (name) => `${schema}.${name}`,
    dayOf: (expression) => `CAST(${expression} AT TIME ZONE 'UTC' AS date)`,
    toNumber: (expression) => expression,
    toResult: (expression) => expression,
  })}
  DO $$ BEGIN
    IF current_setting('server_version_num')::integer >= 150000 THEN
      ALTER VIEW ${schema}.daily_balances SET (security_invoker = true);
    END IF;
  END $$;
  `

/**
 * The steps that create the tables. A step that was released is never changed; changes are appended as another one.
 */
export const postgresMigrations = (schema: string): ReadonlyArray<MigrationStep> => [
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
  function* () {
    yield {
      text: `
  ALTER TABLE ${schema}.transactions ADD COLUMN show_client_side boolean;
  UPDATE ${schema}.transactions SET show_client_side = false WHERE row -> 'show_client_side' = 'false'::jsonb;
  ${views(schema)}`,
    }
    yield* repairAmounts({ columns, table: (name) => `${schema}.${name}` })
  },
  `
  -- The uuid that the token of the user's rows named; NULL until it is known.
  ALTER TABLE ${schema}.users ADD COLUMN uuid text;
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
  function* () {
    yield {
      text: `
  -- When the consent for an item ends, and which accounts it is for. They keep the last value that an answer had.
  ALTER TABLE ${schema}.items ADD COLUMN authentication_expires_at timestamptz;
  ALTER TABLE ${schema}.items ADD COLUMN account_types text;
  CREATE INDEX rxbank_consent_ends ON ${schema}.items (authentication_expires_at) WHERE removed_at IS NULL;

  -- The stage of the consent for an item that was reported last. ends_at: the end of that consent. mark: the days before its
  -- end, 0 at its end, NULL for a renewal. claimed_at: since when a process reports another one, in milliseconds since 1970.
  CREATE TABLE ${schema}.consents (
    user_id text NOT NULL,
    id text NOT NULL,
    ends_at timestamptz,
    mark integer,
    reported_at timestamptz,
    claimed_at bigint,
    PRIMARY KEY (user_id, id)
  );

  -- Users and items that the service has deleted, by the uuid of the user, for as long as an answer may still show them.
  -- item_id: empty for the user. erased_at: in milliseconds since 1970.
  CREATE TABLE ${schema}.erasures (
    user_uuid text NOT NULL,
    item_id text NOT NULL,
    erased_at bigint NOT NULL,
    PRIMARY KEY (user_uuid, item_id)
  );
  CREATE INDEX rxbank_user_uuids ON ${schema}.users (uuid);
    `,
    }
    yield* fillConsents({
      columns,
      table: (name) => `${schema}.${name}`,
      toTimestamp: (expression) => `CAST(${expression} AS timestamptz)`,
    })
  },
  `
  -- The stages of the consent for an item that were reported before the last one, as JSON: pairs of a mark and an end, in
  -- milliseconds since 1970.
  ALTER TABLE ${schema}.consents ADD COLUMN reports text;
  `,
  postgresChangeLog(schema),
  `
  -- The balances that an account has had, in the order in which they were read. A balance that equals the one before is not
  -- repeated: last_told_at and last_read_at say when it was told and read for the last time. instant_minor_units: the balance
  -- that also contains pending and future rows.
  CREATE TABLE ${schema}.balances (
    user_id text NOT NULL,
    account_id text NOT NULL,
    number integer NOT NULL,
    currency_code text NOT NULL,
    minor_units numeric,
    instant_minor_units numeric,
    told_at timestamptz,
    read_at timestamptz NOT NULL,
    last_told_at timestamptz,
    last_read_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, account_id, number)
  );
  INSERT INTO ${schema}.balances
  SELECT user_id, id, 1, currency_code, minor_units, NULL, updated_at, now(), updated_at, now()
  FROM ${schema}.accounts
  WHERE removed_at IS NULL AND minor_units IS NOT NULL
    AND (row ->> 'instant_balance' IS NULL OR row -> 'accounting_balance' = row -> 'balance');

  -- The comparison of the balance of each account with the sum of its rows. difference: told less expected, NULL if they
  -- agree or nothing is proven yet. first_day: rows of earlier days may come and go. is_open: the next round compares
  -- again. is_stale: the state is not that of the last rows.
  CREATE TABLE ${schema}.balance_proofs (
    user_id text NOT NULL,
    account_id text NOT NULL,
    currency_code text NOT NULL,
    told numeric NOT NULL,
    expected numeric,
    difference numeric,
    since timestamptz,
    begun_at timestamptz,
    first_day date,
    is_open boolean NOT NULL,
    is_stale boolean NOT NULL,
    state text NOT NULL,
    PRIMARY KEY (user_id, account_id)
  );
  CREATE INDEX rxbank_balance_differences ON ${schema}.balance_proofs (user_id, account_id) WHERE difference IS NOT NULL;
  ${dailyBalances(schema)}`,
  postgresSums(schema),
]
