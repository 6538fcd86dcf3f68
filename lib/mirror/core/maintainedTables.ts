/** The SQL of the tables of transfers and recurring payments that differs between databases. */
interface MaintainedTableSql {
  readonly table: (name: string) => string
  /** The names of the column types. */
  readonly types: Readonly<Record<'text' | 'amount' | 'date' | 'boolean' | 'integer' | 'json' | 'timestamp', string>>
  /** A SQL condition: a column of type `amount` is an integer of at most 30 digits, as in decisions. */
  readonly isInteger: (column: string) => string
  /** The definition of a column that numbers the rows of a table, and is its primary key. */
  readonly numberColumn: string
  /** A SQL expression: the present time. */
  readonly now: string
  readonly falseValue: string
  /**
   * The ends of the definitions of tables: `keyed` for those with a composite primary key, `numbered` for those whose rows
   * are numbered.
   */
  readonly end: { readonly keyed: string; readonly numbered: string }
}

/**
 * The tables that `maintainTransfers` and `maintainRecurring` fill, and those of a person's decisions. `hash` is the hash of the
 * other columns: rows are compared by it.
 */
export const maintainedTables = ({
  table,
  types,
  isInteger,
  numberColumn,
  now,
  falseValue,
  end,
}: MaintainedTableSql): string => {
  const { text, amount, date, boolean, integer, json, timestamp } = types
  const sideColumns = ['from', 'to']
    .map(
      (side) => `
    ${side}_id ${text} NOT NULL,
    ${side}_account_id ${text} NOT NULL,
    ${side}_date ${date} NOT NULL,
    ${side}_minor_units ${amount} NOT NULL,
    ${side}_currency_code ${text} NOT NULL,`,
    )
    .join('')
  return `
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
    day ${integer} NOT NULL,
    shift ${text} NOT NULL,
    usual_minor_units ${amount} NOT NULL,
    last_minor_units ${amount} NOT NULL,
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
    minor_units ${amount} NOT NULL,
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
    minor_units ${amount},
    previous_minor_units ${amount}
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
    minor_units ${amount} NOT NULL CHECK (${isInteger('minor_units')}),
    decided_at ${timestamp} NOT NULL DEFAULT (${now}),
    is_applied ${boolean} NOT NULL DEFAULT ${falseValue}
  ) ${end.numbered};
  CREATE INDEX rxbank_recurring_decisions_of_user ON ${table('recurring_decisions')} (user_id, number);
  CREATE INDEX rxbank_recurring_decisions_open ON ${table('recurring_decisions')} (user_id) WHERE NOT is_applied;
  `
}

/** The names of the tables. */
export const keptTableNames = [
  'transfers',
  'transfer_candidates',
  'transfer_decisions',
  'recurring_streams',
  'recurring_payments',
  'recurring_events',
  'recurring_decisions',
]
