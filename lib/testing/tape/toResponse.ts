import { object } from '../../base/codec/object.js'
import type { HttpResponse } from '../../http/HttpResponse.js'
import type { TapeAnswer, TapeEntry, TapeText } from './TapeEntry.js'

const stand: Readonly<Record<TapeText['kind'], readonly [first: string, rest: string]>> = {
  blank: [' ', ' '],
  html: ['<', '.'],
  other: ['.', '.'],
}

const nothing: TapeText = { kind: 'blank', length: 0 }

/** A text of this kind and length that is not JSON, like the original. */
const textLike = ({ kind, length }: TapeText): string => {
  const [first, rest] = stand[kind]
  return length === 0 ? '' : first.padEnd(length, rest)
}

/** The text of a JSON value of a tape; the marker of a number that is too large becomes that number again. */
export const bodyOf = (json: unknown): string => JSON.stringify(json).replace(/"(-?1e999)"(?!:)/g, '$1')

/**
 * The answer as a transport emits it. An answer with a token gets a `Date` header even if the original had none, as the
 * token would otherwise have expired long ago. A body that was not JSON gets a `Content-Length`, as it was complete.
 */
export const toResponse = (
  { time, took }: TapeEntry,
  { status, headers, json, text = nothing }: TapeAnswer,
): HttpResponse => {
  if (json === undefined) {
    const body = textLike(text)
    return { status, headers: { ...headers, 'content-length': String(body.length) }, body }
  }
  const date = new Date(Date.parse(time) + took).toUTCString()
  return {
    status,
    headers: object.is(json) && 'expires_at' in json ? { date, ...headers } : headers,
    body: bodyOf(json),
  }
}
