import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { lenient } from '../../base/codec/lenient.js'
import { record } from '../../base/codec/record.js'

/** A category of transactions, as of 2021-06-01; clients' code. */
export interface Bridge2021Category {
  /** The id: an integer from 0 to 2^53 - 1. Seen in clients' code. */
  readonly id: number
  /** The name, in the language that was asked for: `en` or `fr`. Seen in clients' code. */
  readonly name: string
  /**
   * The id of the category above. It is missing or `null` at the top, and in the list, where the category is inside the
   * one above, unless it is taken out of it, as `all` does. Seen in clients' code.
   */
  readonly parent_id?: number | null | undefined
}

/** The codec of a {@link Bridge2021Category}. */
export const bridge2021Category = record<Bridge2021Category>(
  'category',
  { id, name: t.string },
  lenient({ parent_id: id }),
)
