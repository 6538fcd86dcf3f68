import { isLeft } from 'fp-ts/lib/Either.js'
import { object } from '../../base/codec/object.js'
import { minorUnits } from './minorUnits.js'

/**
 * Whether a row has an amount or a balance that is not a whole number of the smallest units of its currency, so that
 * sums leave it out.
 */
export const hasInexactAmount = (row: unknown): boolean => {
  if (!object.is(row)) return false
  const amount = row.amount ?? row.balance ?? null
  return amount !== null && isLeft(minorUnits(amount as number, row.currency_code as string))
}
