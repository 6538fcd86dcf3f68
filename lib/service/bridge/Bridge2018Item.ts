import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { list } from '../../base/codec/list.js'
import { finite } from '../../base/codec/numbers.js'
import { lenient, record } from '../../base/codec/record.js'
import { fieldOf2018 } from './profileField.js'
import { type Reference, reference } from './Reference.js'

/** An item, as of 2018-06-15; documented. */
export interface Bridge2018Item {
  /** The id: an integer from 0 to 2^53 - 1. Documented. */
  readonly id: number
  /** The state of the item, see {@link KnownItemStatus}. It is not an HTTP status. Documented. */
  readonly status: number
  /** Its bank. Documented. */
  readonly bank: Reference
  /** The accounts of the item. Documented. */
  readonly accounts?: Array<Reference> | null | undefined
  /** The path of the item. Documented. */
  readonly resource_uri?: string | null | undefined
  /** The type of the resource: `item`. Documented. */
  readonly resource_type?: string | null | undefined
}

/** The codec of a {@link Bridge2018Item}. */
export const bridge2018Item = record<Bridge2018Item>(
  'item',
  { id, status: finite, bank: fieldOf2018(reference) },
  lenient({ accounts: list(reference), resource_uri: t.string, resource_type: t.string }),
)
