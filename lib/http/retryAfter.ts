import { getOrElse, isSome, map, type Option, some } from 'fp-ts/lib/Option.js'
import type { ClientError } from '../base/error/ClientError.js'
import { httpDate } from './httpDate.js'
import type { HttpResponse } from './HttpResponse.js'

/** The milliseconds that an error asks to wait in its `retryAfter`, at least `minimumMs`; 0 if it asks for no wait. */
export const requestedWait = (error: ClientError, minimumMs = 0): number =>
  (error._tag === 'StatusError' || error._tag === 'RequestNotSent') && isSome(error.retryAfter)
    ? Math.max(error.retryAfter.value, minimumMs)
    : 0

const maxWaitMs = 24 * 60 * 60 * 1000

const clampWait = (wait: number): number => Math.min(Math.max(wait, 0), maxWaitMs)

/**
 * The milliseconds that a `Retry-After` header asks to wait, at most a day; `None` if it is neither seconds nor a date.
 *
 * A date is compared with the `Date` of the answer or, without one, with `wall`, the local time. For a date in the past the
 * wait is 0.
 */
export const retryAfter = ({ headers }: HttpResponse, wall: number): Option<number> => {
  const text = String(headers['retry-after']).trim()
  // #sabotage: retry-after
  if (/^\d+$/.test(text)) return some(clampWait(Number(text) * 1000))
  const now = getOrElse(() => wall)(httpDate(headers.date))
  return map((until: number) => clampWait(until - now))(httpDate(text))
}
