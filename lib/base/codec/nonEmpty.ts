import { guardCodec } from './guardCodec.js'

/** A text of at least one character. */
export const nonEmpty = guardCodec('a string that is not empty', (u): u is string => typeof u === 'string' && u !== '')
