import * as t from 'io-ts'
import { type Assumed, assumed } from '../../base/codec/assumed.js'
import { id } from '../../base/codec/id.js'
import { list } from '../../base/codec/list.js'
import { lenient, record } from '../../base/codec/record.js'

/**
 * The decoded type of {@link categoryInsights}: an object as received. The service does not document its fields, so the
 * type names none.
 */
export type CategoryInsights = Readonly<Record<string, unknown>>

/**
 * What a user spends and receives by category. The service does not document the response, so any JSON object is
 * accepted unchanged. If you know its fields, pass the client your own codec as `codecs.categoryInsights`.
 *
 * @example
 * import { categoryInsights } from 'rxbank/codec'
 *
 * assert.ok(categoryInsights.is({ whatever: ['the service', 'sends'] }))
 */
export const categoryInsights = record<CategoryInsights>('category insights', {}, {})

/** A subcategory. */
export interface Subcategory {
  /** The id: an integer from 0 to 2^53 - 1. Documented. */
  readonly id: number
  /** The name, in the requested language: `en` or `fr`. Documented. */
  readonly name?: string | null | undefined
  /** The id of the parent category. Assumed: not documented. */
  readonly parent_id?: Assumed<number> | null | undefined
}

const subcategory = record<Subcategory>(
  'category',
  { id },
  { ...lenient({ name: t.string }), ...assumed({ parent_id: id }, '/categories/*') },
)

/** The decoded type of {@link category}. */
export interface Category {
  /** The id: an integer from 0 to 2^53 - 1. Documented. */
  readonly id: number
  /** The name, in the requested language: `en` or `fr`. Documented. */
  readonly name?: string | null | undefined
  /** The id of the parent category. Assumed: not documented. */
  readonly parent_id?: Assumed<number> | null | undefined
  /** The subcategories. Assumed: not documented. */
  readonly categories?: Assumed<Array<Subcategory>> | null | undefined
}

/**
 * A category of transactions. Undocumented fields are {@link Assumed}.
 *
 * @example
 * import { category } from 'rxbank/codec'
 *
 * assert.ok(category.is({ id: 2, name: 'Income', categories: [{ id: 3, name: 'Salary' }] }))
 */
export const category = record<Category>(
  'category',
  { id },
  { ...lenient({ name: t.string }), ...assumed({ parent_id: id, categories: list(subcategory) }) },
)
