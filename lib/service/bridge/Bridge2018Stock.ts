import * as t from 'io-ts'
import { lenient, record } from '../../base/codec/record.js'
import { type StockFields, stockFields } from '../model/stockFields.js'
import { fieldOf2018 } from './profileField.js'
import { type Reference, reference } from './Reference.js'

/** A position in an account, as of 2018-06-15; documented up to `value_date`. */
export interface Bridge2018Stock extends StockFields {
  /** The account that it belongs to. Documented. */
  readonly account: Reference
  /** Whether the row was removed; true only in lists of changes. Documented for 2019-02-18. */
  readonly is_deleted?: boolean | null | undefined
  /** The path of the stock. Documented. */
  readonly resource_uri?: string | null | undefined
  /** The type of the resource: `stock`. Documented. */
  readonly resource_type?: string | null | undefined
}

/** The codec of a {@link Bridge2018Stock}. */
export const bridge2018Stock = record<Bridge2018Stock>(
  'stock',
  { ...stockFields.required, account: fieldOf2018(reference) },
  {
    ...stockFields.optional,
    is_deleted: t.boolean,
    ...lenient({ resource_uri: t.string, resource_type: t.string }),
  },
)
