import * as t from 'io-ts'
import { shareAcrossCopies } from '../packageCopies.js'

/** The codec of a response whose body is ignored: it decodes everything to `undefined`. */
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
