import * as t from 'io-ts'
import { guardCodec } from './guardCodec.js'

/**
 * A JSON object whose fields are not checked; `null` and arrays are refused.
 *
 * @example
 * import { object } from 'rxbank/codec'
 *
 * assert.deepStrictEqual(object.is({ any: 'thing' }), true)
 * assert.deepStrictEqual(object.is([]), false)
 */
export const object = guardCodec('object', (u): u is Readonly<Record<string, unknown>> => t.UnknownRecord.is(u))
