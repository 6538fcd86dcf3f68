import * as t from 'io-ts'

/**
 * Gives the decoded value, or `undefined` where it does not answer: then the plain path is asked.
 *
 * Where `isOwned`, for a value that was just parsed and that nobody else holds, the value is converted in place, and is
 * spoilt where there is no answer.
 */
export type Fast = (u: unknown, isOwned: boolean) => unknown

/** The two ways to decode by a codec. */
export interface Paths {
  /** `undefined` where the codec, or one inside it, is somebody else's. */
  readonly fast: Fast | undefined
  /** As io-ts does it: it knows where a value is wrong, and takes the plain path all the way down. */
  readonly plain: t.Validate<unknown, unknown>
}

interface OwnPaths extends Paths {
  readonly fast: Fast
  readonly codec: unknown
  readonly decode: unknown
}

const own = (codec: t.Decoder<unknown, unknown>, fast: Fast, plain: Paths['plain']): OwnPaths => ({
  codec,
  decode: codec.decode,
  fast,
  plain,
})

/**
 * By `validate`: a codec that was made from another one may have all else of it.
 *
 * The codecs of io-ts are known by being these, whatever their tags say.
 */
const known = /* @__PURE__ */ (() =>
  new WeakMap<t.Validate<never, unknown>, OwnPaths>(
    ([t.string, t.boolean, t.number, t.unknown] as ReadonlyArray<t.Mixed>).map((codec) => [
      codec.validate,
      own(codec, (u): unknown => (codec.is(u) ? u : undefined), codec.validate),
    ]),
  ))()

/** The paths of any codec; somebody else's is called as it is. */
export const pathsOf = (codec: t.Decoder<unknown, unknown>): Paths =>
  known.get(codec.validate) ?? { fast: undefined, plain: (u, context) => codec.validate(u, context) }

/** The codec, whose paths are known from now on. */
export const withPaths = <C extends t.Mixed>(codec: C, { fast, plain }: Paths): C => {
  if (fast) known.set(codec.validate, own(codec, fast, plain))
  return codec
}

/** The paths of a codec whose own `decode` takes them, and nobody has put another in its place. */
export const ownPaths = (codec: t.Decoder<unknown, unknown>): OwnPaths | undefined => {
  const paths = known.get(codec.validate)
  return paths?.codec === codec && paths.decode === codec.decode ? paths : undefined
}

/** A codec without its fast path. */
export const plainOf = <A>(codec: t.Decoder<unknown, A>, { plain }: Paths): t.Decoder<unknown, A> => {
  const validate = plain as t.Validate<unknown, A>
  return { name: codec.name, validate, decode: (u) => validate(u, [{ key: '', type: codec, actual: u }]) }
}
