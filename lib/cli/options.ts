import { InvalidArgumentError } from 'commander'

/** Reads an option as a whole number from `least` to `greatest`. */
export const wholeNumber =
  (least: number, greatest = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN
    if (value >= least && value <= greatest) return value
    const bound = greatest === Number.MAX_SAFE_INTEGER ? ' or more' : ` to ${String(greatest)}`
    throw new InvalidArgumentError(`Expected a whole number, ${String(least)}${bound}.`)
  }

/** Reads an option as a port. */
export const port = wholeNumber(0, 65_535)
