import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { maxIssues } from './issues.js'

type List<A, O> = t.ArrayType<t.Type<A, O>, Array<A>, Array<O>>

/**
 * A JSON array of one kind of element.
 *
 * Decoding a damaged list stops at the tenth wrong element, for no more would be told; the input is never changed.
 *
 * @example
 * import { id, list } from 'rxbank'
 * import { right } from 'fp-ts/lib/Either.js'
 *
 * assert.deepStrictEqual(list(id).decode([1, '2']), right([1, 2]))
 */
export const list = <A, O = A>(element: t.Type<A, O>): List<A, O> =>
  new t.ArrayType(
    `list of ${element.name}`,
    (u): u is Array<A> => Array.isArray(u) && u.every((value) => element.is(value)),
    (u, context) => {
      if (!Array.isArray(u)) return t.failure(u, context)
      const values: ReadonlyArray<unknown> = u
      const decoded: Array<A> = []
      const errors: t.Errors = []
      let wrong = 0
      for (let i = 0; i < values.length && wrong < maxIssues; i++) {
        const value = values[i]
        const result = element.validate(value, t.appendContext(context, String(i), element, value))
        if (isLeft(result)) {
          wrong++
          for (const error of result.left) errors.push(error)
        } else decoded.push(result.right)
      }
      return wrong > 0 ? t.failures(errors) : t.success(decoded)
    },
    element.encode === t.identity
      ? (t.identity as t.Encode<unknown, Array<O>>)
      : (as) => as.map((a) => element.encode(a)),
    element,
  )
