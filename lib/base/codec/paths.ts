import * as t from 'io-ts'

/**
 * Returns the decoded value, or `undefined` if it cannot decide: then the plain path is used.
 *
 * With `isOwned`, for a value that was just parsed and that nothing else refers to, the value is converted in place. If
 * the result is `undefined`, it may have been changed in part.
 */
export type Fast = (u: unknown, isOwned: boolean) => unknown

/** The two ways to decode by a codec. */
export interface Paths {
  /** `undefined` if the codec, or one inside it, is not of this library or of io-ts. */
  readonly fast: Fast | undefined
  /** Decodes as io-ts does, with the path of each error, and without any fast path inside. */
  readonly plain: t.Validate<unknown, unknown>
}

interface OwnPaths extends Paths {
  readonly fast: Fast
  readonly codec: unknown
  readonly decode: unknown
}

const toOwnPaths = (codec: t.Decoder<unknown, unknown>, fast: Fast, plain: Paths['plain']): OwnPaths => ({
  codec,
  decode: codec.decode,
  fast,
  plain,
})

/**
 * The paths by the `validate` function of a codec: a codec that was derived from another one may share everything else
 * with it. The codecs of io-ts are recognised by identity, not by their tags.
 */
const pathsByValidate = /* @__PURE__ */ (() =>
  new WeakMap<t.Validate<never, unknown>, OwnPaths>(
    ([t.string, t.boolean, t.number, t.unknown] as ReadonlyArray<t.Mixed>).map((codec) => [
      codec.validate,
      toOwnPaths(codec, (u): unknown => (codec.is(u) ? u : undefined), codec.validate),
    ]),
  ))()

/** The paths of any codec; an unknown codec has only the plain path, which calls it. */
export const pathsOf = (codec: t.Decoder<unknown, unknown>): Paths =>
  pathsByValidate.get(codec.validate) ?? { fast: undefined, plain: (u, context) => codec.validate(u, context) }

/** Registers the paths of a codec and returns the codec. */
export const withPaths = <C extends t.Mixed>(codec: C, { fast, plain }: Paths): C => {
  if (fast) pathsByValidate.set(codec.validate, toOwnPaths(codec, fast, plain))
  return codec
}

/** The paths of a codec, if its `decode` is the one of io-ts and was not replaced. */
export const ownPaths = (codec: t.Decoder<unknown, unknown>): OwnPaths | undefined => {
  const paths = pathsByValidate.get(codec.validate)
  return paths?.codec === codec && paths.decode === codec.decode ? paths : undefined
}

/** A codec without its fast path. */
export const plainOf = <A>(codec: t.Decoder<unknown, A>, { plain }: Paths): t.Decoder<unknown, A> => {
  const validate = plain as t.Validate<unknown, A>
  return { name: codec.name, validate, decode: (u) => validate(u, [{ key: '', type: codec, actual: u }]) }
}
