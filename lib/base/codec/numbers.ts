import type * as t from 'io-ts'
import { guardCodec } from './guardCodec.js'
import { quantity } from './issues.js'

/** A time in milliseconds: finite, and `min` or more. */
export const milliseconds = (min: number): t.Type<number, number> =>
  Object.assign(
    guardCodec(`milliseconds, ${String(min)} or more`, (u): u is number => Number.isFinite(u) && (u as number) >= min),
    quantity,
  )

/** An integer from `min` to `max`; without `max`, up to the largest safe integer. */
export const integer = (min: number, max = Infinity): t.Type<number, number> => {
  const range = max === Infinity ? `${String(min)} or more` : `${String(min)} to ${String(max)}`
  const codec = guardCodec(
    `a whole number, ${range}`,
    (u): u is number => Number.isSafeInteger(u) && (u as number) >= min && (u as number) <= max,
  )
  return Object.assign(codec, quantity)
}

/**
 * A finite number. JSON cannot represent `NaN` and infinities, but `JSON.parse` reads `1e999` as `Infinity`.
 *
 * @example
 * import { finite } from 'rxbank/codec'
 *
 * assert.deepStrictEqual(finite.is(-4.99), true)
 * assert.deepStrictEqual(finite.is(JSON.parse('1e999')), false)
 */
export const finite = /* @__PURE__ */ guardCodec('number', (u): u is number => Number.isFinite(u))
