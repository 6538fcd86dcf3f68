/** What the tables of transfers and recurring payments need of a database. */
interface KeptTableTypes {
  readonly table: (name: string) => string
  /** The type of each column, by the word in the definitions below. */
  readonly types: Readonly<Record<'text' | 'units' | 'day' | 'flag' | 'whole' | 'json' | 'moment', string>>
  /** A SQL condition: a column of type `units` is a whole number of at most 30 digits, as decisions have. */
  readonly isWhole: (column: string) => string
  /** The definition of a column that numbers the rows of a table, and is its primary key. */
  readonly number: string
  /** A SQL expression: the present time. */
  readonly now: string
  readonly no: string
  /** The ends of the definitions of tables with a key of their own, and of those whose rows are numbered. */
  readonly end: { readonly keyed: string; readonly numbered: string }
}

/**
 * The tables that `keepTransfers` and `keepRecurring` fill, and those of a person's decisions. `hash` is the hash of the other
 * columns: rows are compared by it.
 */
export const keptTables = ({ table, types, isWhole, number, now, no, end }: KeptTableTypes): string => {
  const { text, units, day, flag, whole, json, moment } = types
  const rowsOfTransfer = ['from', 'to']
    .map(
      (side) => `
    ${side}_id ${text} NOT NULL,
    ${side}_account_id ${text} NOT NULL,
    ${side}_date ${day} NOT NULL,
    ${side}_minor_units ${units} NOT NULL,
    ${side}_currency_code ${text} NOT NULL,`,
    )
    .join('')
  return `
  -- Transfers between accounts of a user. id: made of the ids of the two rows. why: a list of reasons.
  CREATE TABLE ${table('transfers')} (
    user_id ${text} NOT NULL,
    id ${text} NOT NULL,${rowsOfTransfer}
    why ${json} NOT NULL,
    hash ${text} NOT NULL,
    PRIMARY KEY (user_id, id)
  ) ${end.keyed};
  CREATE INDEX rxbank_transfers_from ON ${table('transfers')} (user_id, from_id);
  CREATE INDEX rxbank_transfers_to ON ${table('transfers')} (user_id, to_id);

  -- Pairs of rows about which a person decides. doubts: a list of reasons; alternatives: a list of other candidates.
  CREATE TABLE ${table('transfer_candidates')} (
    user_id ${text} NOT NULL,
    id ${text} NOT NULL,${rowsOfTransfer}
    why ${json} NOT NULL,
    doubts ${json} NOT NULL,
    alternatives ${json} NOT NULL,
    hash ${text} NOT NULL,
    PRIMARY KEY (user_id, id)
  ) ${end.keyed};

  -- What a person decided about two rows: Accepted, Rejected or Withdrawn. is_applied: the tables of transfers have it.
  CREATE TABLE ${table('transfer_decisions')} (
    number ${number},
    user_id ${text} NOT NULL,
    decision ${text} NOT NULL CHECK (decision IN ('Accepted', 'Rejected', 'Withdrawn')),
    from_id ${text} NOT NULL,
    to_id ${text} NOT NULL,
    decided_at ${moment} NOT NULL DEFAULT (${now}),
    is_applied ${flag} NOT NULL DEFAULT ${no}
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
    is_income ${flag} NOT NULL,
    cadence ${text} NOT NULL,
    day ${whole} NOT NULL,
    shift ${text} NOT NULL,
    usual_minor_units ${units} NOT NULL,
    last_minor_units ${units} NOT NULL,
    is_variable ${flag} NOT NULL,
    first_day ${day} NOT NULL,
    last_day ${day} NOT NULL,
    next_day ${day} NOT NULL,
    state ${text} NOT NULL,
    state_until ${day},
    is_dismissed ${flag} NOT NULL,
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
    date ${day} NOT NULL,
    expected ${day} NOT NULL,
    minor_units ${units} NOT NULL,
    hash ${text} NOT NULL,
    PRIMARY KEY (user_id, id)
  ) ${end.keyed};

  -- What happened to streams, in its order. day: on which it was noticed. transaction_id, expected, minor_units: of the payment that came;
  -- previous_minor_units: the price before.
  CREATE TABLE ${table('recurring_events')} (
    number ${number},
    user_id ${text} NOT NULL,
    event ${text} NOT NULL,
    stream_id ${text} NOT NULL,
    account_id ${text} NOT NULL,
    day ${day} NOT NULL,
    transaction_id ${text},
    expected ${day},
    minor_units ${units},
    previous_minor_units ${units}
  ) ${end.numbered};
  CREATE INDEX rxbank_recurring_events_of_user ON ${table('recurring_events')} (user_id, number);

  -- What a person decided about a stream: Dismissed or Restored. is_applied: the tables of streams have it.
  CREATE TABLE ${table('recurring_decisions')} (
    number ${number},
    user_id ${text} NOT NULL,
    decision ${text} NOT NULL CHECK (decision IN ('Dismissed', 'Restored')),
    stream_id ${text} NOT NULL,
    account_id ${text} NOT NULL,
    currency_code ${text} NOT NULL,
    counterparty ${text} NOT NULL,
    is_income ${flag} NOT NULL,
    minor_units ${units} NOT NULL CHECK (${isWhole('minor_units')}),
    decided_at ${moment} NOT NULL DEFAULT (${now}),
    is_applied ${flag} NOT NULL DEFAULT ${no}
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
