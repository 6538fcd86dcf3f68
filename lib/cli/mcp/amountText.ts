import { isRight } from 'fp-ts/lib/Either.js'
import { majorUnits } from '../../service/model/majorUnits.js'

/** Formats minor units, a `bigint` or a string, as a decimal; `null` if they have no exact one. */
export const amountText = (units: unknown, currency: unknown): string | null => {
  const isExact = typeof units === 'bigint' || (typeof units === 'string' && /^-?\d+$/.test(units))
  if (!isExact || typeof currency !== 'string') return null
  const decimal = majorUnits(BigInt(units), currency)
  return isRight(decimal) ? decimal.right : null
}
