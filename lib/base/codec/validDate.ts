import { guardCodec } from './guardCodec.js'
import { timestamp } from './timestamp.js'

/** The codec of a `Date` in options. Its year must have four digits, as the API writes four. */
export const validDate = guardCodec('a valid Date of the years 0 to 9999', timestamp.is)
