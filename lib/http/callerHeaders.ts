import type * as t from 'io-ts'
import { guardCodec } from '../base/codec/guardCodec.js'
import { object } from '../base/codec/object.js'
import { isHeaderName, isReserved } from '../service/profile/requestIdHeader.js'

const text = /^[\t -~\u0080-\u00ff]*$/

/** Whether a text may be the value of a header. */
export const isHeaderText = (value: string): boolean => text.test(value)

/** The codec of headers that a caller may add: headers for credentials are refused, except `allowed`. */
export const callerHeaders = (allowed?: string): t.Type<Readonly<Record<string, string>>> =>
  guardCodec(
    'headers by name, other than credentials',
    (u): u is Readonly<Record<string, string>> =>
      object.is(u) &&
      Object.entries(u).every(
        ([name, value]) =>
          isHeaderName(name) &&
          (name.toLowerCase() === allowed || !isReserved(name)) &&
          typeof value === 'string' &&
          isHeaderText(value),
      ),
  )
