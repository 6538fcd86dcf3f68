import { object } from '../../../../base/codec/object.js'
import type { RateLimitHeaders } from '../../../../service/profile/limitHeaders.js'
import type { ServiceProfile } from '../../../../service/profile/ServiceProfile.js'
import { parseHttpDate } from '../../clockSkew.js'
import { mediaType } from '../../shapeOf.js'
import { type Assumption, forEachResponse, observation, type Observation } from '../Assumption.js'
import type { ParsedResponse } from '../ParsedResponse.js'
import { publicHeader } from '../publicName.js'

const isError = ({ status }: ParsedResponse): boolean => status >= 400

const fieldsOf = (error: Readonly<Record<string, unknown>>): string =>
  ['type', 'code', 'message', 'property', 'documentation_url'].filter((name) => Object.hasOwn(error, name)).join(', ')

const errorForm = ({ json, headers }: ParsedResponse): string => {
  if (!object.is(json)) return json === undefined ? `not JSON (${mediaType(headers['content-type'])})` : 'not an object'
  if (Array.isArray(json.errors)) {
    const [first] = json.errors as ReadonlyArray<unknown>
    return object.is(first) ? `errors[] with ${fieldsOf(first) || 'other fields'}` : 'errors[] without objects'
  }
  return fieldsOf(json) || 'other fields'
}

const codesOf = ({ json }: ParsedResponse): ReadonlyArray<unknown> => {
  if (!object.is(json)) return []
  const errors = Array.isArray(json.errors) ? (json.errors as ReadonlyArray<unknown>) : [json]
  return errors.flatMap((error) => (object.is(error) ? [error.code ?? error.type] : []))
}

const judgeCode = (code: unknown): Observation => {
  const isWord = typeof code === 'string' && /^[a-z]+(?:[._][a-z]+)*$/.test(code)
  return observation(isWord, isWord ? 'words in lower case' : code === undefined ? 'missing' : `another ${typeof code}`)
}

/** Assumptions about the responses to requests that fail. */
export const errorAssumptions = ({ serviceVersion }: ServiceProfile): ReadonlyArray<Assumption> => {
  const is2025 = serviceVersion === '2025-01-15'
  return [
    {
      id: 'error.body',
      sentence: is2025
        ? 'An error has `code` and `message`, in its body or in the list `errors` of the body.'
        : 'An error has `type` and `message` in its body.',
      judge: forEachResponse((response) => {
        if (!isError(response)) return undefined
        const form = errorForm(response)
        return observation((is2025 ? /^(errors\[\] with )?code, message/ : /^type, .*message/).test(form), form)
      }),
    },
    {
      id: 'error.codes',
      sentence: 'The code of an error is words in lower case, joined by dots or underscores.',
      judge: (responses) =>
        responses.filter(isError).flatMap((response) => codesOf(response).slice(0, 10).map(judgeCode)),
    },
  ]
}

/** The headers that the client reads if a profile names none. */
const commonHeaders: ReadonlyArray<RateLimitHeaders> = [
  { state: 'RateLimit', policy: 'RateLimit-Policy' },
  { limit: 'RateLimit-Limit', remaining: 'RateLimit-Remaining', reset: 'RateLimit-Reset' },
  { limit: 'X-RateLimit-Limit', remaining: 'X-RateLimit-Remaining', reset: 'X-RateLimit-Reset' },
]

/** Whether a header is about a limit, by its name. */
export const isLimitHeader = (name: string): boolean => /rate-?limit|quota/.test(name)

const retryForm = (text: string): string => {
  if (/^\d+$/.test(text.trim())) return 'seconds'
  return Number.isNaN(parseHttpDate(text)) ? 'neither seconds nor a date' : 'a date'
}

/** Assumptions about limits. */
export const limitAssumptions = ({ limitHeaders = commonHeaders }: ServiceProfile): ReadonlyArray<Assumption> => {
  const known = new Set(limitHeaders.flatMap((names) => Object.values(names)).map((name) => name.toLowerCase()))
  return [
    {
      id: 'limit.pace',
      sentence: 'A few dozen requests, one after the other, exceed no limit.',
      judge: forEachResponse(({ status }) => observation(status !== 429, status === 429 ? 'status 429' : 'no 429')),
    },
    {
      id: 'limit.headers',
      sentence: 'Headers about a limit, if there are any, are those that the client reads.',
      judge: forEachResponse(({ headers }) => {
        const names = Object.keys(headers).filter(isLimitHeader)
        if (names.length === 0) return undefined
        const others = names.filter((name) => !known.has(name))
        return observation(others.length === 0, (others.length === 0 ? names : others).map(publicHeader).join(', '))
      }),
    },
    {
      id: 'limit.retry-after',
      sentence: 'A 429 has Retry-After, as seconds or as a date.',
      judge: forEachResponse(({ status, headers }) => {
        if (status !== 429) return undefined
        const form = headers['retry-after'] === undefined ? 'missing' : retryForm(headers['retry-after'])
        return observation(form === 'seconds' || form === 'a date', form)
      }),
    },
  ]
}
