import * as t from 'io-ts'

/**
 * A number that JSON can carry both ways: neither `NaN` nor infinite, which `1e999` in a text would become.
 *
 * @example
 * import { finite } from 'rxbank'
 *
 * assert.deepStrictEqual(finite.is(-4.99), true)
 * assert.deepStrictEqual(finite.is(JSON.parse('1e999')), false)
 */
export const finite: t.Type<number, number, unknown> = new t.Type(
  'number',
  (u): u is number => Number.isFinite(u),
  (u, context) => (Number.isFinite(u) ? t.success(u as number) : t.failure(u, context)),
  t.identity,
)
