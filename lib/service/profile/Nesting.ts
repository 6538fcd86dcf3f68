import type * as t from 'io-ts'

/**
 * A list whose rows are groups of resources.
 *
 * - `row`: the codec of a row, made of that of a resource.
 * - `flatten`: the resources of a row, in its order, each with what it needs to know of its group.
 */
export interface Nesting<Row, Leaf> {
  readonly row: (leaf: t.Type<Leaf, unknown>) => t.Type<Row, unknown>
  readonly flatten: (row: Row) => ReadonlyArray<Leaf>
}
