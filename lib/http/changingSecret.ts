import { isLeft } from 'fp-ts/lib/Either.js'
import { some } from 'fp-ts/lib/Option.js'
import {
  catchError,
  defaultIfEmpty,
  defer,
  from,
  map,
  type Observable,
  type ObservableInput,
  of,
  share,
  takeLast,
  tap,
} from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { firstOrTimeout } from '../clock/firstOrTimeout.js'
import { decode } from '../codec/decode.js'
import { SecretUnavailable } from '../error/SecretUnavailable.js'
import { wrongOption } from '../error/wrongOption.js'
import { redact, type Redacted, reveal } from '../model/Redacted.js'
import { secret } from '../model/secret.js'
import type { HttpRequest } from './HttpRequest.js'

/** Gives the application's secret as it is now. */
export type GiveSecret = () => string | PromiseLike<string> | Observable<string>

/** The application's secret, where it may change while the program runs. */
export interface ChangingSecret {
  /**
   * The secret as it is now, for a request: asked for once for all who wait. Errors with a `SecretUnavailable`, or with a
   * `ConfigError` for what is no secret. With the last who waits, it is unsubscribed from.
   */
  readonly ask: (request: HttpRequest) => Observable<Redacted<string>>
  /** The secret that made the newest token, while that lives; else as `ask` gives it. */
  readonly take: (request: HttpRequest) => Observable<Redacted<string>>
  /** A token was made by a secret, which is kept for as long as `lives` says so. */
  readonly keep: (made: Redacted<string>, lives: () => boolean) => void
  /**
   * Another secret in place of one that the service refused, for a request; the refused one where there is no other. It is
   * kept instead of that one, for no longer.
   */
  readonly renew: (refused: Redacted<string>, request: HttpRequest) => Observable<Redacted<string>>
  /** The service refused this secret, and nobody waits for another. */
  readonly forget: (refused: Redacted<string>) => void
}

const isInput = (u: unknown): u is ObservableInput<unknown> =>
  typeof u === 'object' && u !== null && ('then' in u || 'subscribe' in u)

/** Whether two secrets are one. */
export const isSame = (a: Redacted<string>, b: Redacted<string>): boolean => reveal(a) === reveal(b)

const late = new Error('late')

const checked = (given: unknown): Redacted<string> => {
  const decoded = decode(secret, given)
  if (isLeft(decoded)) throw wrongOption('/clientSecret', `a function that gives a ${secret.name}`)
  return decoded.right
}

/** Asks `give` for the secret, and waits for it for `timeout` milliseconds, or less where a request has less. */
export const changingSecret = (give: GiveSecret, clock: Clock, timeout: number): ChangingSecret => {
  let kept: { readonly made: Redacted<string>; readonly lives: () => boolean } | undefined

  const given$ = defer((): ObservableInput<unknown> => {
    const given: unknown = give()
    return isInput(given) ? from(given) : of(given)
  }).pipe(
    defaultIfEmpty(undefined),
    firstOrTimeout(clock, timeout, () => late),
    share(),
    // Who asks again on being given one finds that question at its end.
    takeLast(1),
  )

  const ask = (request: HttpRequest): Observable<Redacted<string>> =>
    given$.pipe(
      firstOrTimeout(clock, request.timeout, () => late),
      catchError((thrown: unknown) => {
        const reason = thrown === late ? 'timeout' : 'failed'
        throw new SecretUnavailable({ ...request, reason, thrown: some(redact(thrown)) })
      }),
      map(checked),
    )

  const live = () => {
    if (kept?.lives() === false) kept = undefined
    return kept
  }

  const take = (request: HttpRequest): Observable<Redacted<string>> =>
    defer(() => {
      const inUse = live()
      return inUse === undefined ? ask(request) : of(inUse.made)
    })

  return {
    ask,
    take,
    keep: (made, lives) => {
      kept = { made, lives }
    },
    renew: (refused, request) =>
      defer(() => {
        const inUse = live()
        if (inUse === undefined || !isSame(inUse.made, refused)) return take(request)
        return ask(request).pipe(
          tap((made) => {
            if (kept === inUse) kept = { ...inUse, made }
          }),
        )
      }),
    forget: (refused) => {
      if (kept !== undefined && isSame(kept.made, refused)) kept = undefined
    },
  }
}
