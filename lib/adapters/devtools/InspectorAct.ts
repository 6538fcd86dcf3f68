import type { Option } from 'fp-ts/lib/Option.js'
import type { ClientEvent, Priority } from '../../index.js'
import type { Cause, InspectedRequest, MarkKind } from './Inspection.js'

/** A request is made; `cause`: what the call stack tells of it. */
export interface Begun {
  readonly _tag: 'Begun'
  readonly request: number
  readonly operation: string
  readonly page: Option<number>
  readonly priority: Priority
  readonly cause: Cause
}

/** A request has ended. */
export interface Ended {
  readonly _tag: 'Ended'
  readonly request: number
  readonly outcome: Exclude<InspectedRequest['outcome'], 'open'>
}

/** A stream that was handed to `inspect` has emitted, has ended, was subscribed to or unsubscribed from. */
export interface Marked {
  readonly _tag: 'Marked'
  readonly name: string
  readonly kind: MarkKind
  readonly text: string
  readonly request: Option<number>
}

/** What an inspection is made of: the events of a client, and what the inspector itself sees. */
export type InspectorAct = ClientEvent | ((Begun | Ended | Marked) & { readonly time: Date })
