import { none } from 'fp-ts/lib/Option.js'
import type { Issue } from '../../base/codec/issues.js'
import { DecodeError } from '../../base/error/DecodeError.js'

/** The issue of a wrong argument; it says so if the value is missing. */
export const argumentIssue = (path: string, expected: string, value: unknown): Issue => ({
  path,
  expected: value === undefined || value === null ? `${expected} (missing)` : expected,
})

/** The error of an amount that cannot be read exactly; it shows neither the amount nor the currency. */
export const wrongAmount = (operation: string, issues: ReadonlyArray<Issue>): DecodeError =>
  new DecodeError({ operation, page: none, reason: 'amount', issues })

/** A decimal number: the integer `digits`, without leading zeros, divided by 10 to the power of `scale`. */
export interface Digits {
  readonly sign: '' | '-'
  readonly digits: string
  readonly scale: number
}

/** A double preserves every decimal of up to this many significant digits. */
const maxDigits = 15

/** Below this magnitude a double has fewer significant digits. */
const minMagnitude = 1e-309

/** A decimal in a string, such as `-12.30`. */
const decimalText = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/

/** The `expected` of an issue for an amount that {@link digitsOf} refuses. */
export const expectedAmount = 'a number of at most 15 significant digits, or a decimal as text'

/** The digits of the shortest decimal that a double reads as this number. */
const digitsOfNumber = (amount: number): Digits => {
  const [mantissa = '', exponent] = Math.abs(amount).toExponential().split('e')
  const digits = mantissa.replace('.', '')
  return { sign: amount < 0 ? '-' : '', digits, scale: digits.length - 1 - Number(exponent) }
}

/** The digits of a decimal that was sent as a string: all of them, including zeros at the end. */
const digitsOfText = (amount: string): Digits | undefined => {
  const [match, sign, integerPart = '', decimals = ''] = decimalText.exec(amount) ?? []
  if (match === undefined) return undefined
  const digits = (integerPart + decimals).replace(/^0+(?=\d)/, '')
  return { sign: sign === '-' && /[1-9]/.test(digits) ? '-' : '', digits, scale: decimals.length }
}

/**
 * The digits of an amount exactly as it was sent: a decimal in a string, or a number. `undefined` for a number with
 * more than 15 digits, for a number so small that a double has fewer digits, and for everything else.
 */
export const digitsOf = (amount: unknown): Digits | undefined => {
  // #sabotage: amount-text
  if (typeof amount === 'string') return digitsOfText(amount)
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return undefined
  if (amount !== 0 && Math.abs(amount) < minMagnitude) return undefined
  const digits = digitsOfNumber(amount)
  return digits.digits.length > maxDigits ? undefined : digits
}

const distance = (a: bigint, b: bigint): bigint => (a < b ? b - a : a - b)

/** The multiple of `unit` that is nearest to a number that is not negative. */
const roundTo = (value: bigint, unit: bigint): bigint => ((value + unit / 2n) / unit) * unit

/**
 * Removes the noise of binary arithmetic from an amount: the result has at most `decimals` decimals. `undefined` if the
 * amount has more digits that are not noise.
 *
 * Noise is a difference of less than a millionth of the currency's smallest unit. In a number with more than 15
 * significant digits, the further digits are noise as well, unless they are worth at least a tenth of the smallest
 * unit.
 */
export const withoutNoise = (amount: unknown, decimals: number): Digits | undefined => {
  const isNumber = typeof amount === 'number' && Number.isFinite(amount)
  const exact = digitsOf(amount)
  const sentDigits = exact ?? (isNumber ? digitsOfNumber(amount) : undefined)
  if (sentDigits === undefined || sentDigits.scale <= decimals) return exact
  const value = BigInt(sentDigits.digits)
  const unit = 10n ** BigInt(sentDigits.scale - decimals)
  const rounded = roundTo(value, unit)
  const extraDigits = isNumber ? Math.max(0, sentDigits.digits.length - maxDigits) : 0
  const significant = roundTo(value, 10n ** BigInt(extraDigits))
  if (distance(significant, rounded) * 1_000_000n >= unit || distance(value, rounded) * 10n >= unit) return undefined
  const digits = String(rounded / unit)
  if (isNumber && digits.length > maxDigits) return undefined
  return { sign: rounded === 0n ? '' : sentDigits.sign, digits, scale: decimals }
}

/** Writes a number with `scale` decimals, without an exponent. */
export const writeDigits = ({ sign, digits, scale }: Digits): string => {
  if (scale <= 0) return sign + digits + '0'.repeat(-scale)
  const padded = digits.padStart(scale + 1, '0')
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}

/** Removes zeros at the end of the decimals. */
export const withoutZeros = ({ sign, digits, scale }: Digits): Digits => {
  const zeros = /0*$/.exec(digits)?.[0].length ?? 0
  if (zeros === digits.length) return { sign: '', digits: '0', scale: 0 }
  const removed = Math.max(0, Math.min(scale, zeros))
  return { sign, digits: digits.slice(0, digits.length - removed), scale: scale - removed }
}
