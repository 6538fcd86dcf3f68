import { guardCodec } from '../../base/codec/guardCodec.js'

const isReserved = (name: string): boolean => name.startsWith('pg_') || name === 'information_schema'

/**
 * The codec of the name of a schema. Names of channels and schemas that begin with it, such as `rxbank_changes`, must have
 * at most 63 bytes; PostgreSQL cuts longer ones off.
 */
export const schemaName = guardCodec(
  'a name of a schema: a lower-case letter or _, then up to 40 of these or digits; not pg_…, which PostgreSQL reserves',
  (u): u is string => typeof u === 'string' && /^[a-z_][a-z0-9_]{0,40}$/.test(u) && !isReserved(u),
)

/** The name of a schema in a statement. In quotes it may be a word of SQL, such as `user`. */
export const quoted = (schema: string): string => `"${schema}"`
