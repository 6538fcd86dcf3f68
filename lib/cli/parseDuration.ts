import { InvalidArgumentError } from 'commander'
import { duration } from './formatText.js'

const units = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Parses an option as a duration with a unit, of at least `min` milliseconds; returns milliseconds. */
export const parseDuration =
  (min: number) =>
  (text: string): number => {
    const [, number, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|min|h|d)$/.exec(text) ?? []
    const value = unit === undefined ? NaN : Number(number) * units[unit as keyof typeof units]
    if (value >= min) return value
    const bound = min === 0 ? '' : `, ${duration(min)} or more`
    throw new InvalidArgumentError(`Expected a time such as 500ms, 30s, 5m or 2h${bound}.`)
  }
