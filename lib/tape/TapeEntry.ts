import * as t from 'io-ts'
import { check } from '../codec/check.js'
import { integer } from '../codec/integer.js'
import { milliseconds } from '../codec/milliseconds.js'
import { object } from '../codec/object.js'
import { oneOf } from '../codec/oneOf.js'
import { options } from '../codec/options.js'
import type { Method } from '../profile/Method.js'
import { isFailure, type TapeFailure } from './TapeFailure.js'

/** The format of tapes that is written here, and the newest that is read. */
export const tapeFormat = 1

/**
 * A request as a tape has it; no value in it is one that was sent, but for what is said here.
 *
 * - `method`: as it was sent.
 * - `url`: the path from its root, such as `/v2`, on, and the query. Ids, cursors and what is not known are pseudonyms; `limit`, `since` and
 *   the like are as they were sent.
 * - `version`: the date in the version header.
 * - `language`: that of `Accept-Language`, as it was sent.
 * - `user`: a pseudonym of the user whose token it carried.
 * - `body`: of its fields the known names and the kinds; of a body that is no JSON object, nothing.
 */
export interface TapeRequest {
  readonly method: Method
  readonly url: string
  readonly version?: string
  readonly language?: string
  readonly user?: string
  readonly body?: Readonly<Record<string, string>>
}

/** What there was in place of JSON: nothing but white space, a page of HTML, or another text, in characters. */
export interface TapeText {
  readonly kind: 'blank' | 'html' | 'other'
  readonly length: number
}

/** An answer as a tape has it: `json` scrubbed, or `text` where it was none. Of its headers the known ones are kept. */
export interface TapeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: TapeText
}

/**
 * One exchange on a tape.
 *
 * - `tape`: the format, 1.
 * - `number`: counts what was asked from 1; entries come in the order in which exchanges ended.
 * - `time`: when it was asked, by the wall clock; ISO 8601 UTC with milliseconds.
 * - `took`: whole milliseconds to its end.
 * - `answer`, `error`: how it ended. With neither, nobody waited for its end: it was unsubscribed, or timed out.
 */
export interface TapeEntry {
  readonly tape: typeof tapeFormat
  readonly number: number
  readonly time: string
  readonly took: number
  readonly request: TapeRequest
  readonly answer?: TapeAnswer
  readonly error?: TapeFailure
}

/** As the platform writes it: anything else, such as what steers a terminal, would be shown in errors. */
const target = check(
  'a path, with its query',
  (u): u is string => typeof u === 'string' && /^\/[!-~]*$/.test(u) && URL.canParse(u, 'https://tape.invalid'),
)
const texts = t.readonly(t.record(t.string, t.string))

const request = options(
  'a request',
  { method: oneOf<Method>('GET', 'POST', 'PUT', 'DELETE'), url: target },
  { version: t.string, language: t.string, user: t.string, body: texts },
)

/** As long as a text may be everywhere. */
const longest = 2 ** 28

const text = options(
  'a text',
  {
    kind: oneOf<TapeText['kind']>('blank', 'html', 'other'),
    length: integer(0, longest),
  },
  {},
)

/** What is nested more deeply no recording has made, and no text can be made of. */
const deepest = 100

const isShallow = (u: unknown, depth = 0): boolean =>
  typeof u !== 'object' ||
  u === null ||
  (depth < deepest && Object.values(u).every((inner) => isShallow(inner, depth + 1)))

const json = check('JSON that is not nested too deeply', (u): u is unknown => isShallow(u))

const answer = options('an answer', { status: integer(0, 999), headers: texts }, { json, text })

const entry = options(
  'an entry of a tape',
  {
    tape: t.literal(tapeFormat),
    number: integer(1),
    time: t.string,
    took: milliseconds(0),
    request,
  },
  { answer, error: check('an error of a client', isFailure) },
)

const isNewer = (u: unknown): boolean => object.is(u) && typeof u.tape === 'number' && u.tape > tapeFormat

const newer = check(
  `format ${String(tapeFormat)} of tapes, or an rxbank that reads this newer one: update it`,
  (_): _ is TapeEntry => false,
)

/** The codec of an entry of a tape. What a newer version wrote is refused, and the issue says so. */
export const tapeEntry: t.Type<TapeEntry, unknown> = new t.Type(
  'entry of a tape',
  (u): u is TapeEntry => entry.is(u),
  (u, context) => (isNewer(u) ? newer.validate(u, [{ key: '', type: newer, actual: u }]) : entry.validate(u, context)),
  t.identity,
)
