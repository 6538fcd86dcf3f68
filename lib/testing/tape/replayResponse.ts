import { object } from '../../base/codec/object.js'
import type { HttpResponse } from '../../http/HttpResponse.js'
import type { TapeEntry, TapeResponse, TapeText } from './TapeEntry.js'

const placeholders: Readonly<Record<TapeText['kind'], readonly [first: string, padding: string]>> = {
  blank: [' ', ' '],
  html: ['<', '.'],
  other: ['.', '.'],
}

const emptyText: TapeText = { kind: 'blank', length: 0 }

/** A text of this kind and length that, like the original, is not JSON. */
const textLike = ({ kind, length }: TapeText): string => {
  const [first, padding] = placeholders[kind]
  return length === 0 ? '' : first.padEnd(length, padding)
}

/** The text of a JSON value of a tape; the marker of a number that is too large becomes that number again. */
export const jsonBody = (json: unknown): string => JSON.stringify(json).replace(/"(-?1e999)"(?!:)/g, '$1')

/**
 * The answer that a transport would emit. An answer with a token always gets a `Date` header, because without it the client
 * would treat the token as expired. A body that was not JSON gets a `Content-Length`, because it was complete.
 */
export const replayResponse = (
  { time, duration }: TapeEntry,
  { status, headers, json, text = emptyText }: TapeResponse,
): HttpResponse => {
  if (json === undefined) {
    const body = textLike(text)
    return { status, headers: { ...headers, 'content-length': String(body.length) }, body }
  }
  const date = new Date(Date.parse(time) + duration).toUTCString()
  return {
    status,
    headers: object.is(json) && 'expires_at' in json ? { date, ...headers } : headers,
    body: jsonBody(json),
  }
}
