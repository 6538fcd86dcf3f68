import { guardCodec } from '../../base/codec/guardCodec.js'

const reserved =
  /^(authorization|proxy-authorization|client-id|client-secret|cookie|host|content-(type|length)|transfer-encoding|connection|upgrade|expect|te|trailer)$/i
const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/

/** Whether a string is the name of a header. */
export const isHeaderName = (name: string): boolean => token.test(name)

/** Whether a header of this name carries credentials, or describes the connection or the body. */
export const isReserved = (name: string): boolean => reserved.test(name)

/** The codec of the name of the header that carries the id of an attempt. */
export const requestIdHeader = guardCodec(
  'a header name, not one for credentials',
  (u): u is string => typeof u === 'string' && isHeaderName(u) && !isReserved(u),
)
