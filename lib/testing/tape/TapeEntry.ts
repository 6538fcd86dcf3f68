import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { integer, milliseconds } from '../../base/codec/numbers.js'
import { object } from '../../base/codec/object.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import { ConfigError } from '../../base/error/ConfigError.js'
import type { HttpMethod } from '../../service/profile/Operation.js'
import { isFailure, type TapeFailure } from './TapeFailure.js'

/** The format of new tapes, and the newest format that can be read. */
export const tapeFormat = 1

/**
 * A request on a tape. Private values are replaced:
 *
 * - `method`: unchanged.
 * - `url`: the path, which begins with its root such as `/v2`, and the query. Ids, cursors and unknown names are
 *   pseudonyms; `limit`, `since` and similar parameters are unchanged.
 * - `version`: the date in the version header.
 * - `language`: the value of `Accept-Language`.
 * - `user`: a pseudonym of the user whose token was sent.
 * - `body`: the names of the known fields with the types of their values; nothing of a body that is not a JSON object.
 */
export interface TapeRequest {
  readonly method: HttpMethod
  readonly url: string
  readonly version?: string
  readonly language?: string
  readonly user?: string
  readonly body?: Readonly<Record<string, string>>
}

/** Describes a body that was not JSON: only white space, HTML, or other text, and its length in characters. */
export interface TapeText {
  readonly kind: 'blank' | 'html' | 'other'
  readonly length: number
}

/**
 * A response on a tape: `json` with its private values replaced, or `text` if the body was not JSON. It has only known
 * headers.
 */
export interface TapeResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: TapeText
}

/**
 * One exchange on a tape.
 *
 * - `tape`: the format, 1.
 * - `number`: counts requests from 1 in the order of their start; the tape itself is in the order of their end.
 * - `time`: when the request was sent, by the wall clock; ISO 8601 UTC with milliseconds.
 * - `duration`: milliseconds until its end, an integer.
 * - `response`, `error`: how it ended. An entry with neither was unsubscribed or timed out before it ended.
 */
export interface TapeEntry {
  readonly tape: typeof tapeFormat
  readonly number: number
  readonly time: string
  readonly duration: number
  readonly request: TapeRequest
  readonly response?: TapeResponse
  readonly error?: TapeFailure
}

/** Errors show the path, so it must not contain control characters, which could reach a terminal. */
const target = guardCodec(
  'a path, with its query',
  (u): u is string => typeof u === 'string' && /^\/[!-~]*$/.test(u) && URL.canParse(u, 'https://tape.invalid'),
)
const texts = t.readonly(t.record(t.string, t.string))

const request = options(
  'a request',
  { method: oneOf<HttpMethod>('GET', 'POST', 'PUT', 'DELETE'), url: target },
  { version: t.string, language: t.string, user: t.string, body: texts },
)

/** Below the maximum string length of every JavaScript engine. */
const maxLength = 2 ** 28

const text = options(
  'a text',
  {
    kind: oneOf<TapeText['kind']>('blank', 'html', 'other'),
    length: integer(0, maxLength),
  },
  {},
)

/** A recording is never nested more deeply, and `JSON.stringify` may fail for deeper values. */
const maxDepth = 100

const isShallow = (u: unknown, depth = 0): boolean =>
  typeof u !== 'object' ||
  u === null ||
  (depth < maxDepth && Object.values(u).every((inner) => isShallow(inner, depth + 1)))

const json = guardCodec('JSON that is not nested too deeply', (u): u is unknown => isShallow(u))

const response = options('a response', { status: integer(0, 999), headers: texts }, { json, text })

const entry = options(
  'an entry of a tape',
  {
    tape: t.literal(tapeFormat),
    number: integer(1),
    time: t.string,
    duration: milliseconds(0),
    request,
  },
  { response, error: guardCodec('an error of a client', isFailure) },
)

const isNewer = (u: unknown): boolean => object.is(u) && typeof u.tape === 'number' && u.tape > tapeFormat

const newerFormat = guardCodec(
  `tape format ${String(tapeFormat)}; update rxbank to read this newer format`,
  (_): _ is TapeEntry => false,
)

/** The codec of an entry of a tape. It refuses entries of a newer format with an issue that says so. */
export const tapeEntry: t.Type<TapeEntry, unknown> = new t.Type(
  'entry of a tape',
  (u): u is TapeEntry => entry.is(u),
  (u, context) =>
    isNewer(u) ? newerFormat.validate(u, [{ key: '', type: newerFormat, actual: u }]) : entry.validate(u, context),
  t.identity,
)

/** The path of an issue without control characters: it may contain any name from the tape. */
const printablePath = (path: string): string => path.replace(/[^!-~]/g, '?')

/** Decodes the entry at a position of a tape, counted from 1; throws a `ConfigError` that names its problems. */
export const decodeEntry = (value: unknown, position: number): TapeEntry => {
  const decoded = decode(tapeEntry, value)
  if (isLeft(decoded)) {
    const entryPath = `/tape/${String(position)}`
    throw new ConfigError({
      issues: decoded.left.map(({ path, expected }) => ({ path: entryPath + printablePath(path), expected })),
    })
  }
  return decoded.right
}
