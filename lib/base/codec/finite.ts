import { guardCodec } from './guardCodec.js'

/**
 * A number that JSON can carry both ways: neither `NaN` nor infinite, which `1e999` in a text would become.
 *
 * @example
 * import { finite } from 'rxbank/codec'
 *
 * assert.deepStrictEqual(finite.is(-4.99), true)
 * assert.deepStrictEqual(finite.is(JSON.parse('1e999')), false)
 */
export const finite = guardCodec('number', (u): u is number => Number.isFinite(u))
