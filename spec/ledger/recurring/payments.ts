import type { LedgerRow } from '../../../lib/ledger/toLedgerEntry.js'

/** A row of the service, of account 1, in euros. */
export const paymentRow = (id: number, date: string, amount: number, text = 'Netflix'): LedgerRow => ({
  id,
  account_id: 1,
  amount,
  currency_code: 'EUR',
  date,
  clean_description: text,
})

/** Rows of one text and amount on several days. */
export const payments = (dates: ReadonlyArray<string>, amount = -9.99, text = 'Netflix', firstId = 1) =>
  dates.map((date, index) => paymentRow(firstId + index, date, amount, text))

const pad = (number: number): string => String(number).padStart(2, '0')

/** A day of each month from January 2025 on. */
export const monthly = (count: number, day: number | string = '05'): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => {
    const year = 2025 + Math.floor(index / 12)
    const month = (index % 12) + 1
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
    return `${String(year)}-${pad(month)}-${pad(Math.min(Number(day), last))}`
  })

/** Each so many days from a day on. */
export const everyDays = (count: number, days: number, from: string): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * days * 86_400_000).toISOString().slice(0, 10),
  )
