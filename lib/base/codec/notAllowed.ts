import { guardCodec } from './guardCodec.js'

/** The codec of a field that is not allowed; `expected` says why. */
export const notAllowed = (expected: string) => guardCodec(expected, (_): _ is undefined => false)
