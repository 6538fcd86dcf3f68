import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { finite } from '../../base/codec/numbers.js'
import { lenient, record } from '../../base/codec/record.js'
import { fieldOf2021 } from './profileField.js'

/** An item, as of 2021-06-01; documented by a table of fields, whose example is from the previous API version. */
export interface Bridge2021Item {
  /** The id: an integer from 0 to 2^53 - 1. Documented. */
  readonly id: number
  /** The state of the item, see {@link KnownItemStatus}. It is not an HTTP status. Documented. */
  readonly status: number
  /** The id of its bank. Documented. */
  readonly bank_id: number
  /** The state as a code, such as `BANK_IS_DOWN`. Documented. */
  readonly status_code_info?: string | null | undefined
  /**
   * The state, as text for display, in English or French, or `null`. Documented. That it may be `null` was seen in
   * clients' code.
   */
  readonly status_code_description?: string | null | undefined
}

/** The codec of a {@link Bridge2021Item}. */
export const bridge2021Item = record<Bridge2021Item>(
  'item',
  { id, status: finite, bank_id: fieldOf2021(id) },
  lenient({ status_code_info: t.string, status_code_description: t.string }),
)
