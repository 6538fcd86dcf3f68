import { isLeft } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import { Refusal } from './toRefusal.js'

/** The codecs of the query parameters that an operation takes, by their names. */
export type QueryCodecs = Readonly<Record<string, t.Mixed>>

const badQuery = (message: string): Refusal => new Refusal(400, 'bad_query', message)

const number = /^-?\d+(\.\d+)?$/

/** Decodes the text of a parameter: as a text or, if the codec refuses that, as the number that it is. */
const decodeText = (codec: t.Mixed, text: string) => {
  const decoded = decode(codec, text)
  return isLeft(decoded) && number.test(text) ? decode(codec, Number(text)) : decoded
}

/**
 * Reads the query of a URL, each parameter at most once; throws a `Refusal` for parameters that the operation does not
 * take.
 */
export const readQuery = (search: string, codecs: QueryCodecs): ReadonlyMap<string, unknown> => {
  const values = new Map<string, unknown>()
  for (const [name, text] of new URLSearchParams(search)) {
    const codec = Object.hasOwn(codecs, name) ? codecs[name] : undefined
    if (codec === undefined) throw badQuery('The query has a parameter that this operation does not take.')
    if (values.has(name)) throw badQuery(`The parameter ${name} is repeated.`)
    const decoded = decodeText(codec, text)
    if (isLeft(decoded)) throw badQuery(`The parameter ${name} must be ${codec.name}.`)
    values.set(name, decoded.right)
  }
  return values
}
