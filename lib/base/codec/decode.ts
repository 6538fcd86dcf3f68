import { type Either, isLeft, left } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { type Issue, issues, shorten } from './issues.js'

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
