import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { record } from '../../base/codec/record.js'
import { type StockFields, stockFields } from '../model/stockFields.js'
import { fieldOf2021 } from './profileField.js'

/** A position in an account, as of 2021-06-01; documented. */
export interface Bridge2021Stock extends StockFields {
  /** The id of the account that it belongs to. Documented. */
  readonly account_id: number
  /** Whether the row was removed; true only in lists of changes. Documented. */
  readonly is_deleted?: boolean | null | undefined
}

/** The codec of a {@link Bridge2021Stock}. */
export const bridge2021Stock = record<Bridge2021Stock>(
  'stock',
  { ...stockFields.required, account_id: fieldOf2021(id) },
  { ...stockFields.optional, is_deleted: t.boolean },
)
