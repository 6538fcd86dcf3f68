import { type Either, isLeft, left } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type Issue, issues, shorten } from './issues.js'

/**
 * Returns the decoded value, or `undefined` if `validate` has to decide.
 *
 * With `isOwned`, the value was just parsed and nothing else refers to it, so it is converted in place. If the result
 * is `undefined`, parts of the value may have been converted already.
 */
export type FastDecoder = (u: unknown, isOwned: boolean) => unknown

/** The two ways to decode with a codec. */
export interface Decoders {
  /** `undefined` if the codec, or an inner codec, is neither from this library nor from io-ts. */
  readonly fast: FastDecoder | undefined
  /** Decodes as io-ts does, with the path of each error, and without any fast inner decoder. */
  readonly validate: t.Validate<unknown, unknown>
}

interface RegisteredDecoders extends Decoders {
  readonly fast: FastDecoder
  readonly codec: unknown
  readonly decode: unknown
}

const toRegisteredDecoders = (
  codec: t.Decoder<unknown, unknown>,
  fast: FastDecoder,
  validate: Decoders['validate'],
): RegisteredDecoders => ({
  codec,
  decode: codec.decode,
  fast,
  validate,
})

/**
 * The decoders of codecs. The key is the `validate` function, because a codec that was derived from another one may
 * share everything else with it. The codecs of io-ts are recognized by identity, not by their tags.
 */
const decodersByValidate = /* @__PURE__ */ (() =>
  new WeakMap<t.Validate<never, unknown>, RegisteredDecoders>(
    ([t.string, t.boolean, t.number, t.unknown] as ReadonlyArray<t.Mixed>).map((codec) => [
      codec.validate,
      toRegisteredDecoders(codec, (u): unknown => (codec.is(u) ? u : undefined), codec.validate),
    ]),
  ))()

/** The decoders of any codec; an unknown codec has only `validate`, which calls it. */
export const decodersOf = (codec: t.Decoder<unknown, unknown>): Decoders =>
  decodersByValidate.get(codec.validate) ?? { fast: undefined, validate: (u, context) => codec.validate(u, context) }

/** Registers the decoders of a codec and returns the codec. */
export const withDecoders = <C extends t.Mixed>(codec: C, { fast, validate }: Decoders): C => {
  if (fast) decodersByValidate.set(codec.validate, toRegisteredDecoders(codec, fast, validate))
  return codec
}

/** The registered decoders of a codec, if its `decode` was not replaced. */
export const registeredDecoders = (codec: t.Decoder<unknown, unknown>): RegisteredDecoders | undefined => {
  const decoders = decodersByValidate.get(codec.validate)
  return decoders?.codec === codec && decoders.decode === codec.decode ? decoders : undefined
}

/** A codec without its fast decoder. */
export const withoutFast = <A>(codec: t.Decoder<unknown, A>, decoders: Decoders): t.Decoder<unknown, A> => {
  const validate = decoders.validate as t.Validate<unknown, A>
  return { name: codec.name, validate, decode: (u) => validate(u, [{ key: '', type: codec, actual: u }]) }
}

/**
 * Decodes a value. Returns the decoded value or {@link Issue}s; never throws.
 *
 * If the codec throws, or overflows the stack for a deeply nested value, the issue says so.
 *
 * @example
 * import { decode, id } from 'rxbank/codec'
 * import { left, right } from 'fp-ts/lib/Either.js'
 *
 * assert.deepStrictEqual(decode(id, '42'), right(42))
 * assert.deepStrictEqual(decode(id, 'x'), left([{ path: '', expected: 'id' }]))
 */
export const decode = <A>(codec: t.Decoder<unknown, A>, u: unknown): Either<ReadonlyArray<Issue>, A> => {
  try {
    const decoded = codec.decode(u)
    return isLeft(decoded) ? left(issues(decoded.left)) : decoded
  } catch {
    return left([{ path: '', expected: `${shorten(codec.name)} (its codec threw)` }])
  }
}
