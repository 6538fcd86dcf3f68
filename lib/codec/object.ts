import * as t from 'io-ts'

/**
 * A JSON object whose fields are not looked at; `null` and arrays are none.
 *
 * @example
 * import { object } from 'rxbank'
 *
 * assert.deepStrictEqual(object.is({ any: 'thing' }), true)
 * assert.deepStrictEqual(object.is([]), false)
 */
export const object: t.Type<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>, unknown> = new t.Type(
  'object',
  t.UnknownRecord.is,
  (u, context) => (t.UnknownRecord.is(u) ? t.success(u) : t.failure(u, context)),
  t.identity,
)
