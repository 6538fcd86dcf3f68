import { object } from '../base/codec/object.js'
import type { EntryChange } from './EntryChange.js'
import type { LedgerRow } from './toLedgerEntry.js'

/** Whether a value is a change to a row. It only checks that the row is an object; `toLedgerEntry` checks its fields. */
export const isEntryChange = (u: unknown): u is EntryChange<LedgerRow> =>
  object.is(u) &&
  typeof u.id === 'string' &&
  (u._tag === 'Removed' || ((u._tag === 'Added' || u._tag === 'Changed') && object.is(u.row)))
