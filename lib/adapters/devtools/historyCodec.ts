import { guardCodec } from '../../base/codec/guardCodec.js'

/** The codec of the maximum length of a list. */
export const historyCodec = /* @__PURE__ */ guardCodec(
  'an integer from 1 to 10000',
  (u): u is number => Number.isInteger(u) && Number(u) >= 1 && Number(u) <= 10_000,
)
