import * as t from 'io-ts'
import { check } from '../codec/check.js'

const reserved =
  /^(authorization|proxy-authorization|client-id|client-secret|cookie|host|content-(type|length)|transfer-encoding|connection|upgrade|expect|te|trailer)$/i
const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
const text = /^[\t -~\u0080-\u00ff]*$/

/** Whether a caller may add a header of this name. */
export const isOwnHeader = (name: string): boolean => token.test(name) && !reserved.test(name)

/** The codec of headers that a caller may add: no credentials, except in the header that is `allowed`. */
export const ownHeaders = (allowed?: string): t.Type<Readonly<Record<string, string>>> =>
  check(
    'headers by name, other than credentials',
    (u): u is Readonly<Record<string, string>> =>
      t.record(t.string, t.string).is(u) &&
      Object.entries(u).every(
        ([name, value]) =>
          token.test(name) && (name.toLowerCase() === allowed || !reserved.test(name)) && text.test(value),
      ),
  )
