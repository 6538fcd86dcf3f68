import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { finite, id, plainDate, record, timestamp } from 'rxbank/codec'
import { internals } from '../../internals.mjs'
import { byKind } from './fields.mjs'

const { decodeBody, envelope } = internals

const kinds = { id, text: t.string, moment: timestamp, number: finite, day: plainDate, flag: t.boolean }

/** All fields are checked: the library's own transaction leaves those unchecked that are not documented. */
const pageOf = ({ required, optional }) => envelope(record('row', byKind(required, kinds), byKind(optional, kinds)))

/** The public codec, which leaves what it is given as it was. */
export const rxbank = (fields) => {
  const page = pageOf(fields)
  return {
    name: 'rxbank',
    decode: (value) => {
      const decoded = page.decode(value)
      if (isLeft(decoded)) throw new Error('refused')
      return decoded.right
    },
  }
}

/** Nothing is parsed again, for pages that are refused are no part of what is measured. */
const response = { status: 200, headers: {}, body: '' }
const request = { operation: 'transactions', number: 1 }

/** What the client does with a page that it has just parsed. No export does it: nobody else may hold the page. */
export const rxbankInPlace = (fields) => {
  const page = pageOf(fields)
  return { name: 'rxbank, in place', decode: (value) => decodeBody(page, value, response, request) }
}
