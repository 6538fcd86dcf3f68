import { guardCodec } from '../../base/codec/guardCodec.js'

/** A text that any header can carry: printable ASCII without spaces. */
export const headerText = guardCodec(
  'printable characters without spaces',
  (u): u is string => typeof u === 'string' && /^[\x21-\x7e]+$/.test(u),
)
