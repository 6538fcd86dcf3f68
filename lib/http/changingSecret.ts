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
  /**
   * The secret that made the newest token, while that lives; else as `ask` gives it. So it does where the service refused
   * that one to a request, and this one may not be sent twice.
   */
  readonly take: (request: HttpRequest) => Observable<Redacted<string>>
  /** A token was made by a secret, which is kept for as long as `lives` says so. */
  readonly keep: (made: Redacted<string>, lives: () => boolean) => void
  /**
   * Another secret in place of one that the service has just refused, for a request; the refused one where there is no other.
   * What is asked for is asked for from now on, unless a question from before brings another one.
   */
  readonly renew: (refused: Redacted<string>, request: HttpRequest) => Observable<Redacted<string>>
  /** The service refused a request with this secret, if not for the secret. */
  readonly refuse: (refused: Redacted<string>) => void
  /** The service accepted this secret. It is kept instead of one that was refused meanwhile, for no longer. */
  readonly accept: (accepted: Redacted<string>) => void
}

interface Kept {
  readonly made: Redacted<string>
  readonly lives: () => boolean
  /** Whether the service has refused a request with it, and has accepted none since. */
  readonly isRefused: boolean
}

interface Answer {
  /** The number of the call of the function that gave it. */
  readonly call: number
  readonly made: Redacted<string>
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
  let kept: Kept | undefined
  let calls = 0

  const answer$ = defer(() => {
    const call = ++calls
    const given: unknown = give()
    return (isInput(given) ? from(given) : of(given)).pipe(
      defaultIfEmpty(undefined),
      map((answer: unknown) => ({ call, answer })),
    )
  }).pipe(
    firstOrTimeout(clock, timeout, () => late),
    share(),
    // Who asks again on being given one finds that question at its end.
    takeLast(1),
  )

  const answerFor = (request: HttpRequest): Observable<Answer> =>
    answer$.pipe(
      firstOrTimeout(clock, request.timeout, () => late),
      catchError((thrown: unknown) => {
        const reason = thrown === late ? 'timeout' : 'failed'
        throw new SecretUnavailable({ ...request, reason, thrown: some(redact(thrown)) })
      }),
      map(({ call, answer }) => ({ call, made: checked(answer) })),
    )

  const ask = (request: HttpRequest): Observable<Redacted<string>> => answerFor(request).pipe(map(({ made }) => made))

  const live = () => {
    if (kept?.lives() === false) kept = undefined
    return kept
  }

  const take = (request: HttpRequest): Observable<Redacted<string>> =>
    defer(() => {
      const inUse = live()
      return inUse === undefined || (inUse.isRefused && !request.safe) ? ask(request) : of(inUse.made)
    })

  return {
    ask,
    take,
    keep: (made, lives) => {
      kept = { made, lives, isRefused: false }
    },
    renew: (refused, request) =>
      defer(() => {
        const inUse = live()
        if (inUse !== undefined && !isSame(inUse.made, refused)) return of(inUse.made)
        const before = calls
        return answerFor(request).pipe(
          concatMap(({ call, made }) => (call <= before && isSame(made, refused) ? ask(request) : of(made))),
        )
      }),
    refuse: (refused) => {
      if (kept !== undefined && isSame(kept.made, refused)) kept = { ...kept, isRefused: true }
    },
    accept: (made) => {
      if (kept?.isRefused === true) kept = { ...kept, made, isRefused: false }
    },
  }
}
