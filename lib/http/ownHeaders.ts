import * as t from 'io-ts'
import { check } from '../codec/check.js'
import { words } from '../codec/messages.js'
import { isHeaderName, isReserved } from '../profile/requestIdHeader.js'

const text = /^[\t -~\u0080-\u00ff]*$/

/** The codec of headers that a caller may add: no credentials, except in the header that is `allowed`. */
export const ownHeaders = (allowed?: string): t.Type<Readonly<Record<string, string>>> =>
  check(
    words('headers by name, other than credentials'),
    (u): u is Readonly<Record<string, string>> =>
      t.record(t.string, t.string).is(u) &&
      Object.entries(u).every(
        ([name, value]) =>
          isHeaderName(name) && (name.toLowerCase() === allowed || !isReserved(name)) && text.test(value),
      ),
  )
