import { guardCodec } from './guardCodec.js'

const shape = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * A UUID of any version, as a string whose case is preserved.
 *
 * @example
 * import { uuid } from 'rxbank/codec'
 *
 * assert.deepStrictEqual(uuid.is('c2a26c9e-dc23-4f67-b887-bbae0f26c415'), true)
 * assert.deepStrictEqual(uuid.is('c2a26c9e'), false)
 */
export const uuid = guardCodec('UUID', (u): u is string => typeof u === 'string' && shape.test(u))
