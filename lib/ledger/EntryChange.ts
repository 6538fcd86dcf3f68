/**
 * A change to a row with an id. The changes of a mirror have this form; a source of your own can emit it too.
 *
 * - `Added`, `Changed`: `row` is the row as it is now.
 * - `Removed`: the row no longer exists.
 */
export type EntryChange<Row> =
  | { readonly _tag: 'Added' | 'Changed'; readonly id: string; readonly row: Row }
  | { readonly _tag: 'Removed'; readonly id: string }
