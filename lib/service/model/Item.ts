import * as t from 'io-ts'
import { type Assumed, assumed } from '../../base/codec/assumed.js'
import { id } from '../../base/codec/id.js'
import { finite } from '../../base/codec/numbers.js'
import { record } from '../../base/codec/record.js'

/** The known item statuses, for documentation; other numbers decode too. They are not HTTP statuses. */
export type KnownItemStatus = 0 | -2 | -3 | 402 | 429 | 430 | 1003 | 1005 | 1007 | 1009 | 1010 | 1099 | 1100

/** The decoded type of {@link item}. */
export interface Item {
  /** The id: an integer from 0 to 2^53 - 1. Documented. */
  readonly id: number
  /** The state of the item, see {@link KnownItemStatus}. It is not an HTTP status. Assumed: not documented. */
  readonly status?: Assumed<number> | null | undefined
  /** The state as a code, such as `BANK_IS_DOWN`. Assumed: not documented. */
  readonly status_code_info?: Assumed<string> | null | undefined
  /** The state, as text for display. Assumed: not documented. */
  readonly status_code_description?: Assumed<string> | null | undefined
  /** The id of its bank. Assumed: not documented. */
  readonly bank_id?: Assumed<number> | null | undefined
}

/**
 * An item: a user's connection to one bank. Undocumented fields are {@link Assumed}.
 *
 * @example
 * import { item } from 'rxbank/codec'
 *
 * assert.ok(item.is({ id: 187741, status: 1003, status_code_info: 'BANK_IS_DOWN', bank_id: 408 }))
 */
export const item = record<Item>(
  'item',
  { id },
  assumed({ status: finite, status_code_info: t.string, status_code_description: t.string, bank_id: id }),
)
