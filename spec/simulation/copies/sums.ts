import { isLeft } from 'fp-ts/lib/Either.js'
import { minorUnits } from '../../../lib/service/model/minorUnits.js'
import { accountOf, type CopiedRow, isBooked } from './Rows.js'

/** The sums of booked rows by account and currency, in the smallest unit, with the number of rows that have no exact amount. */
export type Sums = Readonly<Record<string, string>>

const sumText = (units: bigint, inexact: number): string =>
  `${String(units)}${inexact === 0 ? '' : `, and ${String(inexact)} rows without an exact amount`}`

/** Adds up booked rows; `unitsOf` tells the amount of a row in the smallest unit, or `undefined` if it has none. */
const addUp = (rows: Iterable<CopiedRow>, unitsOf: (row: CopiedRow) => bigint | undefined): Sums => {
  const totals = new Map<string, { units: bigint; inexact: number }>()
  for (const row of rows) {
    if (!isBooked(row)) continue
    const key = `${accountOf(row)} ${String(row.currency_code)}`
    const total = totals.get(key) ?? { units: 0n, inexact: 0 }
    const units = unitsOf(row)
    if (units === undefined) total.inexact++
    else total.units += units
    totals.set(key, total)
  }
  return Object.fromEntries(
    [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, { units, inexact }]) => [key, sumText(units, inexact)]),
  )
}

/** An amount in the smallest unit by plain arithmetic; `undefined` if it is no exact amount. */
const unitsOfService = ({ amount, currency_code }: CopiedRow): bigint | undefined => {
  const units = Number(amount ?? NaN) * (currency_code === 'JPY' ? 1 : 100)
  const isExact = Number.isFinite(units) && Math.abs(units - Math.round(units)) < 1e-6
  return isExact ? BigInt(Math.round(units)) : undefined
}

/** The sums of the service. */
export const sumsOfService = (rows: Iterable<CopiedRow>): Sums => addUp(rows, unitsOfService)

/** The sums of rows in memory, as the guides add them up. */
export const sumsOfMemory = (rows: Iterable<CopiedRow>): Sums =>
  addUp(rows, ({ amount, currency_code }) => {
    const units = minorUnits(amount as number, currency_code as string)
    return isLeft(units) ? undefined : units.right
  })

/** A row of the view `booked_sums`. */
export interface BookedSum {
  readonly account_id: string
  readonly currency_code: string
  readonly minor_units: string | number | null
  readonly inexact_count: number
}

/** The sums of a mirror. */
export const sumsOfMirror = (rows: ReadonlyArray<BookedSum>): Sums =>
  Object.fromEntries(
    rows
      .map(({ account_id, currency_code, minor_units, inexact_count }): [string, string] => [
        `${account_id} ${currency_code}`,
        sumText(BigInt(minor_units ?? 0), inexact_count),
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** Where two sums differ, in words. */
export const differenceOf = (copy: Sums, service: Sums): string | undefined => {
  const key = [...new Set([...Object.keys(service), ...Object.keys(copy)])].find((name) => copy[name] !== service[name])
  return key === undefined
    ? undefined
    : `account ${key}: ${copy[key] ?? 'no row'}, the service has ${service[key] ?? 'no row'}`
}
