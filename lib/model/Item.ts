import * as t from 'io-ts'
import { assumed } from '../codec/assumed.js'
import { finite } from '../codec/finite.js'
import { id } from '../codec/id.js'
import { record } from '../codec/record.js'

/** The item statuses that were seen, as documentation: others decode as well. They are no HTTP statuses. */
export type KnownItemStatus = 0 | -2 | -3 | 402 | 429 | 430 | 1003 | 1005 | 1007 | 1009 | 1010 | 1099 | 1100

/**
 * An item: a user's connection to one bank. What the interface does not show is {@link Assumed}.
 *
 * - `id`: integer; interface.md §2.
 * - `status`: number, see {@link KnownItemStatus}; assumed, the profile's.
 * - `status_code_info`: a word for the status, such as `BANK_IS_DOWN`; assumed, the profile's.
 * - `status_code_description`: text for a person; assumed, the profile's.
 * - `bank_id`: the id of a bank; assumed, the profile's.
 *
 * @example
 * import { item } from 'rxbank'
 *
 * assert.ok(item.is({ id: 187741, status: 1003, status_code_info: 'BANK_IS_DOWN', bank_id: 408 }))
 */
export const item = record(
  'item',
  { id },
  assumed({ status: finite, status_code_info: t.string, status_code_description: t.string, bank_id: id }),
)

/** What {@link item} decodes to. */
export interface Item extends t.TypeOf<typeof item> {}
