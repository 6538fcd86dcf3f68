import { guardCodec } from '../../base/codec/guardCodec.js'

/** A text of the characters that any header can carry. */
export const headerText = guardCodec(
  'printable characters without spaces',
  (u): u is string => typeof u === 'string' && /^[\x21-\x7e]+$/.test(u),
)
