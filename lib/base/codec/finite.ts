import { guardCodec } from './guardCodec.js'

/**
 * A finite number. JSON cannot represent `NaN` and infinities, but `JSON.parse` reads `1e999` as `Infinity`.
 *
 * @example
 * import { finite } from 'rxbank/codec'
 *
 * assert.deepStrictEqual(finite.is(-4.99), true)
 * assert.deepStrictEqual(finite.is(JSON.parse('1e999')), false)
 */
export const finite = guardCodec('number', (u): u is number => Number.isFinite(u))
