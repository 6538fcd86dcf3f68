import { defer, EMPTY, of } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { addMs, type Moment, msUntil, now } from '../../base/clock/Moment.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { AccessToken, TokenAnswer } from '../../index.js'
import type { ObservableTokenStore } from './ObservableTokenStore.js'

interface Lease {
  readonly lease: string
  readonly end: Moment
}

interface Kept<A> extends Lease {
  readonly token: A
}

/** The lease and the token of one principal. */
interface Entry<A> {
  readonly held?: Lease | undefined
  readonly kept?: Kept<A> | undefined
}

const config = options('options', {}, { clock: clockCodec })

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
export const memoryTokenStore = <A = AccessToken>(
  settings: { readonly clock?: Clock } = {},
): ObservableTokenStore<A> => {
  const { clock = systemClock } = decodeOptions(config, settings)
  const entries = new Map<string, Entry<A>>()

  const isValid = <H extends Lease>(held: H | undefined): held is H =>
    held !== undefined && msUntil(held.end, clock) > 0

  const put = (principal: string, { held, kept }: Entry<A>): void => {
    if (held === undefined && kept === undefined) entries.delete(principal)
    else entries.set(principal, { held, kept })
  }

  return {
    take: (principal, { lease, leaseFor, unusableLease }) =>
      defer(() => {
        const { held, kept } = entries.get(principal) ?? {}
        const validToken = isValid(kept) ? kept : undefined
        let answer: TokenAnswer<A>
        if (validToken !== undefined && validToken.lease !== unusableLease) {
          answer = {
            _tag: 'Kept',
            token: validToken.token,
            remaining: msUntil(validToken.end, clock),
            lease: validToken.lease,
          }
        } else if (isValid(held) && held.lease !== lease) {
          answer = { _tag: 'Busy' }
        } else {
          answer = { _tag: 'Leased' }
          put(principal, { held: { lease, end: addMs(now(clock), leaseFor) }, kept: validToken })
        }
        return of(answer)
      }),
    save: (principal, lease, token, left) =>
      defer(() => {
        if (entries.get(principal)?.held?.lease === lease)
          put(principal, { kept: { lease, token, end: addMs(now(clock), left) } })
        return EMPTY
      }),
    forget: (principal, lease) =>
      defer(() => {
        const { held, kept } = entries.get(principal) ?? {}
        put(principal, {
          held: held?.lease === lease ? undefined : held,
          kept: kept?.lease === lease ? undefined : kept,
        })
        return EMPTY
      }),
  }
}
