import { guardCodec } from '../../base/codec/guardCodec.js'
import { toStorable } from './rowText.js'

/** The codec of a short text that every database can store unchanged, such as the name of a user. */
export const shortText = guardCodec(
  'text of 1 to 255 characters, without NUL or unpaired surrogates',
  (u): u is string => typeof u === 'string' && u.length >= 1 && u.length <= 255 && toStorable(u) === u,
)
