import * as t from 'io-ts'
import { type Assumed, assumed } from '../../base/codec/assumed.js'
import { id } from '../../base/codec/id.js'
import { lenient } from '../../base/codec/lenient.js'
import { list } from '../../base/codec/list.js'
import { record } from '../../base/codec/record.js'

/** A category below another one. */
export interface Subcategory {
  /** The id: an integer from 0 to 2^53 - 1. Shown in the interface. */
  readonly id: number
  /** The name, in the language that was asked for: `en` or `fr`. Shown in the interface. */
  readonly name?: string | null | undefined
  /** The id of the category above. Assumed: the interface does not show it. */
  readonly parent_id?: Assumed<number> | null | undefined
}

const subcategory = record<Subcategory>(
  'category',
  { id },
  { ...lenient({ name: t.string }), ...assumed({ parent_id: id }, '/categories/*') },
)

/** What {@link category} decodes to. */
export interface Category {
  /** The id: an integer from 0 to 2^53 - 1. Shown in the interface. */
  readonly id: number
  /** The name, in the language that was asked for: `en` or `fr`. Shown in the interface. */
  readonly name?: string | null | undefined
  /** The id of the category above. Assumed: the interface does not show it. */
  readonly parent_id?: Assumed<number> | null | undefined
  /** The categories below. Assumed: the interface does not show it. */
  readonly categories?: Assumed<Array<Subcategory>> | null | undefined
}

/**
 * A category of transactions. What the interface does not show is {@link Assumed}.
 *
 * @example
 * import { category } from 'rxbank'
 *
 * assert.ok(category.is({ id: 2, name: 'Income', categories: [{ id: 3, name: 'Salary' }] }))
 */
export const category = record<Category>(
  'category',
  { id },
  { ...lenient({ name: t.string }), ...assumed({ parent_id: id, categories: list(subcategory) }) },
)
