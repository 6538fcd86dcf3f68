import { catchError, defaultIfEmpty, defer, map, type Observable, type ObservableInput, of } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { firstOrTimeout } from '../../base/clock/firstOrTimeout.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import { decodeIdentity } from '../../client/userIdentity.js'
import type { UserIdentity } from '../../service/api/authenticate.js'
import { fromResult } from '../../streams/send/fromResult.js'
import type { LoggedInUser } from './CreateGatewayConfig.js'
import { Refusal } from './Refusal.js'
import { gatewayFailed } from './toRefusal.js'

const isObservableInput = (answer: unknown): answer is ObservableInput<unknown> =>
  typeof answer === 'object' && answer !== null && ('then' in answer || 'subscribe' in answer)

const wrongResponse = () =>
  wrongOption('/authorize', 'a function that returns an identity or null, or an Observable or a Promise of one')

const notLoggedIn = new Refusal(401, 'not_logged_in', 'Nobody is logged in.')

/** Validates the result of `authorize`; throws if it is invalid, or is `null` or `undefined`. */
const toIdentity = (answer: unknown): UserIdentity => {
  if (answer === null || answer === undefined) throw notLoggedIn
  const user = decodeIdentity(answer)
  if ('token$' in user)
    throw wrongOption('/identity', 'an identity that the client authenticates, not a stream of tokens')
  return user
}

/**
 * Calls `authorize` and emits the user, within `timeout` milliseconds. Errors of `authorize` go to `onFailure`, and the
 * gateway answers 500: even the error of a client that `authorize` uses is not an error of this request's service call.
 */
export const identifyUser = (
  clock: Clock,
  timeout: number,
  authorize: () => LoggedInUser | ObservableInput<LoggedInUser>,
  onFailure: (error: unknown) => void,
): Observable<UserIdentity> =>
  defer(() => {
    const answer: unknown = authorize()
    return isObservableInput(answer) ? fromResult(answer, wrongResponse) : of(answer)
  }).pipe(
    defaultIfEmpty(undefined),
    firstOrTimeout(clock, timeout, () => new Error(`authorize did not answer within ${String(timeout)} ms`)),
    catchError((error: unknown) => {
      onFailure(error)
      throw gatewayFailed
    }),
    map(toIdentity),
  )
