import type { TableSql } from './TableSql.js'

/** The table of the consents that were reported. */
export const consentTables = ({ table, types, end }: TableSql): string => `
  -- The stage of the consent for an item that was reported last. ends_at: the end of that consent. notice_days: the
  -- days before its end, 0 at its end, NULL for a renewal. claimed_at: since when a process reports another one, in
  -- milliseconds since 1970. reports: the stages reported before, as JSON: pairs of a notice and an end, in
  -- milliseconds since 1970.
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

/** The table of the users whom `maintainTransfers` and `maintainRecurring` have suspended: whichever is first creates it. */
const suspensionTables = ({ table, types, end }: TableSql): string => `
  -- Users whose computation has failed. name: that of the consumer. retry_at: when it is tried again even if no row changes, in
  -- milliseconds since 1970.
  CREATE TABLE IF NOT EXISTS ${table('suspended_users')} (
    user_id ${types.text} NOT NULL,
    name ${types.text} NOT NULL,
    suspended_at ${types.timestamp} NOT NULL,
    retry_at ${types.integer} NOT NULL,
    PRIMARY KEY (user_id, name)
  ) ${end.keyed};
  `

/**
 * The tables that `maintainTransfers` fills, and that of a person's decisions about pairs. `hash` is the hash of the other
 * columns: rows are compared by it.
 */
export const transferTables = (sql: TableSql): string => {
  const { table, types, numberColumn, now, falseValue, end } = sql
  const { text, decimal, date, boolean, json, timestamp } = types
  const sideColumns = ['from', 'to']
    .map(
      (side) => `
    ${side}_id ${text} NOT NULL,
    ${side}_account_id ${text} NOT NULL,
    ${side}_date ${date} NOT NULL,
    ${side}_minor_units ${decimal} NOT NULL,
    ${side}_currency_code ${text} NOT NULL,`,
    )
    .join('')
  return `${suspensionTables(sql)}
  -- Transfers between accounts of a user. id: made of the ids of the two rows. why: a list of reasons.
  CREATE TABLE ${table('transfers')} (
    user_id ${text} NOT NULL,
    id ${text} NOT NULL,${sideColumns}
    why ${json} NOT NULL,
    hash ${text} NOT NULL,
    PRIMARY KEY (user_id, id)
  ) ${end.keyed};
  CREATE INDEX rxbank_transfers_from ON ${table('transfers')} (user_id, from_id);
  CREATE INDEX rxbank_transfers_to ON ${table('transfers')} (user_id, to_id);

  -- Pairs of rows about which a person decides. doubts: a list of reasons; alternatives: a list of other candidates.
  CREATE TABLE ${table('transfer_candidates')} (
    user_id ${text} NOT NULL,
    id ${text} NOT NULL,${sideColumns}
    why ${json} NOT NULL,
    doubts ${json} NOT NULL,
    alternatives ${json} NOT NULL,
    hash ${text} NOT NULL,
    PRIMARY KEY (user_id, id)
  ) ${end.keyed};

  -- What a person decided about two rows: Accepted, Rejected or Withdrawn. is_applied: the tables of transfers have it.
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

/** The tables that `maintainRecurring` fills, and that of a person's decisions about streams. `hash`: as in transfers. */
export const recurringTables = (sql: TableSql): string => {
  const { table, types, isInteger, numberColumn, now, falseValue, end } = sql
  const { text, decimal, date, boolean, smallInteger, json, timestamp } = types
  return `${suspensionTables(sql)}
  -- The recurring payments and income of a user. state_until: the last day of the present state, if no payment comes.
  CREATE TABLE ${table('recurring_streams')} (
    user_id ${text} NOT NULL,
    id ${text} NOT NULL,
    account_id ${text} NOT NULL,
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

  -- The rows of each stream. id: that of the transaction. expected: the day on which it was expected.
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

  -- What happened to streams, in its order. day: on which it was noticed. transaction_id, expected, minor_units: of the payment that came;
  -- previous_minor_units: the price before.
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

  -- What a person decided about a stream: Dismissed or Restored. is_applied: the tables of streams have it.
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
