import type * as t from 'io-ts'

/**
 * A list whose rows are groups of resources.
 *
 * - `row`: makes the codec of a row from the codec of a resource.
 * - `flatten`: returns the resources of a row, in its order, each with the fields of its group that it needs.
 */
export interface ListGrouping<Row, Leaf> {
  readonly row: (leaf: t.Type<Leaf, unknown>) => t.Type<Row, unknown>
  readonly flatten: (row: Row) => ReadonlyArray<Leaf>
}
