import * as t from 'io-ts'

/**
 * Returns the decoded value, or `undefined` if the plain path has to decide.
 *
 * With `isOwned`, the value was just parsed and nothing else refers to it, so it is converted in place. If the result is
 * `undefined`, parts of the value may have been converted already.
 */
export type Fast = (u: unknown, isOwned: boolean) => unknown

/** The two ways to decode with a codec. */
export interface Paths {
  /** `undefined` if the codec, or one inside it, is neither from this library nor from io-ts. */
  readonly fast: Fast | undefined
  /** Decodes as io-ts does, with the path of each error, and without any fast path inside. */
  readonly plain: t.Validate<unknown, unknown>
}

interface RegisteredPaths extends Paths {
  readonly fast: Fast
  readonly codec: unknown
  readonly decode: unknown
}

const toRegisteredPaths = (codec: t.Decoder<unknown, unknown>, fast: Fast, plain: Paths['plain']): RegisteredPaths => ({
  codec,
  decode: codec.decode,
  fast,
  plain,
})

/**
 * The paths of codecs. The key is the `validate` function, because a codec that was derived from another one may share
 * everything else with it. The codecs of io-ts are recognized by identity, not by their tags.
 */
const pathsByValidate = /* @__PURE__ */ (() =>
  new WeakMap<t.Validate<never, unknown>, RegisteredPaths>(
    ([t.string, t.boolean, t.number, t.unknown] as ReadonlyArray<t.Mixed>).map((codec) => [
      codec.validate,
      toRegisteredPaths(codec, (u): unknown => (codec.is(u) ? u : undefined), codec.validate),
    ]),
  ))()

/** The paths of any codec; an unknown codec has only the plain path, which calls it. */
export const pathsOf = (codec: t.Decoder<unknown, unknown>): Paths =>
  pathsByValidate.get(codec.validate) ?? { fast: undefined, plain: (u, context) => codec.validate(u, context) }

/** Registers the paths of a codec and returns the codec. */
export const withPaths = <C extends t.Mixed>(codec: C, { fast, plain }: Paths): C => {
  if (fast) pathsByValidate.set(codec.validate, toRegisteredPaths(codec, fast, plain))
  return codec
}

/** The registered paths of a codec, if its `decode` was not replaced. */
export const registeredPaths = (codec: t.Decoder<unknown, unknown>): RegisteredPaths | undefined => {
  const paths = pathsByValidate.get(codec.validate)
  return paths?.codec === codec && paths.decode === codec.decode ? paths : undefined
}

/** A codec without its fast path. */
export const plainOf = <A>(codec: t.Decoder<unknown, A>, { plain }: Paths): t.Decoder<unknown, A> => {
  const validate = plain as t.Validate<unknown, A>
  return { name: codec.name, validate, decode: (u) => validate(u, [{ key: '', type: codec, actual: u }]) }
}
