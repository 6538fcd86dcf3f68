import * as t from 'io-ts'
import { decodersOf, withDecoders } from '../../base/codec/decode.js'

/**
 * The codec of a field that exists in some profiles only. Its issues name these profiles, as the service may use
 * another version.
 */
const fieldOf =
  (profiles: string) =>
  <A, O>(codec: t.Type<A, O>): t.Type<A, O> => {
    const decoders = decodersOf(codec)
    const validate = (u: unknown, context: t.Context) => decoders.validate(u, context) as t.Validation<A>
    const name = `${codec.name}, as in ${profiles}; does the service speak another version?`
    // Marked as a refinement, so that functions that read the structure of codecs find the inner codec.
    const type = Object.assign(new t.Type(name, codec.is, validate, codec.encode), {
      _tag: 'RefinementType',
      type: codec,
    })
    return withDecoders(type, { fast: decoders.fast, validate })
  }

/** The codec of a field that only the profile whose references are objects has. */
export const fieldOf2018 = /* @__PURE__ */ fieldOf('bridge2018')

/** The codec of a field that only the profile that refers to banks by their ids has. */
export const fieldOf2021 = /* @__PURE__ */ fieldOf('bridge2021')

/** The codec of a field that only the profile whose banks are providers has. */
export const fieldOf2025 = /* @__PURE__ */ fieldOf('bridge2025')

/** The codec of a field that only the profiles whose categories are nested have. */
export const fieldOf2021And2025 = /* @__PURE__ */ fieldOf('bridge2021 and bridge2025')
