import type { Option } from 'fp-ts/lib/Option.js'
import type { ClientEvent } from '../../base/event/ClientEvent.js'
import type { Priority } from '../../http/HttpRequest.js'

/** A request starts. The call stack shows the `cause`. */
export interface RequestStarted {
  readonly _tag: 'RequestStarted'
  readonly request: number
  readonly operation: string
  readonly page: Option<number>
  readonly priority: Priority
  readonly cause: Cause
}

/** A request has ended. */
export interface RequestEnded {
  readonly _tag: 'RequestEnded'
  readonly request: number
  readonly outcome: Exclude<InspectedRequest['outcome'], 'open'>
}

/** An inspected stream has emitted or ended, or was subscribed or unsubscribed. */
interface StreamMarked {
  readonly _tag: 'StreamMarked'
  readonly name: string
  readonly kind: MarkKind
  readonly text: string
  readonly request: Option<number>
}

/** The input of an inspection: the events of a client, and the inspector's own observations. */
export type InspectorEvent = ClientEvent | ((RequestStarted | RequestEnded | StreamMarked) & { readonly time: Date })

/**
 * Why a request was made.
 *
 * - `NextPage`: it reads the page after the one that `request` read. `FollowUp`: the response to `request` led to it.
 * - `Prerequisite`: `request` needs its response first, such as a token. `Poll`: a round of the watcher with this
 *   number.
 * - `Stream`: a subscription to the stream that was passed to `inspect` under this name.
 * - `Unknown`: neither the order of events nor the policy shows the cause.
 */
export type Cause =
  | { readonly _tag: 'NextPage' | 'FollowUp' | 'Prerequisite'; readonly request: number }
  | { readonly _tag: 'Poll'; readonly watcher: number }
  | { readonly _tag: 'Stream'; readonly name: string }
  | { readonly _tag: 'Unknown' }

/** Why another attempt followed: the name of the error, and the milliseconds until that attempt. */
export interface InspectedRetry {
  readonly error: string
  readonly delay: number
}

/**
 * One attempt: when it was sent, the status of its response and the milliseconds until it, and why another followed.
 */
export interface InspectedAttempt {
  readonly time: Date
  readonly response: Option<{ readonly status: number; readonly duration: number }>
  readonly retry: Option<InspectedRetry>
}

/**
 * A request with all its attempts, without the data that was sent and received.
 *
 * - `number`, `operation`, `page`: as in the client's events. `method` is empty before the first attempt.
 * - `outcome`: how it ended, according to the policy; always `open` without the policy.
 */
export interface InspectedRequest {
  readonly number: number
  readonly operation: string
  readonly method: string
  readonly page: Option<number>
  readonly priority: Option<Priority>
  readonly cause: Cause
  readonly time: Date
  readonly attempts: ReadonlyArray<InspectedAttempt>
  readonly outcome: 'open' | 'answered' | 'failed' | 'unsubscribed'
  readonly end: Option<Date>
}

/** A token: when it was received, when the service says that it expires, and the request that got it. */
export interface InspectedToken {
  readonly time: Date
  readonly expiresAt: Date
  readonly request: number
}

/** A watcher: its start, its interval in milliseconds, its end, and the time of its next round if it is waiting. */
export interface InspectedWatcher {
  readonly number: number
  readonly operation: string
  readonly every: number
  readonly time: Date
  readonly end: Option<Date>
  readonly due: Option<Date>
}

/** The kind of a mark, which decides its look. `limited`: the service answered 429. */
export type MarkKind =
  | 'next'
  | 'error'
  | 'complete'
  | 'subscribe'
  | 'unsubscribe'
  | 'good'
  | 'note'
  | 'warning'
  | 'limited'
  | 'failure'

/** Something that happened at one time, with the request that caused it, if that is known. */
export interface InspectedMark {
  readonly number: number
  readonly kind: MarkKind
  readonly time: Date
  readonly text: string
  readonly request: Option<number>
}

/** The marks of one lane: an inspected stream (`isStream`), or one kind of client event. */
export interface InspectedLane {
  readonly name: string
  readonly isStream: boolean
  readonly marks: ReadonlyArray<InspectedMark>
}

/**
 * The data of an inspector: the latest requests, tokens, watchers and marks of a client, each list oldest first.
 *
 * - `markCount`: how many marks there were in all. `last`: the time of the latest event.
 * - `dropped`: how many entries the bounded lists have dropped.
 */
export interface Inspection {
  readonly requests: ReadonlyArray<InspectedRequest>
  readonly tokens: ReadonlyArray<InspectedToken>
  readonly watchers: ReadonlyArray<InspectedWatcher>
  readonly lanes: ReadonlyArray<InspectedLane>
  readonly markCount: number
  readonly dropped: number
  readonly last: Option<Date>
}
