import { isLeft } from 'fp-ts/lib/Either.js'
import { object } from '../../base/codec/object.js'
import { parseJson } from '../../base/codec/parseJson.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import type { HttpResponse } from '../../http/HttpResponse.js'
import type { Anonymizer } from './Anonymizer.js'
import { isErrorCode } from './keepHarmless.js'
import { scrubHeaders } from './scrubHeaders.js'
import { scrubJson } from './scrubJson.js'
import { scrubLink } from './scrubUrl.js'
import type { TapeResponse, TapeText } from './TapeEntry.js'

/** Error bodies are short, so a longer body is not parsed. */
const maxErrorLength = 65_536

const isError = (status: number): boolean => status < 200 || status >= 300

const textOf = (body: string): TapeText => {
  const start = body.trim()
  return { kind: start === '' ? 'blank' : start.startsWith('<') ? 'html' : 'other', length: body.length }
}

const codeFields: ReadonlyArray<string> = ['type', 'code']

/**
 * Writes the error codes of an answer unchanged. Any other text in such a field becomes a pseudonym in parentheses, so that
 * a replay does not read it as a code.
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

/** The parsed body of an answer, if it is JSON. */
export const parsedBody = ({ status, body }: HttpResponse): { readonly json: unknown } | undefined => {
  if (isError(status) && body.length > maxErrorLength) return undefined
  const parsed = parseJson(body)
  return isLeft(parsed) ? undefined : { json: parsed.right }
}

/** The anonymized answer for the tape. */
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
