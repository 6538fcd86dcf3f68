import * as t from 'io-ts'
import { withPaths } from './paths.js'

/** Creates a codec from `read`, which returns the decoded value, or `undefined` for a value that it refuses. */
export const createCodec = <A, O>(
  name: string,
  is: t.Is<A>,
  read: (u: unknown) => A | undefined,
  encode: t.Encode<A, O>,
): t.Type<A, O> => {
  const plain: t.Validate<unknown, A> = (u, context) => {
    const decoded = read(u)
    return decoded === undefined ? t.failure(u, context) : t.success(decoded)
  }
  return withPaths(new t.Type(name, is, plain, encode), { fast: read, plain })
}
