import * as t from 'io-ts'
import { check } from '../codec/check.js'
import { milliseconds } from '../codec/milliseconds.js'
import { options } from '../codec/options.js'

const reserved =
  /^(authorization|proxy-authorization|client-id|client-secret|cookie|host|content-(type|length)|transfer-encoding|connection|upgrade|expect|te|trailer)$/i
const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
const text = /^[\t -~\u0080-\u00ff]*$/

/** Headers that a caller may add: none that proves who asks. */
const callHeaders = check(
  'headers by name, other than credentials',
  (u): u is Readonly<Record<string, string>> =>
    t.record(t.string, t.string).is(u) &&
    Object.entries(u).every(([name, value]) => token.test(name) && !reserved.test(name) && text.test(value)),
)

/** What every call takes. */
export const callFields = { timeout: milliseconds(1), headers: callHeaders }

/** The codec of the options of a call that takes nothing else. */
export const callConfig = options('options', {}, callFields)
