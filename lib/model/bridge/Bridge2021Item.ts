import * as t from 'io-ts'
import { finite } from '../../codec/finite.js'
import { id } from '../../codec/id.js'
import { record } from '../../codec/record.js'
import { asIn2021 } from './asIn.js'

/** The codec of a {@link Bridge2021Item}. */
export const bridge2021Item = record(
  'item',
  { id, status: finite, bank_id: asIn2021(id) },
  { status_code_info: t.string, status_code_description: t.string },
)

/**
 * An item, as of 2021-06-01; documented by a table of fields, beside which an example of the stage before still stands.
 *
 * - `id`, `bank_id`: integers.
 * - `status`: number, see {@link KnownItemStatus}.
 * - `status_code_info`: a word for the status, such as `BANK_IS_DOWN`.
 * - `status_code_description`: text for a person, in English or French, or `null`, which is client's code.
 */
export interface Bridge2021Item extends t.TypeOf<typeof bridge2021Item> {}
