import type { Option } from 'fp-ts/lib/Option.js'
import { type MonoTypeOperatorFunction, throwIfEmpty } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { within } from '../clock/within.js'
import { TokenUnavailable } from '../error/TokenUnavailable.js'

/** Waits for one token for `patience` milliseconds; then, or when none can come any more, it is `TokenUnavailable`. */
export const withPatience = <A>(
  clock: Clock,
  patience: number,
  last: () => Option<string>,
): MonoTypeOperatorFunction<A> => {
  const unavailable = () => new TokenUnavailable({ waited: patience, last: last() })
  return (source) => source.pipe(throwIfEmpty(unavailable), within(clock, patience, unavailable))
}
