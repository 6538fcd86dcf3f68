import { none } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import {
  catchError,
  concatMap,
  defer,
  endWith,
  finalize,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  repeat,
  take,
  throwIfEmpty,
} from 'rxjs'
import { addMs, now } from '../../base/clock/Clock.js'
import { delay, firstOrTimeout } from '../../base/clock/delay.js'
import { finite } from '../../base/codec/numbers.js'
import type { TokenStoreFailed, TokenStoreFailure } from '../../base/event/ClientEvent.js'
import { databaseFailure } from '../../base/event/databaseFailure.js'
import { randomHex, systemRandom } from '../../base/platform/random.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import { accessToken } from '../../service/model/AccessToken.js'
import { fromResult } from '../send/toEither.js'
import type { ClientParts, IssuedToken } from './issueToken.js'
import { hasClockJumped, timeLeft, tokenLife } from './tokenLife.js'
import type { TokenResponse, TokenStore } from './TokenStore.js'

/**
 * The milliseconds after which a lease expires if its holder does not renew it. The holder renews it three times as
 * often.
 */
const leaseFor = 9000
/** The milliseconds after which the client continues without the store if the store has not responded. */
const storeTimeout = 5000
/**
 * The wait before the client checks again whether another process has saved the token. It doubles up to the maximum.
 */
const minPauseMs = 100
const maxPauseMs = 1000
/** How many times the client calls the store before it continues without the store, which takes about five minutes. */
const maxAttempts = 300

const responseCodec: t.Type<TokenResponse, unknown> = /* @__PURE__ */ t.union([
  /* @__PURE__ */ t.type({
    _tag: /* @__PURE__ */ t.literal('Stored'),
    token: accessToken,
    remaining: finite,
    lease: t.string,
  }),
  /* @__PURE__ */ t.type({ _tag: /* @__PURE__ */ t.literal('Leased') }),
  /* @__PURE__ */ t.type({ _tag: /* @__PURE__ */ t.literal('Busy') }),
  /* @__PURE__ */ t.type({ _tag: /* @__PURE__ */ t.literal('Unreadable') }),
])

const reasons = /* @__PURE__ */ new WeakMap<Error, TokenStoreFailure>()

const failure = (reason: TokenStoreFailure): Error => {
  const error = new Error(reason)
  reasons.set(error, reason)
  return error
}

/** The authentication request that events name. */
type EventRequest = Pick<HttpRequest, 'number' | 'operation'>

/**
 * The token of one user in a store that several processes share.
 */
export class SharedToken {
  /**
   * The lease with which the last token from or for the store was saved. That token must not be used again after it has
   * expired or was refused.
   */
  private lease: string | undefined
  /** The same lease, as long as the store may still have its token. */
  private storedLease: string | undefined
  private eventRequest: EventRequest = { number: 0, operation: '' }

  constructor(
    private readonly store: TokenStore,
    private readonly principal: string,
    private readonly parts: ClientParts,
  ) {}

  /** Emits one response of the store. If the store fails, it emits an event and `undefined`. */
  private ask<A>(action: TokenStoreFailed['action'], response$: Observable<A>): Observable<A | undefined> {
    const { clock, emit } = this.parts
    return response$.pipe(
      firstOrTimeout(clock, storeTimeout, () => failure('late')),
      catchError((error: Error) => {
        emit(this.eventRequest, () => ({
          _tag: 'TokenStoreFailed',
          action,
          reason: reasons.get(error) ?? databaseFailure(error) ?? 'failed',
        }))
        return of(undefined)
      }),
    )
  }

  private take(lease: string, unusableLease: string | undefined): Observable<TokenResponse | undefined> {
    const invalid = () => failure('invalid')
    const response$ = defer(() =>
      fromResult(this.store.take(this.principal, { lease, leaseFor, unusableLease }), invalid).pipe(
        throwIfEmpty(invalid),
      ),
    )
    return this.ask(
      'take',
      response$.pipe(
        map((response) => {
          if (!responseCodec.is(response)) throw invalid()
          return response
        }),
      ),
    )
  }

  /** Calls the store without waiting for its response. */
  private notify(action: 'save' | 'forget', call: () => unknown): void {
    const done$ = defer(() => fromResult(call(), () => failure('invalid'))).pipe(ignoreElements(), endWith(undefined))
    this.ask(action, done$).subscribe()
  }

  private endLease(lease: string): void {
    this.notify('forget', () => this.store.forget(this.principal, lease))
  }

  /** Authenticates, renews the lease until the authentication completes or errors, and saves the token. */
  private authenticate(
    authentication$: Observable<IssuedToken>,
    isFresh: (token: IssuedToken) => boolean,
    lease: string,
  ): Observable<IssuedToken> {
    const { clock } = this.parts
    const renewLease$ = delay(clock, leaseFor / 3).pipe(
      concatMap(() => this.take(lease, this.lease)),
      ignoreElements(),
      repeat(),
    )
    return defer(() => {
      let isSaved = false
      return merge(authentication$, renewLease$).pipe(
        take(1),
        map((issuedToken) => {
          if (isFresh(issuedToken)) {
            isSaved = true
            this.setLease(lease)
            this.notify('save', () =>
              this.store.save(this.principal, lease, issuedToken.token, timeLeft(issuedToken.life, clock)),
            )
          }
          return issuedToken
        }),
        finalize(() => {
          if (!isSaved) this.endLease(lease)
        }),
      )
    })
  }

  private setLease(lease?: string): void {
    this.lease = this.storedLease = lease
  }

  /**
   * Emits the token of the store if it can be used. Otherwise it subscribes to `authentication$` or, if another process
   * is already authenticating, waits for that process's token. If the store fails, it authenticates without the store.
   *
   * `hasEnded`: whether no token is in use. After a clock was set, the store's token may be the previous token, because
   * the store measures time by its own clock.
   */
  obtain(
    authentication$: Observable<IssuedToken>,
    isFresh: (token: IssuedToken) => boolean,
    eventRequest: EventRequest,
    hasEnded: boolean,
  ): Observable<IssuedToken> {
    const { clock, emit, random } = this.parts
    const lease = randomHex(systemRandom)

    const withoutStore$ = authentication$.pipe(
      map((issuedToken) => {
        this.setLease()
        return issuedToken
      }),
    )

    const reportAndAuthenticate = (reason: TokenStoreFailure): Observable<IssuedToken> => {
      emit(eventRequest, () => ({ _tag: 'TokenStoreFailed', action: 'take', reason }))
      return withoutStore$
    }

    const retryLater = (unusableLease: string | undefined, attemptNumber: number): Observable<IssuedToken> => {
      if (attemptNumber < maxAttempts)
        return delay(clock, Math.min(minPauseMs * 2 ** attemptNumber, maxPauseMs)).pipe(
          concatMap(() => attempt(unusableLease, attemptNumber + 1)),
        )
      return reportAndAuthenticate('busy')
    }

    const attempt = (unusableLease: string | undefined, attemptNumber: number): Observable<IssuedToken> =>
      defer(() => {
        const start = now(clock)
        return this.take(lease, unusableLease).pipe(
          concatMap((response) => {
            if (response === undefined) return withoutStore$
            if (response._tag === 'Leased') return this.authenticate(authentication$, isFresh, lease)
            if (response._tag === 'Unreadable') return reportAndAuthenticate('unreadable')
            if (response._tag === 'Busy') return retryLater(unusableLease, attemptNumber)
            const exchange = { start, end: start, serverTime: none }
            const life = tokenLife(addMs(start, response.remaining).wall, exchange, random)
            const issuedToken = {
              token: response.token,
              life,
              isFromStore: true,
              wasAwaited: attemptNumber > 0,
            } as const
            // If a clock was set in the meantime, the token may be good, but its remaining time is unknown.
            if (hasClockJumped(life, clock)) return retryLater(unusableLease, attemptNumber)
            if (!isFresh(issuedToken)) return retryLater(response.lease, attemptNumber)
            this.setLease(response.lease)
            return of(issuedToken)
          }),
        )
      })

    return defer(() => {
      this.eventRequest = eventRequest
      return attempt(hasEnded && this.storedLease ? undefined : this.lease, 0)
    })
  }

  /** Deletes the token in use from the store, so that no process gets it again. */
  forget(): void {
    if (this.storedLease) this.endLease(this.storedLease)
    this.storedLease = undefined
  }
}
