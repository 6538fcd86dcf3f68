import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types/lib/DateFromISOString.js'
import { byKind, dayPattern } from './fields.mjs'

const kinds = {
  id: t.brand(t.number, (n) => Number.isSafeInteger(n) && n >= 0, 'Id'),
  text: t.string,
  moment: DateFromISOString,
  number: t.number,
  day: t.brand(t.string, (text) => dayPattern.test(text), 'Day'),
  flag: t.boolean,
}

const orNull = (codec) => t.union([codec, t.null])

/** One codec where nothing is optional, as one writes it. */
const object = (required, optional) =>
  Object.keys(optional).length === 0 ? t.type(required) : t.intersection([t.type(required), t.partial(optional)])

/** Plain io-ts, with the codec for dates that io-ts-types has. */
export const ioTs = ({ required, optional }) => {
  const transaction = object(byKind(required, kinds), byKind(optional, kinds, orNull))
  const links = t.partial({ previous_uri: orNull(t.string), next_uri: orNull(t.string) })
  const page = object({ resources: t.array(transaction) }, { pagination: orNull(links) })
  return {
    name: 'plain io-ts',
    decode: (value) => {
      const decoded = page.decode(value)
      if (isLeft(decoded)) throw new Error('refused')
      return decoded.right
    },
  }
}
