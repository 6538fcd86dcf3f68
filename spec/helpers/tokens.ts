import { none, some } from 'fp-ts/lib/Option.js'
import { concatMap, defer, EMPTY, of, throwError } from 'rxjs'
import type { Clock } from '../../lib/base/clock/Clock.js'
import { createVirtualClock, type VirtualClock } from '../../lib/base/clock/virtualClock.js'
import { NetworkError } from '../../lib/base/error/NetworkError.js'
import type { ClientEvent } from '../../lib/base/event/ClientEvent.js'
import { reveal } from '../../lib/base/Redacted.js'
import type { Connection } from '../../lib/http/Connection.js'
import type { Http } from '../../lib/http/Http.js'
import type { HttpResponse } from '../../lib/http/HttpResponse.js'
import { authenticate } from '../../lib/service/api/userRequests.js'
import type { AccessToken } from '../../lib/service/model/AccessToken.js'
import { type AccessTokens, accessTokens } from '../../lib/streams/tokens/accessTokens.js'
import { type ListenerConfig, TokenCache } from '../../lib/streams/tokens/TokenCache.js'
import type { RenewalConfig } from '../../lib/streams/tokens/TokenRenewal.js'
import { token } from './responses.js'
import { serviceAt } from './service.js'
import { after, counting, type Counts, watching } from './watching.js'

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute

/** How long the transports of `describe.each` take, in milliseconds; 0 is synchronous. */
export const transports = [
  { transport: 'synchronous', latency: 0 },
  { transport: 'asynchronous', latency: 50 },
]

/** What asks for a token. */
export const grant = authenticate(serviceAt(), { externalUserId: 'A6J' })

/** The text of a token, by which specs tell one from another. */
export const nameOf = ({ access_token }: AccessToken): string => reveal(access_token)

/** The network failed. */
export const lost = new NetworkError({
  operation: grant.operation,
  page: none,
  origin: 'https://bank.example',
  code: some('ECONNRESET'),
})

/** A transport to a service, when it was called, by the monotonic clock, and how the calls fared. */
export interface Service {
  readonly http: Http
  readonly calls: ReadonlyArray<number>
  readonly counts: Counts
}

/** A service that gives its answers `latency` milliseconds after the calls, which count from 1. */
export const service = (clock: Clock, latency: number, answer: (call: number) => HttpResponse | Error): Service => {
  const calls: Array<number> = []
  const { http, counts } = counting(() =>
    defer(() => {
      const given = answer(calls.push(clock.monotonic()))
      const settled = given instanceof Error ? throwError(() => given) : of(given)
      return latency === 0 ? settled : after(clock, latency).pipe(concatMap(() => settled))
    }),
  )
  return { http, calls, counts }
}

/** A service that issues `T1`, `T2` and so on, each for `life` milliseconds. */
export const granting = (clock: Clock, latency: number, life: number): Service =>
  service(clock, latency, (call) => token(`T${String(call)}`, clock.wall() + life))

/** The tokens of one user in use, whose authentications go by one connection. */
export const tokenCache = (connection: Connection, config?: ListenerConfig): TokenCache =>
  new TokenCache(connection, () => ({ connection, request: grant }), config)

/** One user's tokens over a transport that is judged and timed as in a client; and what they told. */
export const tokensOver = (
  http: Http,
  { keepAlive = false, active$ = EMPTY, ...overrides }: Partial<Connection & RenewalConfig> & { readonly clock: Clock },
): AccessTokens & { readonly events: ReadonlyArray<ClientEvent> } => {
  const connection = watching(http, overrides)
  const tokens = accessTokens(connection, () => ({ connection, request: grant }), { keepAlive, active$ })
  return {
    token$: tokens.token$,
    take: (timeout, priority, runNow$) => tokens.take(timeout, priority, runNow$),
    isLive: (token) => tokens.isLive(token),
    refuse: (token) => tokens.refuse(token),
    accept: (token) => {
      tokens.accept(token)
    },
    invalidate: () => {
      tokens.invalidate()
    },
    isIdle: () => tokens.isIdle(),
    events: connection.events,
  }
}

/** The same clock, and for how long timers were armed on it. */
export const arming = <C extends Clock>(clock: C): { readonly clock: C; readonly armed: ReadonlyArray<number> } => {
  const armed: Array<number> = []
  const schedule: Clock['scheduler']['schedule'] = (work, ms = 0, state) => {
    armed.push(ms)
    return clock.scheduler.schedule(work, ms, state as never)
  }
  return { clock: { ...clock, scheduler: { ...clock.scheduler, schedule } }, armed }
}

/** A machine and, elsewhere, a service: whatever happens to the machine's clock, `serverTime` is right. */
export interface World {
  readonly clock: VirtualClock
  readonly serverTime: () => number
  /** The machine sleeps; elsewhere time goes on. */
  readonly sleep: (ms: number) => void
}

/** A machine whose wall clock is wrong by `offset` milliseconds. */
export const world = (offset = 0): World => {
  const start = Date.UTC(2026, 0, 1)
  const clock = createVirtualClock({ start: start + offset })
  let slept = 0
  return {
    clock,
    serverTime: () => start + clock.monotonic() + slept,
    sleep: (ms) => {
      slept += ms
      clock.sleep(ms)
    },
  }
}
