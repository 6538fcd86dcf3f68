import { guardCodec } from '../../base/codec/guardCodec.js'

const isReserved = (name: string): boolean => name.startsWith('pg_') || name === 'information_schema'

/**
 * The codec of the name of a schema. It leaves room for suffixes, such as `_changes`, because PostgreSQL truncates names to
 * 63 bytes.
 */
export const schemaName = guardCodec(
  'a name of a schema: a lower-case letter or _, then up to 40 of these or digits; not pg_…, which PostgreSQL reserves',
  (u): u is string => typeof u === 'string' && /^[a-z_][a-z0-9_]{0,40}$/.test(u) && !isReserved(u),
)

/** Quotes the name of a schema for a statement, because it may be an SQL keyword, such as `user`. */
export const quoted = (schema: string): string => `"${schema}"`
