/**
 * A change of a row that has an id: a mirror's changes have this form, and changes of your own source may.
 *
 * - `Added`, `Changed`: `row` is the present row.
 * - `Removed`: the row no longer exists.
 */
export type EntryChange<Row> =
  | { readonly _tag: 'Added' | 'Changed'; readonly id: string; readonly row: Row }
  | { readonly _tag: 'Removed'; readonly id: string }
