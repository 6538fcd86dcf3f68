import type { Option } from 'fp-ts/lib/Option.js'
import { map, merge, type MonoTypeOperatorFunction, take, throwIfEmpty } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { delay } from '../clock/delay.js'
import { TokenUnavailable } from '../error/TokenUnavailable.js'

/** Waits for one token for `patience` milliseconds; then, or when none can come any more, it is `TokenUnavailable`. */
export const withPatience = <A>(
  clock: Clock,
  patience: number,
  last: () => Option<string>,
): MonoTypeOperatorFunction<A> => {
  const unavailable = () => new TokenUnavailable({ waited: patience, last: last() })
  const expired = delay(clock, patience).pipe(
    map(() => {
      throw unavailable()
    }),
  )
  return (source) => merge(source.pipe(throwIfEmpty(unavailable)), expired).pipe(take(1))
}
