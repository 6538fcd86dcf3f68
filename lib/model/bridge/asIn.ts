import * as t from 'io-ts'
import { pathsOf, withPaths } from '../../codec/paths.js'

/**
 * The codec of a field that every answer of some profiles has and that others lack: what it refuses is told with the
 * names of those profiles, for the service may speak another version.
 */
const asIn =
  (profiles: string) =>
  <A, O>(codec: t.Type<A, O>): t.Type<A, O> => {
    const { fast, plain } = pathsOf(codec)
    const validate = (u: unknown, context: t.Context) => plain(u, context) as t.Validation<A>
    const name = `${codec.name}, as in ${profiles}; does the service speak another version?`
    // Whoever asks what a codec knows looks behind this one, as behind a refinement of io-ts.
    const type = Object.assign(new t.Type(name, codec.is, validate, codec.encode), {
      _tag: 'RefinementType',
      type: codec,
    })
    return withPaths(type, { fast, plain: validate })
  }

/** What the profiles have that refer by hashes. */
export const asInEarlier = /* @__PURE__ */ asIn('bridge2018 and bridge2019')

/** What the profile has that refers to banks by ids. */
export const asIn2021 = /* @__PURE__ */ asIn('bridge2021')

/** What the profile has that refers to providers. */
export const asIn2025 = /* @__PURE__ */ asIn('bridge2025')

/** What the profiles have whose categories are inside one another. */
export const asInNested = /* @__PURE__ */ asIn('bridge2021 and bridge2025')
