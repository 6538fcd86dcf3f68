import { object } from '../codec/object.js'
import type { HttpResponse } from '../http/HttpResponse.js'
import type { TapeAnswer, TapeEntry, TapeText } from './TapeEntry.js'

const stand: Readonly<Record<TapeText['kind'], readonly [first: string, rest: string]>> = {
  blank: [' ', ' '],
  html: ['<', '.'],
  other: ['.', '.'],
}

const nothing: TapeText = { kind: 'blank', length: 0 }

/** A text of this kind and length: no JSON, as the other was none. */
const textLike = ({ kind, length }: TapeText): string => {
  const [first, rest] = stand[kind]
  return length === 0 ? '' : first.padEnd(length, rest)
}

/** The text of a JSON value of a tape, numbers that no JSON value can be among it. */
export const bodyOf = (json: unknown): string => JSON.stringify(json).replace(/"(-?1e999)"(?!:)/g, '$1')

/**
 * The answer as a transport gives it. One with a token says when it was given, also where the service did not: else the
 * token would have expired long ago. One without JSON says how long it is, for it was whole.
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
