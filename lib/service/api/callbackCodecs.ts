import * as t from 'io-ts'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { id } from '../../base/codec/id.js'

/** The id of an item in a callback, with a name for app developers. */
export const itemId: t.Type<number, number> = /* @__PURE__ */ new t.Type(
  'the id of an item, such as 187741',
  id.is,
  id.validate,
  id.encode,
)

/** The codec of the `context` of a session, which its callback repeats. The rule is documented. */
export const sessionContext = /* @__PURE__ */ guardCodec(
  '1 to 100 letters, digits and hyphens',
  (u): u is string => typeof u === 'string' && /^[\dA-Za-z-]{1,100}$/.test(u),
)

/** The codec of the step at which a user has left. Words that are not documented are accepted, because they are harmless. */
export const sessionStep = /* @__PURE__ */ guardCodec(
  'a word such as otp_form: 1 to 100 letters, digits, underscores and hyphens',
  (u): u is string => typeof u === 'string' && /^[\w-]{1,100}$/.test(u),
)
