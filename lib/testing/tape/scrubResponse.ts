import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { isSome } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { object } from '../../base/codec/object.js'
import { parseJson } from '../../base/codec/parseJson.js'
import { timestamp } from '../../base/codec/timestamp.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import type { HttpResponse } from '../../http/HttpResponse.js'
import { httpDate } from '../../http/retryAfter.js'
import { isServiceValue } from '../../service/model/isServiceValue.js'
import { isBelow } from '../../service/profile/roots.js'
import { harmlessField, isErrorCode } from './keepHarmless.js'
import type { Anonymizer } from './pseudonyms.js'
import { scrubLink } from './scrubRequest.js'
import type { TapeResponse, TapeText } from './TapeEntry.js'

/** More deeply nested values are omitted, because no codec reads them. */
const maxDepth = 64

/**
 * Represents a number that is too large for a double. JSON text can contain one, but `JSON.stringify` cannot write it.
 */
const tooLargeNumber = '1e999'

const links: ReadonlyArray<string> = ['next_uri', 'previous_uri']

/**
 * Replaces the private values in JSON; the number of rows and fields stays the same. `link` replaces links and paths
 * below one of the roots.
 */
export const scrubJson = (
  json: unknown,
  anonymizer: Anonymizer,
  roots: ReadonlyArray<string>,
  link: (uri: string) => string,
): unknown => {
  const text = (field: string, value: string): string => {
    if (value !== '' && (links.includes(field) || isBelow(roots, value))) return link(value)
    return anonymizer.text(value)
  }

  const number = (value: number): unknown => {
    if (Number.isFinite(value)) return Number(anonymizer.number(String(value)))
    return value > 0 ? tooLargeNumber : `-${tooLargeNumber}`
  }

  const scrub = (value: unknown, field: string, depth: number): unknown => {
    if (t.UnknownArray.is(value))
      return depth > maxDepth ? [] : value.map((element) => scrub(element, field, depth + 1))
    if (object.is(value)) {
      if (depth > maxDepth) return {}
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [anonymizer.name(name), scrub(inner, name, depth + 1)]),
      )
    }
    if (typeof value !== 'string' && typeof value !== 'number') return value
    if (anonymizer.keepsAll(field)) return value
    const harmless = harmlessField(field, value)
    if (harmless !== undefined) return harmless
    return typeof value === 'string' ? text(field, value) : number(value)
  }

  return scrub(json, '', 0)
}

const isDate = (text: string): boolean => isSome(httpDate(text))

const mediaType = /^(?:application\/(?:(?:problem\+)?json|xml)|text\/(?:html|plain|xml))(?=$|[ ;])/i

const rate = (text: string): string | undefined =>
  /^\d{1,10}$/.test(text) || isRight(timestamp.decode(text)) ? text : undefined

const parameter = '[a-z_]+=\\d{1,10}'
const item = `(?:${parameter}|\\d{1,10}|[a-z_]+|"[a-z_]+")(?:; ?${parameter})*`
const items = new RegExp(`^${item}(?:, ?${item})*$`)

/** A `RateLimit` or `RateLimit-Policy` whose names are words of the service: others may be private. */
const policy = (text: string): string | undefined =>
  text.length <= 256 && items.test(text) && (text.match(/[a-z_]+/g) ?? []).every(isServiceValue) ? text : undefined

/** A `Retry-After`, at most a day: no client waits longer. */
const retryAfter = (text: string): string | undefined => {
  if (/^\d+$/.test(text)) return String(Math.min(Number(text), 86_400))
  return isDate(text) ? text : undefined
}

const date = (text: string): string | undefined => (isDate(text) ? text : undefined)

/** The headers that may be written, each with the function that returns the harmless part. */
const harmlessHeaders: ReadonlyMap<string, (text: string) => string | undefined> = new Map([
  ['content-type', (text) => mediaType.exec(text)?.[0].toLowerCase()],
  ['date', date],
  ['ratelimit', policy],
  ['ratelimit-limit', rate],
  ['ratelimit-policy', policy],
  ['ratelimit-remaining', rate],
  ['ratelimit-reset', rate],
  ['retry-after', retryAfter],
  ['rxbank-date', date],
  ['x-ratelimit-limit', rate],
  ['x-ratelimit-remaining', rate],
  ['x-ratelimit-reset', rate],
])

/** The headers of a response that contain nothing private, with names in lower case. */
const scrubHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Array.from(harmlessHeaders).flatMap(([name, keep]) => {
      const value = headers[name]
      const harmless = typeof value === 'string' ? keep(value.trim()) : undefined
      return harmless === undefined ? [] : [[name, harmless]]
    }),
  )

/** Error bodies are short, so a longer body is not parsed. */
const maxErrorLength = 65_536

const isError = (status: number): boolean => status < 200 || status >= 300

const textOf = (body: string): TapeText => {
  const start = body.trim()
  return { kind: start === '' ? 'blank' : start.startsWith('<') ? 'html' : 'other', length: body.length }
}

const codeFields: ReadonlyArray<string> = ['type', 'code']

/**
 * Writes the error codes of a response unchanged. Any other text in such a field becomes a pseudonym in parentheses, so
 * that a replay does not read it as a code.
 */
const withErrorCodes = (json: unknown, scrubbed: unknown): unknown => {
  if (!object.is(json) || !object.is(scrubbed)) return scrubbed
  const codes = codeFields.flatMap((name) => {
    const code = json[name]
    if (typeof code !== 'string') return []
    return [[name, isErrorCode(code) ? code : `(${String(scrubbed[name])})`]]
  })
  return { ...scrubbed, ...(Object.fromEntries(codes) as object) }
}

/** The parsed body of a response, if it is JSON. */
export const parsedBody = ({ status, body }: HttpResponse): { readonly json: unknown } | undefined => {
  if (isError(status) && body.length > maxErrorLength) return undefined
  const parsed = parseJson(body)
  return isLeft(parsed) ? undefined : { json: parsed.right }
}

/** The anonymized response for the tape. */
export const scrubResponse = (
  { status, headers, body }: HttpResponse,
  parsed: { readonly json: unknown } | undefined,
  request: HttpRequest,
  anonymizer: Anonymizer,
): TapeResponse => {
  const common = { status, headers: scrubHeaders(headers) }
  if (parsed === undefined) return { ...common, text: textOf(body) }
  const { roots } = request.baseUrl
  const json = scrubJson(parsed.json, anonymizer, roots, (uri) => scrubLink(uri, request, anonymizer))
  return { ...common, json: isError(status) ? withErrorCodes(parsed.json, json) : json }
}
