import { isLeft } from 'fp-ts/lib/Either.js'
import { plainDate } from '../../base/codec/calendar.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { decimal } from '../../service/model/decimal.js'
import { minorUnits } from '../../service/model/minorUnits.js'
import { consentEnd } from '../../streams/polling/consentStage.js'
import type { Feed } from '../core/Feed.js'
import { escapeText, toStorable } from '../core/rowText.js'

/** A row as the client decoded it. */
export type Row = Readonly<Record<string, unknown>>

/** The type of a column. A `decimal` is exact. */
export type ColumnType = 'text' | 'decimal' | 'integer' | 'date' | 'timestamp' | 'boolean'

/**
 * A column of a feed's table: its name, its type, and a function that reads its value from a row as text; `null` if the
 * row has no such value.
 */
export interface Column {
  readonly name: string
  /** Whether the stored value stays if a later row has none. */
  readonly isKept?: true
  readonly type: ColumnType
  readonly read: (row: Row) => string | null
}

/** The value of the first of these fields that has one. Versions of the service differ in the names of fields. */
const firstValue = (row: Row, names: ReadonlyArray<string>): unknown =>
  names.map((name) => row[name]).find((value) => value !== null && value !== undefined)

const asText = (value: unknown, convert = toStorable): string | null => {
  if (typeof value === 'string') return convert(value)
  return typeof value === 'number' ? String(value) : null
}

const textColumn = (name: string, ...alternatives: ReadonlyArray<string>): Column => {
  const names = [name, ...alternatives]
  return { name, type: 'text', read: (row) => asText(firstValue(row, names)) }
}

/** The id of another resource: in a field of its own, or in a reference such as `account: { id: 7 }`. */
const referenceColumn = (name: string, ...alternatives: ReadonlyArray<string>): Column => {
  const names = [name, ...alternatives]
  const nested = name.replace(/_id$/, '')
  return {
    name,
    type: 'text',
    read: (row) => asText(firstValue(row, names) ?? (row[nested] as Row | null | undefined)?.id, escapeText),
  }
}

/**
 * A number as an exact decimal, or `null` if there is none. `currency`: the currency of the row, if the number is an
 * amount.
 */
const exactDecimal = (number: unknown, currency?: unknown): string | null => {
  const exact = decimal(number as number, currency as string | undefined)
  return isLeft(exact) ? null : exact.right
}

const decimalColumn = (name: string): Column => ({ name, type: 'decimal', read: (row) => exactDecimal(row[name]) })

const amountColumn = (name: string): Column => ({
  name,
  type: 'decimal',
  read: (row) => exactDecimal(row[name], row.currency_code),
})

const fitsInteger = (units: bigint): boolean => BigInt.asIntN(64, units) === units

const minorUnitsName = 'minor_units'

/** An amount in the smallest unit of the row's currency; `null` if it is not a 64-bit integer. */
const minorUnitsColumn = (amount: string): Column => ({
  name: minorUnitsName,
  type: 'integer',
  read: (row) => {
    const units = minorUnits(row[amount] as number, row.currency_code as string)
    return isLeft(units) || !fitsInteger(units.right) ? null : String(units.right)
  },
})

/** Whether PostgreSQL can store the year of a date or timestamp: it has no year 0. */
const hasPostgresYear = (text: string): boolean => !text.startsWith('0000')

const dateColumn = (name: string): Column => ({
  name,
  type: 'date',
  read: (row) => {
    const value = row[name]
    return plainDate.is(value) && hasPostgresYear(value) ? value : null
  },
})

const toStoredTime = (time: Date | undefined): string | null => {
  const text = time?.toISOString()
  return text !== undefined && hasPostgresYear(text) ? text : null
}

const timestampColumn = (name: string, ...alternatives: ReadonlyArray<string>): Column => {
  const names = [name, ...alternatives]
  return {
    name,
    type: 'timestamp',
    read: (row) => {
      const value = firstValue(row, names)
      const decoded = timestamp.is(value) ? value : timestamp.decode(value)
      return toStoredTime(decoded instanceof Date ? decoded : isLeft(decoded) ? undefined : decoded.right)
    },
  }
}

/** The end of the consent for an item; `null` if it is missing or unreadable. */
const consentEndColumn: Column = {
  name: 'authentication_expires_at',
  type: 'timestamp',
  read: (row) => {
    const end = consentEnd(row)
    return toStoredTime(end === 'unreadable' ? undefined : end)
  },
}

const booleanColumn = (name: string, ...alternatives: ReadonlyArray<string>): Column => {
  const names = [name, ...alternatives]
  return {
    name,
    type: 'boolean',
    read: (row) => {
      const value = firstValue(row, names)
      return typeof value === 'boolean' ? String(value) : null
    },
  }
}

const currency = textColumn('currency_code')
const account = referenceColumn('account_id')
const updatedAt = timestampColumn('updated_at')

/**
 * A column whose stored value stays if a later response lacks the field: versions of the API without `null` omit
 * unknown values.
 */
const keepIfMissing = (column: Column): Column => ({ ...column, isKept: true })

/** The columns of each table, in addition to `user_id`, `id`, `removed_at` and `row`. */
export type Columns = Readonly<Record<Feed, ReadonlyArray<Column>>>

/** The columns that every database has. */
export const columns: Columns = {
  items: [
    referenceColumn('bank_id', 'provider_id'),
    decimalColumn('status'),
    textColumn('status_code_info'),
    textColumn('status_code_description'),
    keepIfMissing(consentEndColumn),
    keepIfMissing(textColumn('account_types')),
  ],
  accounts: [
    referenceColumn('item_id'),
    referenceColumn('bank_id', 'provider_id'),
    textColumn('name'),
    textColumn('type'),
    textColumn('iban'),
    amountColumn('balance'),
    minorUnitsColumn('balance'),
    currency,
    booleanColumn('is_paused', 'paused'),
    booleanColumn('is_pro', 'pro'),
    updatedAt,
  ],
  transactions: [
    account,
    referenceColumn('category_id'),
    dateColumn('date'),
    dateColumn('booking_date'),
    dateColumn('transaction_date'),
    dateColumn('value_date'),
    amountColumn('amount'),
    minorUnitsColumn('amount'),
    currency,
    textColumn('description', 'clean_description'),
    textColumn('raw_description', 'bank_description', 'provider_description'),
    booleanColumn('is_future', 'future'),
    booleanColumn('show_client_side'),
    updatedAt,
  ],
  stocks: [
    account,
    textColumn('label'),
    textColumn('ticker'),
    textColumn('isin'),
    textColumn('marketplace'),
    decimalColumn('quantity'),
    decimalColumn('current_price'),
    decimalColumn('average_purchase_price'),
    amountColumn('total_value'),
    currency,
    dateColumn('value_date'),
    timestampColumn('created_at'),
    updatedAt,
  ],
  refreshes: [textColumn('status'), timestampColumn('refreshed_at')],
}

/** Whether a row of a feed with sums has no exact amount in the smallest unit of its currency. */
export const isInexact = (feed: Feed, row: Row): boolean =>
  columns[feed].some(({ name, read }) => name === minorUnitsName && read(row) === null)
