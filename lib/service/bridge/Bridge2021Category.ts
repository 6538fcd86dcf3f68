import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { list } from '../../base/codec/list.js'
import { lenient, record } from '../../base/codec/record.js'
import { fieldOf2021And2025 } from './profileField.js'

/**
 * A row in the list of categories as of 2021-06-01: a parent category, with its subcategories in `categories`;
 * seen in clients' code.
 */
export type Bridge2021CategoryGroup<A> = A & {
  /** The subcategories. Seen in clients' code. */
  readonly categories: Array<A>
}

/**
 * The codec of a {@link Bridge2021CategoryGroup}, made from the codec of a category.
 */
export const bridge2021CategoryGroup = <A>(category: t.Type<A, unknown>): t.Type<Bridge2021CategoryGroup<A>, unknown> =>
  t.intersection([category, record('categories', { categories: fieldOf2021And2025(list(category)) }, {})])

/** The categories of a row: the parent, then its subcategories, each with `parent_id`. */
export const categoriesOfGroup = <A extends { readonly id: number }>({
  categories,
  ...upper
}: Bridge2021CategoryGroup<A>): ReadonlyArray<A> => [
  upper as unknown as A,
  ...categories.map((category) => ({ ...category, parent_id: upper.id })),
]

/** A category of transactions, as of 2021-06-01; seen in clients' code. */
export interface Bridge2021Category {
  /** The id: an integer from 0 to 2^53 - 1. Seen in clients' code. */
  readonly id: number
  /** The name, in the requested language: `en` or `fr`. Seen in clients' code. */
  readonly name: string
  /**
   * The id of the parent category, in rows of `all`. It is missing or `null` for a category without a parent, and in a
   * nested list. Seen in clients' code.
   */
  readonly parent_id?: number | null | undefined
}

/** The codec of a {@link Bridge2021Category}. */
export const bridge2021Category = record<Bridge2021Category>(
  'category',
  { id, name: t.string },
  lenient({ parent_id: id }),
)
