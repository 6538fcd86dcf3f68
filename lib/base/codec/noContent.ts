import * as t from 'io-ts'
import { shareAcrossCopies } from '../packageCopies.js'

/** The codec of an answer whose body does not matter: `undefined`, whatever was sent. */
export const noContent: t.Type<undefined, undefined> = /* @__PURE__ */ shareAcrossCopies(
  'noContent',
  () =>
    new t.Type(
      'no content',
      (u): u is undefined => u === undefined,
      () => t.success(undefined),
      () => undefined,
    ),
)
