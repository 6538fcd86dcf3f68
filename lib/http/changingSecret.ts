import { isLeft } from 'fp-ts/lib/Either.js'
import { some } from 'fp-ts/lib/Option.js'
import {
  catchError,
  concatMap,
  defaultIfEmpty,
  defer,
  from,
  map,
  type Observable,
  type ObservableInput,
  of,
  share,
  takeLast,
} from 'rxjs'
import type { Clock } from '../base/clock/Clock.js'
import { firstOrTimeout } from '../base/clock/delay.js'
import { decode } from '../base/codec/decode.js'
import { wrongOption } from '../base/error/decodeOptions.js'
import { SecretUnavailable } from '../base/error/SecretUnavailable.js'
import { ignoreTeardownErrors } from '../base/platform/ignoreTeardownErrors.js'
import { redact, type Redacted, reveal } from '../base/Redacted.js'
import { secret } from '../service/model/AccessToken.js'
import type { HttpRequest } from './HttpRequest.js'

/** Returns the current secret of the application. */
export type SecretFunction = () => string | PromiseLike<string> | Observable<string>

/** The application's secret, if it may change while the program runs. */
export interface ChangingSecret {
  /**
   * Calls the function for the current secret. Concurrent requests share one call, which is aborted when no request
   * waits for it. Errors with a `SecretUnavailable`, or with a `ConfigError` if the result is not a secret.
   */
  readonly ask: (request: HttpRequest) => Observable<Redacted<string>>
  /**
   * Emits the secret of the newest token while the token is valid. Otherwise it does the same as `ask`, also if the
   * service has refused this secret and the request must not be sent twice.
   */
  readonly take: (request: HttpRequest) => Observable<Redacted<string>>
  /** Call this when a token was issued with a secret. The secret is used as long as `isLive` returns `true`. */
  readonly keep: (secret: Redacted<string>, isLive: () => boolean) => void
  /**
   * Emits a secret other than the one that the service has just refused, or the refused secret if there is no other. If
   * an earlier call returns the refused secret, the function is called again.
   */
  readonly renew: (refused: Redacted<string>, request: HttpRequest) => Observable<Redacted<string>>
  /** Call this when a request with this secret got a 401, even if the secret may not be the reason. */
  readonly refuse: (refused: Redacted<string>) => void
  /** Call this when the service has accepted this secret. It then replaces a secret that was refused. */
  readonly accept: (accepted: Redacted<string>) => void
}

interface SecretInUse {
  readonly secret: Redacted<string>
  readonly isLive: () => boolean
  /** Whether the service has refused this secret since it last accepted one. */
  readonly isRefused: boolean
}

interface ReturnedSecret {
  /** The number of the call that returned the secret. */
  readonly call: number
  readonly secret: Redacted<string>
}

const isInput = (u: unknown): u is ObservableInput<unknown> =>
  typeof u === 'object' && u !== null && ('then' in u || 'subscribe' in u)

/** Whether two secrets are equal. */
export const isSameSecret = (a: Redacted<string>, b: Redacted<string>): boolean => reveal(a) === reveal(b)

const secretTimeout = new Error('late')

const decodeSecret = (result: unknown): Redacted<string> => {
  const decoded = decode(secret, result)
  if (isLeft(decoded)) throw wrongOption('/clientSecret', `a function that returns a ${secret.name}`)
  return decoded.right
}

/** Gets the secret from `secretFunction`. A request waits for it at most `timeout`, and at most its own timeout. */
export const changingSecret = (secretFunction: SecretFunction, clock: Clock, timeout: number): ChangingSecret => {
  let inUse: SecretInUse | undefined
  let calls = 0

  const result$ = defer(() => {
    const call = ++calls
    const result: unknown = secretFunction()
    return (isInput(result) ? from(result) : of(result)).pipe(
      ignoreTeardownErrors,
      defaultIfEmpty(undefined),
      map((returned: unknown) => ({ call, returned })),
    )
  }).pipe(
    firstOrTimeout(clock, timeout, () => secretTimeout),
    share(),
    // Emits only when the call has completed, so that a subscriber that calls again starts another call.
    takeLast(1),
  )

  const secretFor = (request: HttpRequest): Observable<ReturnedSecret> =>
    result$.pipe(
      firstOrTimeout(clock, request.timeout, () => secretTimeout),
      catchError((thrown: unknown) => {
        const reason = thrown === secretTimeout ? 'timeout' : 'failed'
        throw new SecretUnavailable({ ...request, reason, thrown: some(redact(thrown)) })
      }),
      map(({ call, returned }) => ({ call, secret: decodeSecret(returned) })),
    )

  const ask = (request: HttpRequest): Observable<Redacted<string>> =>
    secretFor(request).pipe(map(({ secret }) => secret))

  const liveSecret = () => {
    if (inUse?.isLive() === false) inUse = undefined
    return inUse
  }

  const take = (request: HttpRequest): Observable<Redacted<string>> =>
    defer(() => {
      const current = liveSecret()
      return current === undefined || (current.isRefused && !request.idempotent) ? ask(request) : of(current.secret)
    })

  return {
    ask,
    take,
    keep: (secret, isLive) => {
      inUse = { secret, isLive, isRefused: false }
    },
    renew: (refused, request) =>
      defer(() => {
        const current = liveSecret()
        if (current !== undefined && !isSameSecret(current.secret, refused)) return of(current.secret)
        const callsBefore = calls
        return secretFor(request).pipe(
          concatMap(({ call, secret }) =>
            call <= callsBefore && isSameSecret(secret, refused) ? ask(request) : of(secret),
          ),
        )
      }),
    refuse: (refused) => {
      if (inUse !== undefined && isSameSecret(inUse.secret, refused)) inUse = { ...inUse, isRefused: true }
    },
    accept: (secret) => {
      if (inUse?.isRefused === true) inUse = { ...inUse, secret, isRefused: false }
    },
  }
}
