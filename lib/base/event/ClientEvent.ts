import type { Option } from 'fp-ts/lib/Option.js'
import type { Issue } from '../codec/issues.js'
import type { ClientError } from '../error/ClientError.js'

/** An attempt at a request is sent. `requestId`: the id that the client gave the attempt, with `requestIdHeader`. */
export interface Requested {
  readonly _tag: 'Requested'
  readonly method: string
  readonly page: Option<number>
  readonly requestId?: string
}

/**
 * An attempt got a response, with any status. `duration`: milliseconds.
 *
 * - `requestId`: the id that the client gave the attempt, with `requestIdHeader`.
 * - `responseHeaders`: the headers of the response that `responseHeaders` of the configuration names, cut at 128
 *   characters; values that look like secrets are hidden.
 */
export interface Responded {
  readonly _tag: 'Responded'
  readonly status: number
  readonly duration: number
  readonly requestId?: string
  readonly responseHeaders?: Readonly<Record<string, string>>
}

/** An attempt failed, and the next one is sent in `delay` milliseconds. */
export interface Retried {
  readonly _tag: 'Retried'
  readonly error: ClientError
  readonly attempt: number
  readonly delay: number
}

/** A new token is in use. `expires_at` is the time that the service has sent. */
export interface TokenRenewed {
  readonly _tag: 'TokenRenewed'
  readonly expires_at: Date
}

/** An authentication failed; `delay`: milliseconds until the next one, `None` if the error is not transient. */
export interface TokenFailed {
  readonly _tag: 'TokenFailed'
  readonly error: ClientError
  readonly delay: Option<number>
}

/**
 * Why the database of a token store or of a source of permits failed. The store or source sets it as the `reason` of
 * its error, as `createTokenStore` and `createPermits` of `rxbank/postgres` do.
 *
 * - `newer`: a newer version of the library has changed the tables: run that version.
 * - `outdated`: tables or migrations are missing: call `migrate`.
 * - `denied`: the login was refused, or the user of the database lacks a privilege.
 * - `unavailable`: the database cannot be reached, is starting or stopping, or the connection was lost.
 * - `full`: its disk, its memory or its connections are used up.
 */
export type DatabaseFailure = 'newer' | 'outdated' | 'denied' | 'unavailable' | 'full'

/**
 * How a token store failed.
 *
 * - a {@link DatabaseFailure}: its error has this `reason`.
 * - `failed`: it failed with any other error.
 * - `late`: it did not respond within five seconds.
 * - `invalid`: its response was not valid.
 * - `busy`: it reported for five minutes that another process is authenticating.
 * - `unreadable`: no key of this process decrypts its token. Other processes continue to use the token.
 */
export type TokenStoreFailure = DatabaseFailure | 'failed' | 'late' | 'invalid' | 'busy' | 'unreadable'

/**
 * The token store failed, and the client continues without it: if it needs a token, it authenticates by itself.
 *
 * - `action`: the function of the store that failed.
 * - `reason`: how it failed. The event contains nothing of its response or its error, which could contain a token.
 */
export interface TokenStoreFailed {
  readonly _tag: 'TokenStoreFailed'
  readonly action: 'take' | 'save' | 'forget'
  readonly reason: TokenStoreFailure
}

/**
 * A watcher (`watchUpdated`, `watchRefresh`, `changes`, `poll`) was subscribed to; from now on it has a round every
 * `every` milliseconds. `watcher`: its number among the client's watchers, from 1.
 */
export interface WatcherStarted {
  readonly _tag: 'WatcherStarted'
  readonly watcher: number
  readonly every: number
}

/**
 * A watcher has completed, failed or was unsubscribed.
 *
 * - `error`: if it failed, its error: a {@link ClientError}, or an error of `process`, `store` or `trigger$`. The
 *   library cannot tell what an error of yours contains, so it is not passed to pages of Electron.
 */
export interface WatcherEnded {
  readonly _tag: 'WatcherEnded'
  readonly watcher: number
  readonly every: number
  readonly error?: Error
}

/**
 * A watcher has finished a round, or got the transient `error`. Its next request is sent in `delay` milliseconds.
 *
 * - `watcher`: its number, see {@link WatcherStarted}.
 * - `checkpoint`: the time, by the service's clock, up to which the finished round has read all changes, if it is
 *   known. Apart from clock skew, `time` minus `checkpoint` is how far the watcher is behind.
 */
export interface Polled {
  readonly _tag: 'Polled'
  readonly watcher: number
  readonly checkpoint: Option<Date>
  readonly error: Option<ClientError>
  readonly delay: number
}

/**
 * A round starts again. Either the service has forgotten a cursor during the round, and `error` is its response; or the
 * start time of the round was ahead of the service's clock, and `error` names its origin: `/since`, `/store` or the
 * last `/checkpoint`.
 */
export interface Restarted {
  readonly _tag: 'Restarted'
  readonly error: ClientError
  readonly restarts: number
}

/**
 * The service has issued a token of a new user for the same identity: the previous user was deleted and created again
 * under the same external id. The event is emitted at the authentication, and by each watcher and `sync` that starts
 * again for the new user. It does not identify the user.
 */
export interface UserReplaced {
  readonly _tag: 'UserReplaced'
}

/** A row could not be decoded and was reported instead. `issues`: where it is wrong, and what was expected there. */
export interface RowRejected {
  readonly _tag: 'RowRejected'
  readonly issues: ReadonlyArray<Issue>
}

/**
 * Rows of a page have an earlier `updated_at` than a version that was received before: the clocks of the servers that
 * write them differ, one was set back, or a replica is behind.
 *
 * - `emitted`: how many of these rows the watcher emitted, because the last received version counts. Rows that cannot
 *   be decoded are included.
 * - `dropped`: how many rows it did not emit, because a later version was received in the same round.
 */
export interface RowsReverted {
  readonly _tag: 'RowsReverted'
  readonly emitted: number
  readonly dropped: number
}

/**
 * Rows of a page have an amount that is not an integer number of minor units of its currency. They are emitted, but
 * cannot be part of an exact sum. See `minorUnits`.
 *
 * - `count`: how many rows.
 */
export interface InexactAmount {
  readonly _tag: 'InexactAmount'
  readonly count: number
}

/** The requests that a limit counts together: all, the requests of one user, or the authentications of one user. */
export type BudgetScope = 'application' | 'user' | 'authenticate'

/**
 * A permit of a limited scope was taken, a request has to wait, or a 429 has started a cool-down. The event does not
 * identify the user of the scope.
 *
 * - `limit`: the requests of the scope in one window; `None` if it has no limit.
 * - `per`: the window of the limit in milliseconds.
 * - `remaining`: the permits that are left; during a cool-down, and after it, fewer requests may be sent. With
 *   `permits` it is the number that the last lease has reported.
 * - `waiting`: the waiting requests of the client, in all scopes.
 * - `coolDown`: milliseconds until the cool-down of the scope after a 429 ends; 0 without one.
 * - `wait`: when a request begins to wait for permits of this scope, the minimum milliseconds until it gets one;
 *   missing if that is unknown, as with `permits`.
 *
 * @example
 * import { type BudgetChanged, createClient, createVirtualClock, type Http } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { some } from 'fp-ts/lib/Option.js'
 * import { filter, of } from 'rxjs'
 *
 * const http: Http = () => of({ status: 200, headers: {}, body: '{"resources":[]}' })
 * const limits = { application: { requests: 60, per: 60_000 } }
 * const clock = createVirtualClock()
 * const client = createClient({ profile: bridge2025, clientId: 'id', http, clock, limits })
 * const events: Array<BudgetChanged> = []
 * client.events$.pipe(filter((event) => event._tag === 'BudgetChanged')).subscribe((event) => events.push(event))
 * client.banks.pages().subscribe()
 * const [{ scope, limit, remaining } = assert.fail('no event')] = events
 * assert.deepStrictEqual([scope, limit, remaining], ['application', some(60), some(59)])
 */
export interface BudgetChanged {
  readonly _tag: 'BudgetChanged'
  readonly scope: BudgetScope
  readonly limit: Option<number>
  readonly per: Option<number>
  readonly remaining: Option<number>
  readonly waiting: number
  readonly coolDown: number
  readonly wait?: number
}

/**
 * The source of the application's permits has failed: requests wait, and the source is called again in `delay`
 * milliseconds.
 *
 * - `reason`: a {@link DatabaseFailure} if it errored and the error says so; `error` if it errored otherwise, or
 *   emitted a value that is not a lease; `timeout` if it has not responded within ten seconds.
 *
 * @example
 * import { createClient, createVirtualClock, type PermitsFailed, sharedPermits } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { EMPTY, filter, throwError } from 'rxjs'
 *
 * const down = () => throwError(() => new Error('down'))
 * const limit = { requests: 60, per: 60_000 }
 * const permits = sharedPermits({ limit, lease: down, release: () => EMPTY, coolDown: () => EMPTY })
 * const client = createClient({ profile: bridge2025, clientId: 'id', clock: createVirtualClock(), permits })
 * const events: Array<PermitsFailed> = []
 * client.events$.pipe(filter((event) => event._tag === 'PermitsFailed')).subscribe((event) => events.push(event))
 * client.banks.pages().subscribe()
 * assert.deepStrictEqual(events.map(({ reason }) => reason), ['error'])
 */
export interface PermitsFailed {
  readonly _tag: 'PermitsFailed'
  readonly reason: DatabaseFailure | 'error' | 'timeout'
  readonly delay: number
}

/** Whether requests are sent (`closed`), are not sent (`open`), or only one is sent as a probe (`half-open`). */
export type CircuitState = 'closed' | 'open' | 'half-open'

/**
 * The circuit breaker has changed its state. After repeated failures, no requests are sent. Later, one request is sent
 * as a probe; if it gets a response, requests are sent again.
 *
 * - `error`: the failure that opened the circuit.
 * - `delay`: milliseconds until the probe, if the circuit is open.
 *
 * @example
 * import { createClient, createVirtualClock, type Http } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { of } from 'rxjs'
 *
 * const http: Http = () => of({ status: 503, headers: {}, body: '{}' })
 * const clock = createVirtualClock()
 * const retry = { count: 0 }
 * const client = createClient({ profile: bridge2025, clientId: 'id', http, clock, retry })
 * const states: Array<string> = []
 * client.events$.subscribe((event) => {
 *   if (event._tag === 'CircuitChanged') states.push(event.state)
 * })
 * const request = () => client.banks.pages().subscribe({ error: () => undefined })
 * for (let failures = 0; failures < 20; failures++) request()
 * assert.deepStrictEqual(states, ['open'])
 * clock.advance(1000)
 * request()
 * assert.deepStrictEqual(states, ['open', 'half-open', 'open'])
 */
export interface CircuitChanged {
  readonly _tag: 'CircuitChanged'
  readonly state: CircuitState
  readonly error: Option<ClientError>
  readonly delay: Option<number>
}

/**
 * The service has announced the day on which it retires the API version that this client uses. Emitted once for each
 * client, with the first request that is sent while `events$` has a subscriber.
 *
 * - `serviceVersion`: the API version, as the client sends it; `date`: the day, `YYYY-MM-DD`. Both are from the
 *   profile.
 */
export interface ApiVersionSunset {
  readonly _tag: 'ApiVersionSunset'
  readonly serviceVersion: string
  readonly date: string
}

/**
 * A field has a value of an unexpected type. A field whose type is assumed keeps the value; an optional field of a
 * documented type is omitted from its record. The event does not contain the value. It is emitted once for each client,
 * operation and field, at most a thousand times, while `events$` has a subscriber.
 *
 * - `path`: where, as a JSON pointer from the resource, such as `/status`; `*` is any element of a list.
 * - `expected`: the type that was expected, as the name of a codec, such as `number`.
 *
 * @example
 * import { createClient, documentedProfile, type FieldMismatch, type Http } from 'rxbank'
 * import { filter, of } from 'rxjs'
 *
 * const body = '{"resources":[{"id":1,"name":["Demo"]},{"id":2,"name":2}]}'
 * const http: Http = () => of({ status: 200, headers: {}, body })
 * const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', clientId: 'id', http })
 * const events: Array<FieldMismatch> = []
 * client.events$.pipe(filter((event) => event._tag === 'FieldMismatch')).subscribe((event) => events.push(event))
 * const names: Array<unknown> = []
 * client.banks.all().subscribe(({ name }) => names.push(name))
 * assert.deepStrictEqual(names, [['Demo'], 2])
 * assert.deepStrictEqual(events.map(({ path, expected }) => [path, expected]), [['/name', 'string']])
 */
export interface FieldMismatch {
  readonly _tag: 'FieldMismatch'
  readonly path: string
  readonly expected: string
}

/** A {@link ClientEvent} without the fields that all events have. */
export type ClientEventBody =
  | Requested
  | Responded
  | Retried
  | TokenRenewed
  | TokenFailed
  | TokenStoreFailed
  | WatcherStarted
  | WatcherEnded
  | Polled
  | Restarted
  | UserReplaced
  | FieldMismatch
  | RowRejected
  | RowsReverted
  | InexactAmount
  | BudgetChanged
  | PermitsFailed
  | CircuitChanged
  | ApiVersionSunset

/** The watcher that an event is about: its own event, or an event of one of its requests. */
export interface EventWatcher {
  /** Its number among the client's watchers, from 1. */
  readonly watcher: number
  /** The `label` of its options. */
  readonly label?: string
}

/** The request that an event is about. The events of a watcher and of its requests also have the watcher. */
export interface EventSubject extends Partial<EventWatcher> {
  /** The name of the operation, such as `transactions.list`. */
  readonly operation: string
  /** The number of the request among the client's requests, from 1. */
  readonly request: number
}

/**
 * An event of a client; `events$` emits them.
 *
 * Events contain no secrets, tokens, bodies, links or decoded values, and no headers except the ones that
 * `responseHeaders` names.
 */
export type ClientEvent = ClientEventBody &
  EventSubject & {
    /** When, by the client's clock. */
    readonly time: Date
  }
