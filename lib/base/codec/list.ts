import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decodersOf, type FastDecoder, withDecoders } from './decode.js'
import { maxIssues } from './issues.js'

type List<A, O> = t.ArrayType<t.Type<A, O>, Array<A>, Array<O>>

const validateList =
  <A>(element: t.Decoder<unknown, A>, validateElement: t.Validate<unknown, unknown>): t.Validate<unknown, Array<A>> =>
  (u, context) => {
    if (!Array.isArray(u)) return t.failure(u, context)
    const values: ReadonlyArray<unknown> = u
    const decoded: Array<A> = []
    const errors: t.Errors = []
    let wrongCount = 0
    for (let i = 0; i < values.length && wrongCount < maxIssues; i++) {
      const value = values[i]
      const result = validateElement(value, t.appendContext(context, String(i), element, value))
      if (isLeft(result)) {
        wrongCount++
        for (const error of result.left) errors.push(error)
      } else decoded.push(result.right as A)
    }
    return wrongCount > 0 ? t.failures(errors) : t.success(decoded)
  }

const fastList =
  (fast: FastDecoder): FastDecoder =>
  (u, isOwned) => {
    if (!Array.isArray(u)) return undefined
    const values: Array<unknown> = u
    const decoded: Array<unknown> = isOwned ? values : []
    for (let i = 0; i < values.length; i++) {
      const value = fast(values[i], isOwned)
      if (value === undefined) return undefined
      decoded[i] = value
    }
    return decoded
  }

/**
 * A JSON array whose elements have one codec.
 *
 * Decoding stops at the tenth wrong element, because an error has at most ten issues; the input is never changed.
 *
 * @example
 * import { id, list } from 'rxbank/codec'
 * import { right } from 'fp-ts/lib/Either.js'
 *
 * assert.deepStrictEqual(list(id).decode([1, '2']), right([1, 2]))
 */
export const list = <A, O = A>(element: t.Type<A, O>): List<A, O> => {
  const elementDecoders = decodersOf(element)
  const validate = validateList(element, elementDecoders.validate)
  const fast = elementDecoders.fast && fastList(elementDecoders.fast)
  const codec: List<A, O> = new t.ArrayType(
    `list of ${element.name}`,
    (u): u is Array<A> => Array.isArray(u) && u.every((value) => element.is(value)),
    (u, context) => {
      const decoded = fast?.(u, false)
      return decoded === undefined ? validate(u, context) : t.success(decoded as Array<A>)
    },
    element.encode === t.identity
      ? (t.identity as t.Encode<unknown, Array<O>>)
      : (list) => list.map((a) => element.encode(a)),
    element,
  )
  return withDecoders(codec, { fast, validate })
}
