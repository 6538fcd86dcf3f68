import { isLeft } from 'fp-ts/lib/Either.js'
import { object } from '../../base/codec/object.js'
import { parseJson } from '../../base/codec/parseJson.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import type { HttpResponse } from '../../http/HttpResponse.js'
import type { Disguise } from './Disguise.js'
import { errorWord } from './kept.js'
import { scrubHeaders } from './scrubHeaders.js'
import { scrubJson } from './scrubJson.js'
import { scrubLink } from './scrubUrl.js'
import type { TapeAnswer, TapeText } from './TapeEntry.js'

/** Error bodies are short: a longer one is not searched for error codes. */
const longestError = 65_536

const isError = (status: number): boolean => status < 200 || status >= 300

const textOf = (body: string): TapeText => {
  const start = body.trim()
  return { kind: start === '' ? 'blank' : start.startsWith('<') ? 'html' : 'other', length: body.length }
}

const words: ReadonlyArray<string> = ['type', 'code']

/**
 * Writes the error codes of an answer unchanged. The pseudonym of any other text in their place is put in parentheses,
 * so that the replay does not read it as a code.
 */
const withWords = (json: unknown, scrubbed: unknown): unknown => {
  if (!object.is(json) || !object.is(scrubbed)) return scrubbed
  const said = words.flatMap((name) => {
    const word = json[name]
    if (typeof word !== 'string') return []
    return [[name, errorWord.test(word) ? word : `(${String(scrubbed[name])})`]]
  })
  return { ...scrubbed, ...(Object.fromEntries(said) as object) }
}

/** The parsed body of an answer, if it is JSON. */
export const parsedBody = ({ status, body }: HttpResponse): { readonly json: unknown } | undefined => {
  if (isError(status) && body.length > longestError) return undefined
  const parsed = parseJson(body)
  return isLeft(parsed) ? undefined : { json: parsed.right }
}

/** The answer as it is written to the tape. */
export const scrubAnswer = (
  { status, headers, body }: HttpResponse,
  parsed: { readonly json: unknown } | undefined,
  request: HttpRequest,
  disguise: Disguise,
): TapeAnswer => {
  const common = { status, headers: scrubHeaders(headers) }
  if (parsed === undefined) return { ...common, text: textOf(body) }
  const { roots } = request.baseUrl
  const json = scrubJson(parsed.json, disguise, roots, (uri) => scrubLink(uri, request, disguise))
  return { ...common, json: isError(status) ? withWords(parsed.json, json) : json }
}
