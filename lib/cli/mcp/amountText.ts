import { isRight } from 'fp-ts/lib/Either.js'
import { majorUnits } from '../../index.js'

/** An amount as a decimal text, of minor units or their text; `null` if it has no exact one. */
export const amountText = (units: unknown, currency: unknown): string | null => {
  const isExact = typeof units === 'bigint' || (typeof units === 'string' && /^-?\d+$/.test(units))
  if (!isExact || typeof currency !== 'string') return null
  const written = majorUnits(BigInt(units), currency)
  return isRight(written) ? written.right : null
}
