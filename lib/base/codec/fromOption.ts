import { fromNullable, type Option } from 'fp-ts/lib/Option.js'

/**
 * The value of an `Option`, or `undefined` for `None`. For programs that do not use fp-ts.
 *
 * @example
 * import { fromOption } from 'rxbank'
 *
 * assert.deepStrictEqual(fromOption({ _tag: 'Some', value: 7 }), 7)
 * assert.deepStrictEqual(fromOption({ _tag: 'None' }), undefined)
 */
export const fromOption = <A>(option: Option<A>): A | undefined => (option._tag === 'Some' ? option.value : undefined)

/**
 * A value as an `Option`: `None` for `undefined` and `null`. For programs that do not use fp-ts.
 *
 * @example
 * import { toOption } from 'rxbank'
 *
 * assert.deepStrictEqual(toOption(0), { _tag: 'Some', value: 0 })
 * assert.deepStrictEqual(toOption(null), { _tag: 'None' })
 */
export const toOption: <A>(value: A) => Option<NonNullable<A>> = fromNullable
