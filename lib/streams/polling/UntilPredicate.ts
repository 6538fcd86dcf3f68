import type * as t from 'io-ts'
import { defaultIfEmpty, isObservable, map, type Observable, of, take } from 'rxjs'
import { functionCodec } from '../../base/codec/guardCodec.js'
import { wrongOption } from '../../base/error/decodeOptions.js'

/**
 * Decides whether a response is the last one: by a boolean, or by the first value of an Observable, such as another
 * request. If the Observable completes without a value, the response is not the last one.
 */
export type UntilPredicate<A> = (response: A) => boolean | Observable<boolean>

const expected = 'a function from a response to a boolean, or to an Observable of one'

/** The codec of an {@link UntilPredicate}. */
export const untilCodec = <A>(): t.Type<UntilPredicate<A>, UntilPredicate<A>> => functionCodec(expected)

/** Emits once whether a response is the last one. */
export const isLastStatus = <A>(until: UntilPredicate<A>, response: A): Observable<boolean> => {
  const isLast: unknown = until(response)
  if (isObservable(isLast)) return isLast.pipe(take(1), defaultIfEmpty(false), map(Boolean))
  if (typeof isLast === 'object' && isLast !== null) throw wrongOption('/until', expected)
  return of(Boolean(isLast))
}
