import { isRight } from 'fp-ts/lib/Either.js'
import { isSome } from 'fp-ts/lib/Option.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { httpDate } from '../../http/httpDate.js'
import { isServiceWord } from '../../service/model/isServiceWord.js'

const isDate = (text: string): boolean => isSome(httpDate(text))

const mediaType = /^(?:application\/(?:(?:problem\+)?json|xml)|text\/(?:html|plain|xml))(?=$|[ ;])/i

const rate = (text: string): string | undefined =>
  /^\d{1,10}$/.test(text) || isRight(timestamp.decode(text)) ? text : undefined

const parameter = '[a-z_]+=\\d{1,10}'
const item = `(?:${parameter}|\\d{1,10}|[a-z_]+|"[a-z_]+")(?:; ?${parameter})*`
const items = new RegExp(`^${item}(?:, ?${item})*$`)

/** A `RateLimit` or `RateLimit-Policy` whose names are words of the service: others may be private. */
const policy = (text: string): string | undefined =>
  text.length <= 256 && items.test(text) && (text.match(/[a-z_]+/g) ?? []).every(isServiceWord) ? text : undefined

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

/** The headers of an answer that contain nothing private, with names in lower case. */
export const scrubHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Array.from(harmlessHeaders).flatMap(([name, keep]) => {
      const value = headers[name]
      const harmless = typeof value === 'string' ? keep(value.trim()) : undefined
      return harmless === undefined ? [] : [[name, harmless]]
    }),
  )
