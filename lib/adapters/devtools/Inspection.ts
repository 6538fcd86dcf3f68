import type { Option } from 'fp-ts/lib/Option.js'
import type { Priority } from '../../index.js'

/**
 * Why a request was made.
 *
 * - `PageAfter`: the page after the one that `request` has read. `After`: something that the answer to `request` led to.
 * - `For`: `request` needs it first, as it does a token. `Poll`: a round of the watcher with this number.
 * - `Stream`: a subscription to the stream that was handed to `inspect` under this name.
 * - `Unknown`: neither the order of events nor the policy tells it.
 */
export type Cause =
  | { readonly _tag: 'PageAfter' | 'After' | 'For'; readonly request: number }
  | { readonly _tag: 'Poll'; readonly watcher: number }
  | { readonly _tag: 'Stream'; readonly name: string }
  | { readonly _tag: 'Unknown' }

/** Why an attempt was followed by another: the name of the error, and the milliseconds until then. */
export interface InspectedRetry {
  readonly error: string
  readonly delay: number
}

/** One sending of a request: when, the status of its answer with the milliseconds until it, and why another followed. */
export interface InspectedAttempt {
  readonly time: Date
  readonly answer: Option<{ readonly status: number; readonly duration: number }>
  readonly retry: Option<InspectedRetry>
}

/**
 * A request with all its attempts: nothing that was sent or received is in it.
 *
 * - `number`, `operation`, `page`: as in the client's events. `method` is empty before the first attempt.
 * - `outcome`: what the policy has seen of its end; without the policy it is `open`.
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

/** A token: from when it was in use, until when by the service's word, and the request that brought it. */
export interface InspectedToken {
  readonly time: Date
  readonly expiresAt: Date
  readonly request: number
}

/** A watcher: from when, every how many milliseconds, until when, and when it asks next if it waits. */
export interface InspectedWatcher {
  readonly number: number
  readonly operation: string
  readonly every: number
  readonly time: Date
  readonly end: Option<Date>
  readonly due: Option<Date>
}

/** What a mark is about; it decides how the mark is drawn. `limited`: the service asked for fewer requests, by a 429. */
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

/** Something that happened at one moment, with the request that caused it where it is known. */
export interface InspectedMark {
  readonly number: number
  readonly kind: MarkKind
  readonly time: Date
  readonly text: string
  readonly request: Option<number>
}

/** Marks of one subject; `stream` says whether it is a stream that was handed to `inspect`. */
export interface InspectedLane {
  readonly name: string
  readonly stream: boolean
  readonly marks: ReadonlyArray<InspectedMark>
}

/**
 * What an inspector knows of a client: the latest requests, tokens, watchers and marks, each list oldest first.
 *
 * - `dropped`: how many entries have left the lists, since these are bounded. `last`: the moment of the latest event.
 */
export interface Inspection {
  readonly requests: ReadonlyArray<InspectedRequest>
  readonly tokens: ReadonlyArray<InspectedToken>
  readonly watchers: ReadonlyArray<InspectedWatcher>
  readonly lanes: ReadonlyArray<InspectedLane>
  readonly marked: number
  readonly dropped: number
  readonly last: Option<Date>
}
