import { decimal, majorUnits, minorUnits } from 'rxbank'

const locale = 'en-IE'

const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (currency: string): Intl.NumberFormat => {
  const known =
    formats.get(currency) ?? new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 20 })
  formats.set(currency, known)
  return known
}

/** Text of a decimal that never was a binary fraction. `Intl` shows it to its last digit; its types know texts since ES2023. */
const formatDecimal = (text: string, currency: string): string =>
  formatOf(currency)
    .format(text as unknown as number)
    .replace('-', '−')

/** What of a row or an account says an amount. */
export type Amount = number | null | undefined
export type Currency = string | null | undefined

/** An amount to its last digit; a dash for none. */
export const formatMoney = (amount: Amount, currency: Currency): string => {
  const exact = decimal(amount ?? undefined, currency)
  if (exact._tag === 'Left') return '–'
  return /^[A-Z]{3}$/.test(currency ?? '') ? formatDecimal(exact.right, currency ?? '') : exact.right.replace('-', '−')
}

/** A sum of one currency. */
export interface Sum {
  readonly currency: string
  /** The formatted sum; a dash if an amount of it is not exact, because a sum without that amount would be wrong. */
  readonly text: string
}

/** Sums by currency, in bigints of minor units. Rows without an amount, as of accounts that are not shared, do not count. */
export const sums = (
  rows: ReadonlyArray<{ readonly amount: Amount; readonly currency: Currency }>,
): ReadonlyArray<Sum> => {
  const totals = new Map<string, bigint | undefined>()
  for (const { amount, currency } of rows) {
    if (amount === null || amount === undefined || typeof currency !== 'string') continue
    const units = minorUnits(amount, currency)
    const before = totals.has(currency) ? totals.get(currency) : 0n
    totals.set(currency, units._tag === 'Right' && before !== undefined ? before + units.right : undefined)
  }
  return Array.from(totals, ([currency, total]) => {
    const text = total === undefined ? undefined : majorUnits(total, currency)
    return { currency, text: text?._tag === 'Right' ? formatDecimal(text.right, currency) : '–' }
  })
}
