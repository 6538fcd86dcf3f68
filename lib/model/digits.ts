/**
 * A decimal number: the integer `digits`, without leading or needless trailing zeros, divided by 10 to the power of
 * `scale`.
 */
export interface Digits {
  readonly sign: '' | '-'
  readonly digits: string
  readonly scale: number
}

/** A double can represent any decimal of this many significant digits exactly enough to read it back; not of more. */
const most = 15

/** Numbers below this have fewer significant digits in a double. */
const smallest = 1e-309

/**
 * What an issue says was expected when {@link digitsOf} refuses a number.
 */
export const expectedAmount = `a number of at most ${String(most)} significant digits`

/** The digits of the shortest decimal that equals the number; `undefined` if it has more than 15, or is not finite. */
export const digitsOf = (amount: unknown): Digits | undefined => {
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return undefined
  if (amount !== 0 && Math.abs(amount) < smallest) return undefined
  const [mantissa = '', exponent] = Math.abs(amount).toExponential().split('e')
  const digits = mantissa.replace('.', '')
  if (digits.length > most) return undefined
  return { sign: amount < 0 ? '-' : '', digits, scale: digits.length - 1 - Number(exponent) }
}

/** Writes a number with `scale` decimals, without an exponent. */
export const writeDigits = ({ sign, digits, scale }: Digits): string => {
  if (scale <= 0) return sign + digits + '0'.repeat(-scale)
  const padded = digits.padStart(scale + 1, '0')
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}
