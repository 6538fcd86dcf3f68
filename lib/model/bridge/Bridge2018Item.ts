import * as t from 'io-ts'
import { finite } from '../../codec/finite.js'
import { id } from '../../codec/id.js'
import { list } from '../../codec/list.js'
import { record } from '../../codec/record.js'
import { asInEarlier } from './asIn.js'
import { reference } from './Reference.js'

/** The codec of a {@link Bridge2018Item}. */
export const bridge2018Item = record(
  'item',
  { id, status: finite, bank: asInEarlier(reference) },
  { accounts: list(reference), resource_uri: t.string, resource_type: t.string },
)

/**
 * An item, as of 2018-06-15; documented.
 *
 * - `id`: integer.
 * - `status`: number, see {@link KnownItemStatus}.
 * - `bank`, `accounts`: see {@link Reference}.
 * - `resource_uri`, `resource_type`: its path, and `item`.
 */
export interface Bridge2018Item extends t.TypeOf<typeof bridge2018Item> {}
