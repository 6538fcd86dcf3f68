import { lineageOfRow, wasRemovedWith } from './mirrorTables.js'
import type { TableSql } from './TableSql.js'

/** SQL that creates the table of reported consents. */
export const consentTables = ({ table, types, end }: TableSql): string => `
  -- For each item, what was last reported about its consent. id: the id of the item.
  -- ends_at: the end of the reported consent; NULL if the end is unreadable, or if nothing was reported yet.
  -- notice_days: the reported notice, in days before the end; 0 for a consent that has ended, NULL for a renewed one,
  -- -1 for an unreadable end. reported_at: when it was reported.
  -- claimed_at: when a process began to report another change, in milliseconds since 1970; NULL if none does.
  -- reports: earlier reports as a JSON list of [notice_days, end, time of the report], where the times are in
  -- milliseconds since 1970 and the last one may be missing.
  CREATE TABLE ${table('consents')} (
    user_id ${types.text} NOT NULL,
    id ${types.text} NOT NULL,
    ends_at ${types.timestamp},
    notice_days ${types.smallInteger},
    reported_at ${types.timestamp},
    claimed_at ${types.integer},
    reports ${types.text},
    PRIMARY KEY (user_id, id)
  ) ${end.keyed};
  `

/** SQL that creates the tables of links between accounts and between their rows, and the view of rows by lineage. */
export const lineageTables = (sql: TableSql): string => {
  const { table, types, now, end, minorUnits, isShown, falseValue } = sql
  const columns = `user_id, id, account_id, category_id, date, booking_date, transaction_date, value_date, amount, minor_units,
    currency_code, description, raw_description, is_future, updated_at, pending_id, row`
  return `
  -- Pairs of accounts that are one account: to_id continues from_id once that one is removed or no longer updates, and
  -- duplicates it before.
  -- status: accepted, or rejected: a person said that they are not one account. decided_by: automatic or person.
  -- evidence: what is the same, as a JSON list; empty for a decision of a person.
  CREATE TABLE ${table('account_links')} (
    user_id ${types.text} NOT NULL,
    from_id ${types.text} NOT NULL,
    to_id ${types.text} NOT NULL,
    status ${types.text} NOT NULL CHECK (status IN ('accepted', 'rejected')),
    decided_by ${types.text} NOT NULL CHECK (decided_by IN ('automatic', 'person')),
    decided_at ${types.timestamp} NOT NULL DEFAULT (${now}),
    evidence ${types.json} NOT NULL,
    PRIMARY KEY (user_id, from_id, to_id)
  ) ${end.keyed};

  -- Pairs of transactions that are one row of such an account, before and after. likeness: same, similar or amount.
  CREATE TABLE ${table('row_links')} (
    user_id ${types.text} NOT NULL,
    from_id ${types.text} NOT NULL,
    to_id ${types.text} NOT NULL,
    likeness ${types.text} NOT NULL,
    PRIMARY KEY (user_id, from_id)
  ) ${end.keyed};

  -- The shown rows, without those of duplicates, and the history: rows that only a continued account had, which are in
  -- no sum. A removed row belongs to the history if it was removed with its account.
  CREATE VIEW ${table('lineage_transactions')} AS
  SELECT ${columns}, lineage_id, ${falseValue} AS is_history
  FROM ${table('shown_transactions')} AS shown
  WHERE duplicate_of IS NULL
  UNION ALL
  SELECT ${columns.replace('minor_units', `${minorUnits} AS minor_units`)},
    ${lineageOfRow(sql, 'old')} AS lineage_id, NOT ${falseValue} AS is_history
  FROM ${table('transactions')} AS old
  WHERE ${isShown} AND is_future IS NOT TRUE
    AND NOT EXISTS (SELECT 1 FROM ${table('row_links')} AS link WHERE link.user_id = old.user_id AND link.from_id = old.id)
    AND EXISTS (
      SELECT 1 FROM ${table('accounts')} AS account
      JOIN ${table('accounts')} AS present ON present.user_id = account.user_id AND present.id = account.continued_by
      WHERE account.user_id = old.user_id AND account.id = old.account_id AND present.removed_at IS NULL
        AND (old.removed_at IS NULL AND account.removed_at IS NULL
          OR ${wasRemovedWith(sql, 'old', 'account')})
    );
  `
}

/**
 * SQL that creates the table of users whom `maintainTransfers` or `maintainRecurring` has suspended. Whichever runs
 * first creates it.
 */
const suspensionTables = ({ table, types, end }: TableSql): string => `
  -- Users whose computation has failed, or waits until their accounts are matched. name: the name of the consumer that
  -- has suspended them.
  -- retry_at: when the computation is tried again even if no row changes, in milliseconds since 1970.
  CREATE TABLE IF NOT EXISTS ${table('suspended_users')} (
    user_id ${types.text} NOT NULL,
    name ${types.text} NOT NULL,
    suspended_at ${types.timestamp} NOT NULL,
    retry_at ${types.integer} NOT NULL,
    PRIMARY KEY (user_id, name)
  ) ${end.keyed};
  `

/**
 * SQL that creates the tables that `maintainTransfers` writes, and the table of decisions about pairs. `hash` is a hash
 * of the other columns, by which changed rows are found.
 */
export const transferTables = (sql: TableSql): string => {
  const { table, types, numberColumn, now, falseValue, end } = sql
  const { text, decimal, date, boolean, json, timestamp } = types
  const sideColumns = ['from', 'to']
    .map(
      (side) => `
    ${side}_id ${text} NOT NULL,
    ${side}_account_id ${text} NOT NULL,
    ${side}_lineage_id ${text} NOT NULL,
    ${side}_date ${date} NOT NULL,
    ${side}_minor_units ${decimal} NOT NULL,
    ${side}_currency_code ${text} NOT NULL,`,
    )
    .join('')
  return `${suspensionTables(sql)}
  -- Pairs of transactions that are a transfer between two accounts of a user.
  -- id: made of from_id and to_id. from_*: the debit. to_*: the credit. *_lineage_id: the lineage of the account.
  -- why: the reasons, as a JSON list.
  CREATE TABLE ${table('transfers')} (
    user_id ${text} NOT NULL,
    id ${text} NOT NULL,${sideColumns}
    why ${json} NOT NULL,
    hash ${text} NOT NULL,
    PRIMARY KEY (user_id, id)
  ) ${end.keyed};
  CREATE INDEX rxbank_transfers_from ON ${table('transfers')} (user_id, from_id);
  CREATE INDEX rxbank_transfers_to ON ${table('transfers')} (user_id, to_id);

  -- Pairs of transactions that may be a transfer: a person decides. It has the columns of transfers, and two others.
  -- doubts: why they were not matched, as a JSON list. alternatives: the ids of the other candidates with one of the
  -- two transactions, as a JSON list.
  CREATE TABLE ${table('transfer_candidates')} (
    user_id ${text} NOT NULL,
    id ${text} NOT NULL,${sideColumns}
    why ${json} NOT NULL,
    doubts ${json} NOT NULL,
    alternatives ${json} NOT NULL,
    hash ${text} NOT NULL,
    PRIMARY KEY (user_id, id)
  ) ${end.keyed};

  -- What a person decided about two transactions, in either order.
  -- decision: Accepted: they are a transfer; Rejected: they are not; Withdrawn: an earlier decision no longer counts.
  -- is_applied: whether the tables of transfers were computed with this decision.
  CREATE TABLE ${table('transfer_decisions')} (
    number ${numberColumn},
    user_id ${text} NOT NULL,
    decision ${text} NOT NULL CHECK (decision IN ('Accepted', 'Rejected', 'Withdrawn')),
    from_id ${text} NOT NULL,
    to_id ${text} NOT NULL,
    decided_at ${timestamp} NOT NULL DEFAULT (${now}),
    is_applied ${boolean} NOT NULL DEFAULT ${falseValue}
  ) ${end.numbered};
  CREATE INDEX rxbank_transfer_decisions_of_user ON ${table('transfer_decisions')} (user_id, number);
  CREATE INDEX rxbank_transfer_decisions_open ON ${table('transfer_decisions')} (user_id) WHERE NOT is_applied;
  `
}

/** SQL that creates the tables that `maintainRecurring` writes, and the table of decisions. `hash`: as in transfers. */
export const recurringTables = (sql: TableSql): string => {
  const { table, types, isInteger, numberColumn, now, falseValue, end } = sql
  const { text, decimal, date, boolean, smallInteger, json, timestamp } = types
  return `${suspensionTables(sql)}
  -- The streams of a user: series of recurring payments or income.
  -- account_id: the present account. lineage_id: its lineage, with whose history the stream was found.
  -- counterparty: its name in lower case. description: the text of the last payment. cadence: such as monthly.
  -- day: for a cadence in weeks, the day of the week, from 1 for Monday to 7; for a cadence in months, the day of the
  -- month. shift: how a payment moves if banks are closed on this day: none, following or preceding.
  -- usual_minor_units: the median of the latest amounts. last_minor_units: the last amount. is_variable: whether most
  -- amounts differ from the previous one.
  -- first_day, last_day: the days of the first and the last payment. next_day: the expected day of the next payment.
  -- state: started, active, late or ended. state_until: the last day of this state if no payment arrives; NULL for
  -- ended.
  -- is_dismissed: whether a person dismissed the stream. price_changes, reasons: JSON, as in the type RecurringStream.
  CREATE TABLE ${table('recurring_streams')} (
    user_id ${text} NOT NULL,
    id ${text} NOT NULL,
    account_id ${text} NOT NULL,
    lineage_id ${text} NOT NULL,
    currency_code ${text} NOT NULL,
    counterparty ${text} NOT NULL,
    description ${text} NOT NULL,
    is_income ${boolean} NOT NULL,
    cadence ${text} NOT NULL,
    day ${smallInteger} NOT NULL,
    shift ${text} NOT NULL,
    usual_minor_units ${decimal} NOT NULL,
    last_minor_units ${decimal} NOT NULL,
    is_variable ${boolean} NOT NULL,
    first_day ${date} NOT NULL,
    last_day ${date} NOT NULL,
    next_day ${date} NOT NULL,
    state ${text} NOT NULL,
    state_until ${date},
    is_dismissed ${boolean} NOT NULL,
    price_changes ${json} NOT NULL,
    reasons ${json} NOT NULL,
    hash ${text} NOT NULL,
    PRIMARY KEY (user_id, id)
  ) ${end.keyed};
  CREATE INDEX rxbank_recurring_states ON ${table('recurring_streams')} (state_until);

  -- The payments of each stream. id: the id of the transaction. date: its day. expected: the day on which it was
  -- expected.
  CREATE TABLE ${table('recurring_payments')} (
    user_id ${text} NOT NULL,
    id ${text} NOT NULL,
    stream_id ${text} NOT NULL,
    date ${date} NOT NULL,
    expected ${date} NOT NULL,
    minor_units ${decimal} NOT NULL,
    hash ${text} NOT NULL,
    PRIMARY KEY (user_id, id)
  ) ${end.keyed};

  -- The changes of streams, in order. event: such as RecurringPaid. day: the day on which it was noticed.
  -- transaction_id, expected, minor_units: the payment that arrived, if any. previous_minor_units: for a new price, the
  -- amount before.
  CREATE TABLE ${table('recurring_events')} (
    number ${numberColumn},
    user_id ${text} NOT NULL,
    event ${text} NOT NULL,
    stream_id ${text} NOT NULL,
    account_id ${text} NOT NULL,
    day ${date} NOT NULL,
    transaction_id ${text},
    expected ${date},
    minor_units ${decimal},
    previous_minor_units ${decimal}
  ) ${end.numbered};
  CREATE INDEX rxbank_recurring_events_of_user ON ${table('recurring_events')} (user_id, number);

  -- What a person decided about a stream.
  -- decision: Dismissed: the stream is not shown; Restored: an earlier dismissal no longer counts.
  -- account_id to minor_units: the stream, so that the decision still applies if stream_id changes.
  -- is_applied: whether the table of streams was computed with this decision.
  CREATE TABLE ${table('recurring_decisions')} (
    number ${numberColumn},
    user_id ${text} NOT NULL,
    decision ${text} NOT NULL CHECK (decision IN ('Dismissed', 'Restored')),
    stream_id ${text} NOT NULL,
    account_id ${text} NOT NULL,
    currency_code ${text} NOT NULL,
    counterparty ${text} NOT NULL,
    is_income ${boolean} NOT NULL,
    minor_units ${decimal} NOT NULL CHECK (${isInteger('minor_units')}),
    decided_at ${timestamp} NOT NULL DEFAULT (${now}),
    is_applied ${boolean} NOT NULL DEFAULT ${falseValue}
  ) ${end.numbered};
  CREATE INDEX rxbank_recurring_decisions_of_user ON ${table('recurring_decisions')} (user_id, number);
  CREATE INDEX rxbank_recurring_decisions_open ON ${table('recurring_decisions')} (user_id) WHERE NOT is_applied;
  `
}
