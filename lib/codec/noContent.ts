import * as t from 'io-ts'

/** The codec of an answer whose body does not matter: `undefined`, whatever was sent. */
export const noContent: t.Type<undefined, undefined> = new t.Type(
  'no content',
  (u): u is undefined => u === undefined,
  () => t.success(undefined),
  () => undefined,
)
