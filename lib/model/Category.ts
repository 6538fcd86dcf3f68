import * as t from 'io-ts'
import { assumed } from '../codec/assumed.js'
import { id } from '../codec/id.js'
import { list } from '../codec/list.js'
import { record } from '../codec/record.js'

const subcategory = record('category', { id }, { name: t.string, ...assumed({ parent_id: id }, '/categories/*') })

/** A category below another one. */
export interface Subcategory extends t.TypeOf<typeof subcategory> {}

/**
 * A category of transactions. What the interface does not show is {@link Assumed}.
 *
 * - `id`: integer; interface.md §2.
 * - `name`: text in the language that was asked for, `en` or `fr`; interface.md §2.
 * - `parent_id`: the id of the category above; assumed, the profile's.
 * - `categories`: the ones below, see {@link Subcategory}; assumed, the profile's.
 *
 * @example
 * import { category } from 'rxbank'
 *
 * assert.ok(category.is({ id: 2, name: 'Income', categories: [{ id: 3, name: 'Salary' }] }))
 */
export const category = record(
  'category',
  { id },
  { name: t.string, ...assumed({ parent_id: id, categories: list(subcategory) }) },
)

/** What {@link category} decodes to. */
export interface Category extends t.TypeOf<typeof category> {}
