import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { none } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import { exactUrl, localHostName } from '../../base/codec/exactUrl.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { id } from '../../base/codec/id.js'
import type { Issue } from '../../base/codec/issues.js'
import type { ClientError } from '../../base/error/ClientError.js'
import { DecodeError, type DecodeReason } from '../../base/error/DecodeError.js'
import { wrongOption } from '../../base/error/decodeOptions.js'

/** The schemes that browsers handle themselves: apps do not register them, and some of them run code. */
const browserSchemes =
  /^(?:about|blob|chrome|chrome-extension|data|file|filesystem|ftp|javascript|moz-extension|resource|vbscript|view-source|wss?):$/

/** The schemes with which operating systems start other programs, some with parameters from the URL. */
const systemSchemes =
  /^(?:android-app|content|intent|itms.*|ldaps?|mailto|market|ms-.*|nfs|search|search-ms|shell|smb|sms|smsto|ssh|tel|telnet):$/

/** The maximum length of a URL that browsers accept. */
const maxLength = 8192

/**
 * The codec of a URL that a user's browser may be sent to. No path resolves against an opaque URL, such as `mailto:`.
 */
export const redirectUrl = guardCodec(
  "a URL for a browser: https, http to this machine, or an app's own scheme",
  (u): u is string => {
    if (typeof u !== 'string' || u.length > maxLength || !URL.canParse('/', u)) return false
    const url = exactUrl(u)
    if (url === undefined) return false
    return url.protocol === 'http:'
      ? localHostName.test(url.hostname)
      : ![browserSchemes, systemSchemes].some((schemes) => schemes.test(url.protocol))
  },
)

/** The id of an item in a callback, with a name for app developers. */
export const itemId: t.Type<number, number> = /* @__PURE__ */ new t.Type(
  'the id of an item, such as 187741',
  id.is,
  id.validate,
  id.encode,
)

/** The codec of the `context` of a session, which its callback repeats. The rule is documented. */
export const sessionContext = /* @__PURE__ */ guardCodec(
  '1 to 100 letters, digits and hyphens',
  (u): u is string => typeof u === 'string' && /^[\dA-Za-z-]{1,100}$/.test(u),
)

/** The codec of the step at which a user has left. Undocumented values are accepted, because they are harmless. */
export const sessionStep = /* @__PURE__ */ guardCodec(
  'a word such as otp_form: 1 to 100 letters, digits, underscores and hyphens',
  (u): u is string => typeof u === 'string' && /^[\w-]{1,100}$/.test(u),
)

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
