import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { lenient, record } from '../../base/codec/record.js'

/** A reference to another resource, as of 2018-06-15; recorded. */
export interface Reference {
  /** The id: an integer from 0 to 2^53 - 1. Recorded. */
  readonly id: number
  /** The path of the resource, such as `/v2/accounts/2341498`. Recorded. */
  readonly resource_uri?: string | null | undefined
  /** The type of the resource: a word, such as `account`. Recorded. */
  readonly resource_type?: string | null | undefined
}

/** The codec of a {@link Reference}. */
export const reference = record<Reference>(
  'reference',
  { id },
  lenient({ resource_uri: t.string, resource_type: t.string }),
)
