import { isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decodersOf, withDecoders } from './decode.js'
import { reportMismatch } from './issues.js'
import type { Fields } from './RecordOf.js'

/** What JSON can hold. */
export type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [key: string]: Json }

/**
 * The value of a field whose type is assumed: a value of the assumed type, or any other JSON value that the service has
 * sent.
 *
 * @example
 * import type { Assumed } from 'rxbank'
 *
 * const amountOf = (amount: Assumed<number>): number | undefined => (typeof amount === 'number' ? amount : undefined)
 * assert.deepStrictEqual([amountOf(-4.99), amountOf('-4,99 €')], [-4.99, undefined])
 */
export type Assumed<A> = A | Json

/** The fields of an interface, all optional, each {@link Assumed}. */
export type AssumedFields<A> = { readonly [K in keyof A]?: Assumed<NonNullable<A[K]>> | null | undefined }

/** The io-ts context of a value at a path in its resource. The paths of its inner fields begin with this path. */
const contextAt = (path: string, type: t.Decoder<unknown, unknown>): t.Context =>
  path.split('/').map((key, index, { length }) => ({ key, type: index === length - 1 ? type : t.unknown }))

/** The codec of a field whose type is assumed. If `type` refuses a value, the value stays unchanged and is reported. */
export class AssumedType<A, O> extends t.Type<Assumed<A>, Assumed<O>> {
  // Functions that inspect codecs find the inner codec in `type`, as in a refinement of io-ts.
  readonly _tag = 'RefinementType'
  readonly isAssumed = true

  constructor(
    path: string,
    readonly type: t.Type<A, O>,
  ) {
    const { fast, validate: validateExpected } = decodersOf(type)
    const validate = (u: unknown, context: t.Context): t.Validation<Assumed<A>> => {
      const decoded = validateExpected(u, context) as t.Validation<A>
      if (isRight(decoded)) return decoded
      reportMismatch(path, type.name)
      return t.success(u as Json)
    }
    super(
      type.name,
      (_): _ is Assumed<A> => true,
      validate,
      type.encode === t.identity
        ? (t.identity as t.Encode<unknown, Assumed<O>>)
        : (a) => (type.is(a) ? type.encode(a) : a),
    )
    withDecoders(this, {
      fast:
        fast &&
        ((u) => {
          // Not in place, because a refused value must stay unchanged.
          const decoded = fast(u, false)
          if (decoded !== undefined) return decoded
          const validated = validate(u, contextAt(path, type))
          return isRight(validated) ? validated.right : undefined
        }),
      validate,
    })
  }
}

/** Fields whose types are assumed, for a {@link record}; `parentPath` is the path of the record in its resource. */
export const assumed = <F extends Fields>(
  fields: F,
  parentPath = '',
): { readonly [K in keyof F]: t.Type<Assumed<t.TypeOf<F[K]>>, Assumed<t.OutputOf<F[K]>>> } =>
  Object.fromEntries(
    Object.entries(fields).map(([key, codec]) => [key, new AssumedType(`${parentPath}/${key}`, codec)]),
  ) as never
