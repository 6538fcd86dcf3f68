import { catchError, defaultIfEmpty, defer, from, map, type Observable, type ObservableInput, of } from 'rxjs'
import type { UserIdentity } from '../api/authenticate.js'
import { identity } from '../client/identity.js'
import type { Clock } from '../clock/Clock.js'
import { firstOrTimeout } from '../clock/firstOrTimeout.js'
import { wrongOption } from '../error/wrongOption.js'
import type { Visitor } from './CreateGatewayConfig.js'
import { Refusal } from './Refusal.js'
import { broken } from './toRefusal.js'

const isInput = (told: unknown): told is ObservableInput<unknown> =>
  typeof told === 'object' && told !== null && ('then' in told || 'subscribe' in told)

const nobody = new Refusal(401, 'not_logged_in', 'Nobody is logged in.')

/** What an app said of who asks, as an identity of the service; throws for nobody, and for what is none. */
const toIdentity = (told: unknown): UserIdentity => {
  if (told === null || told === undefined) throw nobody
  const user = identity(told)
  if ('token$' in user) throw wrongOption('/identity', 'one that the client authenticates: tokens stay with it')
  return user
}

/**
 * Asks the app who asks, and waits for its answer for `patience` milliseconds. What it fails with is for `onFailure`,
 * and never taken for a failure of the service, even if it is one of a client that the app has asked.
 */
export const recognise = (
  clock: Clock,
  patience: number,
  authorize: () => Visitor | ObservableInput<Visitor>,
  onFailure: (error: unknown) => void,
): Observable<UserIdentity> =>
  defer(() => {
    const told: unknown = authorize()
    return isInput(told) ? from(told) : of(told)
  }).pipe(
    defaultIfEmpty(undefined),
    firstOrTimeout(clock, patience, () => new Error(`authorize did not answer within ${String(patience)} ms`)),
    catchError((error: unknown) => {
      onFailure(error)
      throw broken
    }),
    map(toIdentity),
  )
