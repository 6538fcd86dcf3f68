import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { object } from '../../base/codec/object.js'
import { parseJson } from '../../base/codec/parseJson.js'
import { plainDate } from '../../base/codec/plainDate.js'
import { reveal } from '../../base/Redacted.js'
import { absoluteUrl } from '../../http/absoluteUrl.js'
import { type HttpRequest, wireHeaders } from '../../http/HttpRequest.js'
import type { Anonymizer } from './Anonymizer.js'
import { knownNames } from './knownNames.js'
import { scrubUrl } from './scrubUrl.js'
import type { TapeRequest } from './TapeEntry.js'

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  return t.UnknownArray.is(value) ? 'array' : typeof value
}

/** The known field names of a body, each with the type of its value. */
const structure = ({ body }: HttpRequest): TapeRequest['body'] => {
  if (body._tag === 'None') return undefined
  const json = parseJson(reveal(body.value))
  if (isLeft(json) || !object.is(json.right)) return {}
  const knownFields = Object.entries(json.right).filter(([name]) => knownNames.has(name))
  return Object.fromEntries(knownFields.map(([name, value]) => [name, kindOf(value)]))
}

/**
 * The anonymized request for the tape; `userOf` returns the user of a bearer token. Throws a `ConfigError` if the URL is not
 * absolute.
 */
export const scrubRequest = (
  request: HttpRequest,
  anonymizer: Anonymizer,
  userOf: (authorization: string) => string | undefined,
): TapeRequest => {
  const url = absoluteUrl(request)
  if (isLeft(url)) throw url.left
  const headers = Object.entries(wireHeaders(request)).map(([name, value]) => [name.toLowerCase(), value] as const)
  const header = (pattern: RegExp, isAllowed: (value: string) => boolean): string | undefined =>
    headers.find(([name, value]) => pattern.test(name) && isAllowed(value))?.[1]
  const user = userOf(header(/^authorization$/, () => true) ?? '')
  const fields = {
    version: header(/-version$/, plainDate.is),
    language: header(/^accept-language$/, (value) => /^[a-z]{2}$/.test(value)),
    user: user === undefined ? undefined : anonymizer.text(user),
    body: structure(request),
  }
  const presentFields = Object.entries(fields).filter(([, value]) => value !== undefined)
  return {
    method: request.method,
    url: scrubUrl(url.right, request.baseUrl, anonymizer),
    ...Object.fromEntries(presentFields),
  }
}
