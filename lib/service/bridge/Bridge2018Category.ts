import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { lenient, record } from '../../base/codec/record.js'
import { fieldOf2018 } from './profileField.js'
import { type Reference, reference } from './Reference.js'

/** A category of transactions, as of 2018-06-15. */
export interface Bridge2018Category {
  /** The id: an integer from 0 to 2^53 - 1; a sample of the vendor has one twice. Recorded. */
  readonly id: number
  /** The name, in the requested language: `en` or `fr`. Recorded. */
  readonly name: string
  /** The parent category, or `null` if there is none; there are two levels. Recorded. */
  readonly parent?: Reference | null | undefined
  /** The path of the category. Recorded. */
  readonly resource_uri: string
  /** The type of the resource: `category`. Recorded. */
  readonly resource_type?: string | null | undefined
  /** Whether the category is a custom one; the sample does not say more. Documented by a sample of the vendor. */
  readonly custom?: boolean | null | undefined
  /** Whether the category is for all others; the sample does not say more. Documented by a sample of the vendor. */
  readonly other?: boolean | null | undefined
  /** Whether the category was removed. Documented by a sample of the vendor. */
  readonly is_deleted?: boolean | null | undefined
}

/** The codec of a {@link Bridge2018Category}. */
export const bridge2018Category = record<Bridge2018Category>(
  'category',
  { id, name: t.string, resource_uri: fieldOf2018(t.string) },
  lenient({ parent: reference, resource_type: t.string, custom: t.boolean, other: t.boolean, is_deleted: t.boolean }),
)
