/**
 * What rows have, by the kinds of their fields; an optional field may be absent or `null`.
 *
 * What a row has beside them everybody keeps or drops as it does by default: the rows of the suite have nothing.
 */

const asSent = {
  id: 'id',
  description: 'text',
  raw_description: 'text',
  updated_at: 'moment',
  amount: 'number',
  currency_code: 'text',
  date: 'day',
  account_id: 'id',
  category_id: 'id',
  is_deleted: 'flag',
}

/** The fields of the suite's rows, all of them demanded. */
export const demanded = { required: asSent, optional: {} }

const { id, ...beside } = asSent

/** The fields of a transaction, of which only the id is demanded. */
export const described = {
  required: { id },
  optional: {
    ...beside,
    clean_description: 'text',
    bank_description: 'text',
    booking_date: 'day',
    transaction_date: 'day',
    value_date: 'day',
    is_future: 'flag',
    show_client_side: 'flag',
  },
}

/** Puts the schema of its kind in the place of each field. */
export const byKind = (fields, kinds, wrap = (schema) => schema) =>
  Object.fromEntries(Object.entries(fields).map(([key, kind]) => [key, wrap(kinds[kind])]))

/** What those check by a pattern that have nothing of their own for it: a day, and a moment in UTC. */
export const dayPattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
export const momentPattern =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/

/** The greatest id that a number holds exactly. */
export const maxId = Number.MAX_SAFE_INTEGER
