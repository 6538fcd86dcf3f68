import * as t from 'io-ts'
import { id } from '../../codec/id.js'
import { record } from '../../codec/record.js'

/** The codec of a {@link Bridge2021Category}. */
export const bridge2021Category = record('category', { id, name: t.string }, { parent_id: id })

/**
 * A category of transactions, as of 2021-06-01 and 2025-01-15; clients' code.
 *
 * - `id`: integer.
 * - `name`: text in the language that was asked for, `en` or `fr`.
 * - `parent_id`: the id of the category above; missing or `null` at the top, and in the list, where the category is
 *   inside the one above, unless it is taken out of it, as `all` does.
 */
export interface Bridge2021Category extends t.TypeOf<typeof bridge2021Category> {}
