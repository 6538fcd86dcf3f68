import { defer, EMPTY, type Observable, of } from 'rxjs'
import { addMs, type Clock, type Moment, msUntil, now } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { AccessToken } from '../../service/model/AccessToken.js'
import type { TokenRequest, TokenResponse, TokenStore } from '../../streams/tokens/TokenStore.js'

/** A {@link TokenStore} whose functions return cold Observables. */
export interface ObservableTokenStore<A = AccessToken> extends TokenStore<A> {
  /** Emits the token, or whether this process or another one has to authenticate, and completes. */
  readonly take: (principal: string, ask: TokenRequest) => Observable<TokenResponse<A>>
  /** Completes once the token is stored; stores nothing if the lease was lost. Emits nothing. */
  readonly save: (principal: string, lease: string, token: A, left: number) => Observable<never>
  /** Completes once the token that was saved with this lease is deleted, and the lease is released; emits nothing. */
  readonly forget: (principal: string, lease: string) => Observable<never>
}

interface Lease {
  readonly lease: string
  readonly end: Moment
}

interface StoredToken<A> extends Lease {
  readonly token: A
}

/** The lease and the token of one principal. */
interface Entry<A> {
  readonly activeLease?: Lease | undefined
  readonly stored?: StoredToken<A> | undefined
}

const configCodec = options('options', {}, { clock: clockCodec })

/**
 * Stores tokens in memory: for several clients in one process, and for tests. It measures times by `clock`, by default
 * the system's.
 *
 * @example
 * import { memoryTokenStore } from 'rxbank/node'
 * import { firstValueFrom } from 'rxjs'
 *
 * const store = memoryTokenStore()
 * const take = (lease: string) => firstValueFrom(store.take('user', { lease, leaseFor: 1000 }))
 * assert.deepStrictEqual(await take('a'), { _tag: 'Leased' })
 * assert.deepStrictEqual(await take('b'), { _tag: 'Busy' })
 */
export const memoryTokenStore = <A = AccessToken>(config: { readonly clock?: Clock } = {}): ObservableTokenStore<A> => {
  const { clock = systemClock } = decodeOptions(configCodec, config)
  const entries = new Map<string, Entry<A>>()

  const isValid = <L extends Lease>(lease: L | undefined): lease is L =>
    lease !== undefined && msUntil(lease.end, clock) > 0

  const put = (principal: string, { activeLease, stored }: Entry<A>): void => {
    if (activeLease === undefined && stored === undefined) entries.delete(principal)
    else entries.set(principal, { activeLease, stored })
  }

  return {
    take: (principal, { lease, leaseFor, unusableLease }) =>
      defer(() => {
        const { activeLease, stored } = entries.get(principal) ?? {}
        const validToken = isValid(stored) ? stored : undefined
        let response: TokenResponse<A>
        if (validToken !== undefined && validToken.lease !== unusableLease) {
          response = {
            _tag: 'Stored',
            token: validToken.token,
            remaining: msUntil(validToken.end, clock),
            lease: validToken.lease,
          }
        } else if (isValid(activeLease) && activeLease.lease !== lease) {
          response = { _tag: 'Busy' }
        } else {
          response = { _tag: 'Leased' }
          put(principal, { activeLease: { lease, end: addMs(now(clock), leaseFor) }, stored: validToken })
        }
        return of(response)
      }),
    save: (principal, lease, token, left) =>
      defer(() => {
        if (entries.get(principal)?.activeLease?.lease === lease)
          put(principal, { stored: { lease, token, end: addMs(now(clock), left) } })
        return EMPTY
      }),
    forget: (principal, lease) =>
      defer(() => {
        const { activeLease, stored } = entries.get(principal) ?? {}
        put(principal, {
          activeLease: activeLease?.lease === lease ? undefined : activeLease,
          stored: stored?.lease === lease ? undefined : stored,
        })
        return EMPTY
      }),
  }
}
