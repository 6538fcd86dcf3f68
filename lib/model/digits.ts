/** A number in decimal: `digits`, a whole number without needless zeros, over 10 to the power of `scale`. */
export interface Digits {
  readonly sign: '' | '-'
  readonly digits: string
  readonly scale: number
}

/** So many digits survive the way through a double, whatever they are; a longer text may be another number's too. */
const most = 15

/** Below this a double holds fewer digits. */
const smallest = 1e-309

/** What an issue says of a number that {@link digitsOf} does not read. */
export const expectedAmount = `a number of at most ${String(most)} significant digits`

/** The digits of the shortest decimal that is this number; `undefined` where it has more than 15, or is not finite. */
export const digitsOf = (amount: unknown): Digits | undefined => {
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return undefined
  if (amount !== 0 && Math.abs(amount) < smallest) return undefined
  const [mantissa = '', exponent] = Math.abs(amount).toExponential().split('e')
  const digits = mantissa.replace('.', '')
  if (digits.length > most) return undefined
  return { sign: amount < 0 ? '-' : '', digits, scale: digits.length - 1 - Number(exponent) }
}

/** Writes a number in full, with so many decimals or none. */
export const writeDigits = ({ sign, digits, scale }: Digits): string => {
  if (scale <= 0) return sign + digits + '0'.repeat(-scale)
  const padded = digits.padStart(scale + 1, '0')
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}
