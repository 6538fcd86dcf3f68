import * as t from 'io-ts'
import { withDecoders } from './decoders.js'

/** Creates a codec from `read`, which returns the decoded value, or `undefined` for a value that it refuses. */
export const createCodec = <A, O>(
  name: string,
  is: t.Is<A>,
  read: (u: unknown) => A | undefined,
  encode: t.Encode<A, O>,
): t.Type<A, O> => {
  const validate: t.Validate<unknown, A> = (u, context) => {
    const decoded = read(u)
    return decoded === undefined ? t.failure(u, context) : t.success(decoded)
  }
  return withDecoders(new t.Type(name, is, validate, encode), { fast: read, validate })
}
