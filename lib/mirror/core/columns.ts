import { isLeft } from 'fp-ts/lib/Either.js'
import { plainDate } from '../../base/codec/plainDate.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { decimal } from '../../service/model/decimal.js'
import { minorUnits } from '../../service/model/minorUnits.js'
import type { Feed } from './Feed.js'
import { lossless, storable } from './rowText.js'

/** A row as the client decoded it. */
export type Row = Readonly<Record<string, unknown>>

/** The type of a column. A `decimal` is exact. */
export type Kind = 'text' | 'decimal' | 'integer' | 'date' | 'timestamp' | 'boolean'

/**
 * A column beside `user_id`, `id` and `row`: its name, its type, and a function that reads its value from a row, as
 * text; `null` if the row has none.
 */
export interface Column {
  readonly name: string
  /** Whether a row without a value leaves the value in the table as it is. */
  readonly isKept?: true
  readonly kind: Kind
  readonly read: (row: Row) => string | null
}

/** The first value of these fields that is there. Versions of the service differ in the names of fields. */
const firstValue = (row: Row, names: ReadonlyArray<string>): unknown =>
  names.map((name) => row[name]).find((value) => value !== null && value !== undefined)

const asText = (value: unknown, kept = storable): string | null => {
  if (typeof value === 'string') return kept(value)
  return typeof value === 'number' ? String(value) : null
}

const text = (name: string, ...others: ReadonlyArray<string>): Column => {
  const names = [name, ...others]
  return { name, kind: 'text', read: (row) => asText(firstValue(row, names)) }
}

/** The id of another resource, as its own table has it, given by itself or in a reference such as `account: { id: 7 }`. */
const reference = (name: string, ...others: ReadonlyArray<string>): Column => {
  const names = [name, ...others]
  const nested = name.replace(/_id$/, '')
  return {
    name,
    kind: 'text',
    read: (row) => asText(firstValue(row, names) ?? (row[nested] as Row | null | undefined)?.id, lossless),
  }
}

/** A number as an exact decimal; `null` if it has none. `currency`: that of its row, for an amount. */
const exactDecimal = (number: unknown, currency?: unknown): string | null => {
  const written = decimal(number as number, currency as string | undefined)
  return isLeft(written) ? null : written.right
}

const decimalColumn = (name: string): Column => ({ name, kind: 'decimal', read: (row) => exactDecimal(row[name]) })

const money = (name: string): Column => ({
  name,
  kind: 'decimal',
  read: (row) => exactDecimal(row[name], row.currency_code),
})

const fitsInteger = (units: bigint): boolean => BigInt.asIntN(64, units) === units

const minorUnitsName = 'minor_units'

/** An amount in the smallest unit of the row's currency; `null` if that is no integer of 64 bits. */
const amountInMinorUnits = (amount: string): Column => ({
  name: minorUnitsName,
  kind: 'integer',
  read: (row) => {
    const read = minorUnits(row[amount] as number, row.currency_code as string)
    return isLeft(read) || !fitsInteger(read.right) ? null : String(read.right)
  },
})

/** Whether PostgreSQL has the year of a date or timestamp: it has no year 0. */
const hasPostgresYear = (text: string): boolean => !text.startsWith('0000')

const date = (name: string): Column => ({
  name,
  kind: 'date',
  read: (row) => {
    const value = row[name]
    return plainDate.is(value) && hasPostgresYear(value) ? value : null
  },
})

const timestampColumn = (name: string, ...others: ReadonlyArray<string>): Column => {
  const names = [name, ...others]
  return {
    name,
    kind: 'timestamp',
    read: (row) => {
      const value = firstValue(row, names)
      const decoded = timestamp.is(value) ? value : timestamp.decode(value)
      const moment = decoded instanceof Date ? decoded : isLeft(decoded) ? undefined : decoded.right
      const written = moment?.toISOString()
      return written !== undefined && hasPostgresYear(written) ? written : null
    },
  }
}

const boolean = (name: string, ...others: ReadonlyArray<string>): Column => {
  const names = [name, ...others]
  return {
    name,
    kind: 'boolean',
    read: (row) => {
      const value = firstValue(row, names)
      return typeof value === 'boolean' ? String(value) : null
    },
  }
}

const currency = text('currency_code')
const account = reference('account_id')
const updatedAt = timestampColumn('updated_at')

/** A column whose value stays if a later answer lacks it: a stage that sends no `null` leaves out what it does not know. */
const kept = (column: Column): Column => ({ ...column, isKept: true })

/** The columns of each table, besides `user_id`, `id`, `removed_at` and `row`. */
export type Columns = Readonly<Record<Feed, ReadonlyArray<Column>>>

/** The columns that every database has. */
export const columns: Columns = {
  items: [
    reference('bank_id', 'provider_id'),
    decimalColumn('status'),
    text('status_code_info'),
    text('status_code_description'),
    kept(timestampColumn('authentication_expires_at')),
    kept(text('account_types')),
  ],
  accounts: [
    reference('item_id'),
    reference('bank_id', 'provider_id'),
    text('name'),
    text('type'),
    text('iban'),
    money('balance'),
    amountInMinorUnits('balance'),
    currency,
    boolean('is_paused', 'paused'),
    boolean('is_pro', 'pro'),
    updatedAt,
  ],
  transactions: [
    account,
    reference('category_id'),
    date('date'),
    date('booking_date'),
    date('transaction_date'),
    date('value_date'),
    money('amount'),
    amountInMinorUnits('amount'),
    currency,
    text('description', 'clean_description'),
    text('raw_description', 'bank_description', 'provider_description'),
    boolean('is_future', 'future'),
    boolean('show_client_side'),
    updatedAt,
  ],
  stocks: [
    account,
    text('label'),
    text('ticker'),
    text('isin'),
    text('marketplace'),
    decimalColumn('quantity'),
    decimalColumn('current_price'),
    decimalColumn('average_purchase_price'),
    money('total_value'),
    currency,
    date('value_date'),
    timestampColumn('created_at'),
    updatedAt,
  ],
  refreshes: [text('status'), timestampColumn('refreshed_at')],
}

/** Whether a row belongs into sums and has no exact amount in the smallest unit of its currency. */
export const isInexact = (feed: Feed, row: Row): boolean =>
  columns[feed].some(({ name, read }) => name === minorUnitsName && read(row) === null)
