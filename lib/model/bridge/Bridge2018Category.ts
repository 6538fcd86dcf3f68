import * as t from 'io-ts'
import { id } from '../../codec/id.js'
import { record } from '../../codec/record.js'
import { asInEarlier } from './asIn.js'
import { reference } from './Reference.js'

/** The codec of a {@link Bridge2018Category}. */
export const bridge2018Category = record(
  'category',
  { id, name: t.string, resource_uri: asInEarlier(t.string) },
  { parent: reference, resource_type: t.string, custom: t.boolean, other: t.boolean, is_deleted: t.boolean },
)

/**
 * A category of transactions, as of 2018-06-15 and 2019-02-18.
 *
 * - `id`: integer; a sample of the vendor's has one twice.
 * - `name`: text in the language that was asked for, `en` or `fr`; recorded.
 * - `parent`: the category above, see {@link Reference}, or `null` at the top; recorded. There are two levels.
 * - `resource_uri`, `resource_type`: its path, and `category`; recorded.
 * - `custom`, `other`, `is_deleted`: booleans, of a sample of the vendor's.
 */
export interface Bridge2018Category extends t.TypeOf<typeof bridge2018Category> {}
