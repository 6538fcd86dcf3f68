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
import { delay } from '../../base/clock/delay.js'
import { firstOrTimeout } from '../../base/clock/firstOrTimeout.js'
import { after, now } from '../../base/clock/Moment.js'
import { finite } from '../../base/codec/finite.js'
import type { TokenStoreFailed, TokenStoreFailure } from '../../base/event/ClientEvent.js'
import { databaseFailure } from '../../base/event/databaseFailure.js'
import { randomHex } from '../../base/platform/randomHex.js'
import { systemRandom } from '../../base/platform/systemRandom.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import { accessToken } from '../../service/model/AccessToken.js'
import { fromResult } from '../send/fromResult.js'
import type { ClientParts } from './Authentication.js'
import type { IssuedToken } from './issueToken.js'
import { timeLeft, tokenLife } from './tokenLife.js'
import type { TokenAnswer, TokenStore } from './TokenStore.js'

/**
 * The milliseconds after which a lease ends, unless its holder renews it. The holder renews it three times as often.
 */
const leaseFor = 9000
/** The milliseconds after which the client continues without a store that has not answered. */
const storeTimeout = 5000
/**
 * The wait before the store is asked again whether another process has saved the token. It doubles, up to the longest.
 */
const minPause = 100
const maxPause = 1000
/** How often the store is asked at most, which takes about five minutes. */
const maxTurns = 300

const answerCodec: t.Type<TokenAnswer, unknown> = /* @__PURE__ */ t.union([
  /* @__PURE__ */ t.type({
    _tag: /* @__PURE__ */ t.literal('Kept'),
    token: accessToken,
    left: finite,
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

/** The request that an event names. */
type About = Pick<HttpRequest, 'number' | 'operation'>

/**
 * The token of one user in a store that other processes use too.
 */
export class SharedToken {
  /**
   * The lease with which the token in use was saved. After that token it is the lease of a token that must not be used
   * again.
   */
  private lease: string | undefined
  /** The same lease, as long as the store may give out its token. */
  private storedLease: string | undefined
  private about: About = { number: 0, operation: '' }

  constructor(
    private readonly store: TokenStore,
    private readonly principal: string,
    private readonly parts: ClientParts,
  ) {}

  /** Emits one answer of the store; `undefined` if the store fails, which is reported by an event. */
  private ask<A>(action: TokenStoreFailed['action'], answer: Observable<A>): Observable<A | undefined> {
    const { clock, emit } = this.parts
    return answer.pipe(
      firstOrTimeout(clock, storeTimeout, () => failure('late')),
      catchError((error: Error) => {
        emit(this.about, () => ({
          _tag: 'TokenStoreFailed',
          action,
          reason: reasons.get(error) ?? databaseFailure(error) ?? 'failed',
        }))
        return of(undefined)
      }),
    )
  }

  private take(lease: string, unlike: string | undefined): Observable<TokenAnswer | undefined> {
    const invalid = () => failure('invalid')
    const answer = defer(() =>
      fromResult(this.store.take(this.principal, { lease, leaseFor, unlike }), invalid).pipe(throwIfEmpty(invalid)),
    )
    return this.ask(
      'take',
      answer.pipe(
        map((given) => {
          if (!answerCodec.is(given)) throw invalid()
          return given
        }),
      ),
    )
  }

  /** Notifies the store; nothing waits for its answer. */
  private notify(action: 'save' | 'forget', answer: () => unknown): void {
    const done = defer(() => fromResult(answer(), () => failure('invalid'))).pipe(ignoreElements(), endWith(undefined))
    this.ask(action, done).subscribe()
  }

  private end(lease: string): void {
    this.notify('forget', () => this.store.forget(this.principal, lease))
  }

  /** Authenticates, and renews the lease until the authentication has ended. */
  private authenticate(
    issued: Observable<IssuedToken>,
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
      return merge(issued, renewLease$).pipe(
        take(1),
        map((one) => {
          if (isFresh(one)) {
            isSaved = true
            this.use(lease)
            this.notify('save', () => this.store.save(this.principal, lease, one.token, timeLeft(one.life, clock)))
          }
          return one
        }),
        finalize(() => {
          if (!isSaved) this.end(lease)
        }),
      )
    })
  }

  private use(lease?: string): void {
    this.lease = this.storedLease = lease
  }

  /**
   * Emits the token of the store if it can be used. Otherwise it authenticates by `issued`, or, if another process does
   * so already, waits for the token of that process. If the store fails, it authenticates without the store.
   *
   * `hasEnded`: no token is in use, as after a clock was set. The store measures the time by its own clock, so its token may
   * be the one that was in use before.
   */
  obtain(
    issued: Observable<IssuedToken>,
    isFresh: (token: IssuedToken) => boolean,
    about: About,
    hasEnded: boolean,
  ): Observable<IssuedToken> {
    const { clock, emit, random } = this.parts
    const lease = randomHex(systemRandom)

    const alone$ = issued.pipe(
      map((one) => {
        this.use()
        return one
      }),
    )

    const withoutStore = (reason: TokenStoreFailure): Observable<IssuedToken> => {
      emit(about, () => ({ _tag: 'TokenStoreFailed', action: 'take', reason }))
      return alone$
    }

    const retryLater = (unlike: string | undefined, turn: number): Observable<IssuedToken> => {
      if (turn < maxTurns)
        return delay(clock, Math.min(minPause * 2 ** turn, maxPause)).pipe(concatMap(() => attempt(unlike, turn + 1)))
      return withoutStore('busy')
    }

    const attempt = (unlike: string | undefined, turn: number): Observable<IssuedToken> =>
      defer(() => {
        const start = now(clock)
        return this.take(lease, unlike).pipe(
          concatMap((answer) => {
            if (answer === undefined) return alone$
            if (answer._tag === 'Leased') return this.authenticate(issued, isFresh, lease)
            if (answer._tag === 'Unreadable') return withoutStore('unreadable')
            if (answer._tag === 'Busy') return retryLater(unlike, turn)
            const exchange = { start, end: start, serverTime: none }
            const life = tokenLife(after(start, answer.left).wall, exchange, random)
            const one = { token: answer.token, life, isAdopted: true, wasAwaited: turn > 0 } as const
            if (!isFresh(one)) return retryLater(answer.lease, turn)
            this.use(answer.lease)
            return of(one)
          }),
        )
      })

    return defer(() => {
      this.about = about
      return attempt(hasEnded && this.storedLease ? undefined : this.lease, 0)
    })
  }

  /** Makes the store forget the token in use, so that no process gets it any more. */
  forget(): void {
    if (this.storedLease) this.end(this.storedLease)
    this.storedLease = undefined
  }
}
