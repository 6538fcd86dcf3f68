import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { none } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import { decode } from '../codec/decode.js'
import type { Issue } from '../codec/issues.js'
import type { ClientError } from '../error/ClientError.js'
import { DecodeError, type DecodeReason } from '../error/DecodeError.js'

/** How the parameters that bring a user's browser back are read. */
interface Callback<A> {
  /** Its name in errors. */
  readonly operation: string
  readonly codec: t.Decoder<unknown, A>
  /** The parameters that must not be there twice. */
  readonly names: ReadonlyArray<string>
  /** What is read where the URL does not say. */
  readonly implied?: Readonly<Record<string, string>>
}

/** What is there more than once, in the fragment and in other letters too: one reader takes the first, another the last. */
const namedTwice = (query: URLSearchParams, hash: string, wanted: ReadonlyArray<string>): ReadonlyArray<string> => {
  const inHash = new URLSearchParams(hash.replace(/^#(?:[^?&=]*\?)?/, ''))
  const names = [...query.keys(), ...inHash.keys()].map((name) => name.toLowerCase())
  return wanted.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
}

/** Reads the URL to which a form sent the user's browser; `Left` when it is not whole, or about another user. */
export const readCallback = <A extends { readonly user_uuid: string }>(
  { operation, codec, names, implied = {} }: Callback<A>,
  url: string,
  expectedUserUuid: string,
): Either<ClientError, A> => {
  const failure = (wrong: ReadonlyArray<Issue>, reason: DecodeReason = 'shape') =>
    left(new DecodeError({ operation, page: none, reason, issues: wrong }))
  // An opaque URL, such as a `javascript:` one, is no place that a browser goes to: nothing resolves against it.
  if (!URL.canParse('/', url)) return failure([{ path: '', expected: 'an absolute URL' }])
  const { hash, searchParams } = new URL(url)
  const repeated = namedTwice(searchParams, hash, names)
  if (repeated.length > 0) return failure(repeated.map((name) => ({ path: `/${name}`, expected: 'to be there once' })))
  const decoded = decode(codec, { ...implied, ...Object.fromEntries(searchParams) })
  if (isLeft(decoded)) return failure(decoded.left)
  return decoded.right.user_uuid.toLowerCase() === expectedUserUuid.toLowerCase()
    ? right(decoded.right)
    : failure([{ path: '/user_uuid', expected: 'the user who was sent to the form' }], 'other-user')
}
