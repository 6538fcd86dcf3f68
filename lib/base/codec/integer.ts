import type * as t from 'io-ts'
import { check } from './check.js'
import { quantity } from './issues.js'

/** A whole number from `least` to `most`; without `most`, up to the largest safe integer. */
export const integer = (least: number, most = Infinity): t.Type<number, number> => {
  const range = most === Infinity ? `${String(least)} or more` : `${String(least)} to ${String(most)}`
  const codec = check(
    `a whole number, ${range}`,
    (u): u is number => Number.isSafeInteger(u) && (u as number) >= least && (u as number) <= most,
  )
  return Object.assign(codec, quantity)
}
