import { object } from '../base/codec/object.js'
import type { LedgerRow } from './toLedgerEntry.js'

/**
 * Whether a value is a change to a row. It only checks that the row is an object; `toLedgerEntry` checks its fields.
 */
export const isEntryChange = (u: unknown): u is EntryChange<LedgerRow> =>
  object.is(u) &&
  typeof u.id === 'string' &&
  (u._tag === 'Removed' || ((u._tag === 'Added' || u._tag === 'Changed') && object.is(u.row)))

/**
 * A change to a row with an id. The changes of a mirror have this form; a source of your own can emit it too.
 *
 * - `Added`, `Changed`: `row` is the current row.
 * - `Removed`: the row no longer exists.
 */
export type EntryChange<Row> =
  | { readonly _tag: 'Added' | 'Changed'; readonly id: string; readonly row: Row }
  | { readonly _tag: 'Removed'; readonly id: string }
