import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { lenient } from '../../base/codec/lenient.js'
import { record } from '../../base/codec/record.js'

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
