import { isLeft } from 'fp-ts/lib/Either.js'
import { plainDate } from '../../base/codec/plainDate.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { decimal } from '../../service/model/decimal.js'
import { minorUnits } from '../../service/model/minorUnits.js'
import type { Feed } from './Feed.js'
import { keepable, lossless } from './rowText.js'

/** A row as the client decoded it. */
export type Row = Readonly<Record<string, unknown>>

/** The type of a column: text, an exact decimal, a whole number, a day, a moment, or a boolean. */
export type Kind = 'text' | 'decimal' | 'whole' | 'day' | 'moment' | 'truth'

/**
 * A column beside `user_id`, `id` and `row`: its name, its type, and a function that reads its value from a row, as
 * text; `null` if the row has none.
 */
export interface Column {
  readonly name: string
  readonly kind: Kind
  readonly read: (row: Row) => string | null
}

/** The value of the first of these fields that has one. Stages of the interface differ in the names of fields. */
const first = (row: Row, names: ReadonlyArray<string>): unknown =>
  names.map((name) => row[name]).find((value) => value !== null && value !== undefined)

const asText = (value: unknown, kept = keepable): string | null => {
  if (typeof value === 'string') return kept(value)
  return typeof value === 'number' ? String(value) : null
}

const text = (name: string, ...others: ReadonlyArray<string>): Column => {
  const names = [name, ...others]
  return { name, kind: 'text', read: (row) => asText(first(row, names)) }
}

/** The id of another resource, as its own table has it, given by itself or in a reference such as `account: { id: 7 }`. */
const reference = (name: string, ...others: ReadonlyArray<string>): Column => {
  const names = [name, ...others]
  const nested = name.replace(/_id$/, '')
  return {
    name,
    kind: 'text',
    read: (row) => asText(first(row, names) ?? (row[nested] as Row | null | undefined)?.id, lossless),
  }
}

/** A number as an exact decimal; `null` if it has none. Where it is an amount, in the currency of its row. */
const exact = (number: unknown, currency?: unknown): string | null => {
  const written = decimal(number as number, currency as string | undefined)
  return isLeft(written) ? null : written.right
}

const decimals = (name: string): Column => ({ name, kind: 'decimal', read: (row) => exact(row[name]) })

const money = (name: string): Column => ({
  name,
  kind: 'decimal',
  read: (row) => exact(row[name], row.currency_code),
})

const fitsInteger = (units: bigint): boolean => BigInt.asIntN(64, units) === units

const minorUnitsName = 'minor_units'

/** An amount in the smallest unit of the row's currency; `null` if that is no whole number of 64 bits. */
const units = (amount: string): Column => ({
  name: minorUnitsName,
  kind: 'whole',
  read: (row) => {
    const read = minorUnits(row[amount] as number, row.currency_code as string)
    return isLeft(read) || !fitsInteger(read.right) ? null : String(read.right)
  },
})

/** Whether a day or a moment is in a year that PostgreSQL has: it has no year 0. */
const isOfYears = (text: string): boolean => !text.startsWith('0000')

const day = (name: string): Column => ({
  name,
  kind: 'day',
  read: (row) => {
    const value = row[name]
    return plainDate.is(value) && isOfYears(value) ? value : null
  },
})

const moment = (name: string, ...others: ReadonlyArray<string>): Column => {
  const names = [name, ...others]
  return {
    name,
    kind: 'moment',
    read: (row) => {
      const value = first(row, names)
      const decoded = timestamp.is(value) ? value : timestamp.decode(value)
      const date = decoded instanceof Date ? decoded : isLeft(decoded) ? undefined : decoded.right
      const written = date?.toISOString()
      return written !== undefined && isOfYears(written) ? written : null
    },
  }
}

const truth = (name: string, ...others: ReadonlyArray<string>): Column => {
  const names = [name, ...others]
  return {
    name,
    kind: 'truth',
    read: (row) => {
      const value = first(row, names)
      return typeof value === 'boolean' ? String(value) : null
    },
  }
}

const currency = text('currency_code')
const account = reference('account_id')
const updated = moment('updated_at')

/** The columns of each table, besides `user_id`, `id`, `removed_at` and `row`. */
export type Columns = Readonly<Record<Feed, ReadonlyArray<Column>>>

/** The columns that every database has. */
export const columns: Columns = {
  items: [
    reference('bank_id', 'provider_id'),
    decimals('status'),
    text('status_code_info'),
    text('status_code_description'),
  ],
  accounts: [
    reference('item_id'),
    reference('bank_id', 'provider_id'),
    text('name'),
    text('type'),
    text('iban'),
    money('balance'),
    units('balance'),
    currency,
    truth('is_paused', 'paused'),
    truth('is_pro', 'pro'),
    updated,
  ],
  transactions: [
    account,
    reference('category_id'),
    day('date'),
    day('booking_date'),
    day('transaction_date'),
    day('value_date'),
    money('amount'),
    units('amount'),
    currency,
    text('description', 'clean_description'),
    text('raw_description', 'bank_description', 'provider_description'),
    truth('is_future', 'future'),
    truth('show_client_side'),
    updated,
  ],
  stocks: [
    account,
    text('label'),
    text('ticker'),
    text('isin'),
    text('marketplace'),
    decimals('quantity'),
    decimals('current_price'),
    decimals('average_purchase_price'),
    money('total_value'),
    currency,
    day('value_date'),
    moment('created_at'),
    updated,
  ],
  refreshes: [text('status'), moment('refreshed_at')],
}

/** Whether a row belongs into sums and has no exact amount in the smallest unit of its currency. */
export const isInexact = (feed: Feed, row: Row): boolean =>
  columns[feed].some(({ name, read }) => name === minorUnitsName && read(row) === null)
