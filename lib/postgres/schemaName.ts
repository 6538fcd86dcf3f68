import { check } from '../codec/check.js'

/** The codec of the name of a schema, which needs no quotes. */
export const schemaName = check(
  'a name of a schema: a lower-case letter or _, then up to 40 of these or digits',
  (u): u is string => typeof u === 'string' && /^[a-z_][a-z0-9_]{0,40}$/.test(u),
)
