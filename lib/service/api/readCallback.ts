import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { none } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import type { Issue } from '../../base/codec/issues.js'
import type { ClientError } from '../../base/error/ClientError.js'
import { DecodeError, type DecodeReason } from '../../base/error/DecodeError.js'
import { wrongOption } from '../../base/error/wrongOption.js'

/** How the parameters of a callback URL are read. */
interface Callback<A> {
  /** Its name in errors. */
  readonly operation: string
  readonly codec: t.Decoder<unknown, A>
  /** The parameters that must not occur twice. */
  readonly names: ReadonlyArray<string>
  /** The parameters that may be missing. If they are empty, they count as missing. */
  readonly optional?: ReadonlyArray<string>
  /** The values of parameters that the URL does not have. */
  readonly implied?: Readonly<Record<string, string>>
}

/**
 * The parameters that occur more than once, in the query or the fragment, ignoring case: some readers take the first
 * value and others the last.
 */
const repeatedNames = (
  query: URLSearchParams,
  hash: string,
  expected: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const inHash = new URLSearchParams(hash.replace(/^#(?:[^?&=]*\?)?/, ''))
  const names = [...query.keys(), ...inHash.keys()].map((name) => name.toLowerCase())
  return expected.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
}

/** Reads the URL to which a form redirected the user's browser; `Left` if it is incomplete or about another user. */
export const readCallback = <A extends { readonly user_uuid: string }>(
  { operation, codec, names, optional = [], implied = {} }: Callback<A>,
  url: string,
  expectedUserUuid: string,
): Either<ClientError, A> => {
  const failure = (issues: ReadonlyArray<Issue>, reason: DecodeReason = 'callback') =>
    left(new DecodeError({ operation, page: none, reason, issues }))
  if (typeof expectedUserUuid !== 'string')
    return left(wrongOption('/expectedUserUuid', 'the uuid of the user who was sent to the form'))
  // No relative URL can be resolved against an opaque one, such as `javascript:…`, which is not a valid callback.
  if (typeof url !== 'string' || !URL.canParse('/', url)) return failure([{ path: '', expected: 'an absolute URL' }])
  const { hash, searchParams } = new URL(url)
  const repeated = repeatedNames(searchParams, hash, names)
  if (repeated.length > 0) return failure(repeated.map((name) => ({ path: `/${name}`, expected: 'to occur once' })))
  const parameters = Array.from(searchParams).filter(([name, value]) => value !== '' || !optional.includes(name))
  const decoded = decode(codec, { ...implied, ...Object.fromEntries(parameters) })
  if (isLeft(decoded)) return failure(decoded.left)
  return decoded.right.user_uuid.toLowerCase() === expectedUserUuid.toLowerCase()
    ? right(decoded.right)
    : failure([{ path: '/user_uuid', expected: 'the user who was sent to the form' }], 'other-user')
}
