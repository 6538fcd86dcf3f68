import { map } from 'fp-ts/lib/Either.js'
import { isSome, none, type Option, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { object } from './object.js'

/** Whether a value is an `Option`, perhaps one of another copy of fp-ts, whose value satisfies `is`. */
export const isOptionOf =
  <A>(is: t.Is<A>) =>
  (u: unknown): u is Option<A> =>
    object.is(u) && (u._tag === 'None' || (u._tag === 'Some' && is(u.value)))

/** The codec of an `Option` as its value or `null`; a missing value is `None` too. */
export const nullable = <A>(codec: t.Type<A, unknown>): t.Type<Option<A>, unknown> =>
  new t.Type(
    `${codec.name} or null`,
    isOptionOf(codec.is),
    (u, context) => (u === null || u === undefined ? t.success(none) : map(some<A>)(codec.validate(u, context))),
    (a) => (isSome(a) ? codec.encode(a.value) : null),
  )
