import type { Option } from 'fp-ts/lib/Option.js'
import type { ClientEvent } from '../../base/event/ClientEvent.js'
import type { Priority } from '../../http/HttpRequest.js'
import type { Cause, InspectedRequest, MarkKind } from './Inspection.js'

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
export interface StreamMarked {
  readonly _tag: 'StreamMarked'
  readonly name: string
  readonly kind: MarkKind
  readonly text: string
  readonly request: Option<number>
}

/** The input of an inspection: the events of a client, and the inspector's own observations. */
export type InspectorEvent = ClientEvent | ((RequestStarted | RequestEnded | StreamMarked) & { readonly time: Date })
