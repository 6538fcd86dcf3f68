import { majorUnits } from 'rxbank'

/** An amount as Actual has it: hundredths, also of yen. `undefined` if it has no exact one. */
export const toHundredths = (minorUnits: bigint, currency: string): number | undefined => {
  const amount = majorUnits(minorUnits, currency)
  if (amount._tag === 'Left') return undefined
  const [, whole = '', fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(amount.right) ?? []
  if (whole === '' || /[1-9]/.test(fraction.slice(2))) return undefined
  const hundredths = Number(whole + fraction.slice(0, 2).padEnd(2, '0'))
  return Number.isSafeInteger(hundredths) ? hundredths : undefined
}
