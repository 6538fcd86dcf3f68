import type * as t from 'io-ts'
import { guardCodec } from './guardCodec.js'
import { quantity } from './issues.js'

/** A whole number from `min` to `max`; without `max`, up to the largest safe integer. */
export const integer = (min: number, max = Infinity): t.Type<number, number> => {
  const range = max === Infinity ? `${String(min)} or more` : `${String(min)} to ${String(max)}`
  const codec = guardCodec(
    `a whole number, ${range}`,
    (u): u is number => Number.isSafeInteger(u) && (u as number) >= min && (u as number) <= max,
  )
  return Object.assign(codec, quantity)
}
