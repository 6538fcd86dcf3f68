import { BehaviorSubject, concatMap, filter, finalize, map, merge, type Observable, Subject, take, tap } from 'rxjs'
import { reveal } from '../../base/Redacted.js'
import type { AccessToken } from '../../service/model/AccessToken.js'
import type { HttpRequest, Priority } from '../HttpRequest.js'

/** The result of a trial: the service has accepted the token, or the token is no longer tried. */
export type Verdict = 'accepted' | 'rejected'

/**
 * What a request does after it has waited in a trial: it follows the verdict, it tries the token itself, or it has
 * waited for too long.
 */
export type Turn = Verdict | 'try' | 'late'

/** The request that tries the token. */
type Trier = Pick<HttpRequest, 'priority'>

/**
 * The trial of a new token that the service has refused, because some servers may not know it yet: one request is sent
 * again with the token, and the others wait for its result. If the request completes or fails without a result, the
 * next one tries.
 *
 * An interactive request does not wait for a background request, which may have to wait for its permits.
 */
export class TokenTrial {
  readonly #trier$ = new BehaviorSubject<Trier | undefined>(undefined)
  readonly #verdict$ = new Subject<Verdict>()
  readonly #refusedOperations = new Set<string>()
  readonly #onEnd: () => void
  #attempts = 0

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  #isFree(priority: Priority): boolean {
    const trier = this.#trier$.value
    // #sabotage: one-trier
    return trier === undefined || (priority === 'interactive' && trier.priority === 'background')
  }

  /** Records that the service has refused an operation with this token. */
  noteRefusal(operation: string): void {
    this.#refusedOperations.add(operation)
  }

  /** Returns the number of earlier attempts to send a request again with this token, and counts another one. */
  nextAttempt(): number {
    return this.#attempts++
  }

  /** Whether a request has to wait, because another one tries the token and the service has refused its operation. */
  holds({ operation, priority }: HttpRequest): boolean {
    return this.#refusedOperations.has(operation) && !this.#isFree(priority)
  }

  /**
   * Waits for the turn of a request, or until `late$` emits, and continues with `project`. After a `try`, the request
   * is the trier until the returned stream completes, errors or is unsubscribed from.
   */
  join<A>(priority: Priority, late$: Observable<unknown>, project: (turn: Turn) => Observable<A>): Observable<A> {
    const trier: Trier = { priority }
    const try$ = this.#trier$.pipe(
      // The current trier, not the emitted one: when several requests wait, the first of them has changed it.
      filter(() => this.#isFree(priority)),
      take(1),
      tap(() => this.#trier$.next(trier)),
      map(() => 'try' as const),
    )
    return merge(this.#verdict$, try$, late$.pipe(map(() => 'late' as const))).pipe(
      take(1),
      concatMap(project),
      finalize(() => {
        if (this.#trier$.value === trier) this.#trier$.next(undefined)
        if (this.#trier$.value === undefined && !this.#trier$.observed) this.#onEnd()
      }),
    )
  }

  /** Stops the trial: all waiting requests continue. */
  end(verdict: Verdict): void {
    this.#onEnd()
    this.#verdict$.next(verdict)
  }
}

/**
 * The trials of the tokens of a source, by the text of the token: a source may decode a token anew for each request.
 */
const trialsBySource = /* @__PURE__ */ new WeakMap<object, Map<string, TokenTrial>>()

/** The trial of a token, if there is one. */
export const findTrial = (source: object, { access_token }: AccessToken): TokenTrial | undefined =>
  trialsBySource.get(source)?.get(reveal(access_token))

/** The trial of a token; starts one if there is none. */
export const beginTrial = (source: object, token: AccessToken): TokenTrial => {
  const existing = findTrial(source, token)
  if (existing !== undefined) return existing
  const trials = trialsBySource.get(source) ?? new Map<string, TokenTrial>()
  trialsBySource.set(source, trials)
  const text = reveal(token.access_token)
  const trial = new TokenTrial(() => {
    if (trials.get(text) === trial) trials.delete(text)
  })
  trials.set(text, trial)
  return trial
}
