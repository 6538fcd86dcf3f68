import { isLeft } from 'fp-ts/Either'
import { majorUnits } from 'rxbank'

/** An exact amount in minor units as a decimal, such as `12.50`; `null` if the digits of its currency are not known. */
export const decimalText = (units: bigint, currency: string): string | null => {
  const text = majorUnits(units, currency)
  return isLeft(text) ? null : text.right
}
