import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { record } from '../../base/codec/record.js'
import { type StockFields, stockFields } from '../model/stockFields.js'
import { fieldOf2025 } from './profileField.js'

/** A position in an account, as of 2025-01-15; seen in clients' code. */
export interface Bridge2025Stock extends StockFields {
  /** The id of the account that it belongs to. Seen in clients' code. */
  readonly account_id: number
  /** Whether the row was removed. Seen in clients' code. */
  readonly deleted?: boolean | null | undefined
}

/** The codec of a {@link Bridge2025Stock}. */
export const bridge2025Stock = record<Bridge2025Stock>(
  'stock',
  { ...stockFields.required, account_id: fieldOf2025(id) },
  { ...stockFields.optional, deleted: t.boolean },
)
