import { check } from '../../base/codec/check.js'
import { keepable } from '../core/rowText.js'
import { schemaName } from './schemaName.js'

/** The codecs of the options that select permits: the pool, the schema and the name. */
export const permitFields = {
  schema: schemaName,
  name: check(
    'text of 1 to 255 characters, without NUL',
    (u): u is string => typeof u === 'string' && u.length >= 1 && u.length <= 255 && keepable(u) === u,
  ),
}
