import { type Observable, Subject } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { shareAcrossCopies } from '../packageCopies.js'
import type { ClientEvent, ClientEventBody, DatabaseFailure, EventWatcher } from './ClientEvent.js'

/** The events whose signature was verified in this process. */
const verified = /* @__PURE__ */ shareAcrossCopies('verifiedWebhooks', () => new WeakSet())

/** Records that the signature of a webhook was verified, and returns its event. */
export const markVerified = <A extends object>(event: A): A => {
  verified.add(event)
  return event
}

/** Whether a value is the event object of a webhook whose signature was verified in this process; `false` for a copy. */
export const isVerified = (event: unknown): boolean =>
  typeof event === 'object' && event !== null && verified.has(event)

const failures: ReadonlyArray<DatabaseFailure> = ['newer', 'outdated', 'denied', 'unavailable', 'full']

/** Why a database failed, if the error says so; `undefined` if it does not. No other text of the error is returned. */
export const databaseFailure = (error: unknown): DatabaseFailure | undefined => {
  const { reason } = (error ?? {}) as { readonly reason?: unknown }
  return failures.find((failure) => failure === reason)
}

/** Emits an event; it is created only if `events$` has a subscriber. */
export type Emit = (
  request: { readonly number: number; readonly operation: string; readonly eventWatcher?: EventWatcher },
  body: () => ClientEventBody,
) => void

/** Collects the events of a client from its parts. */
export interface EventHub {
  readonly events$: Observable<ClientEvent>
  readonly emit: Emit
}

/** Creates a hub; events cost nothing while `events$` has no subscriber. */
export const eventHub = (clock: Clock): EventHub => {
  const event$ = new Subject<ClientEvent>()
  return {
    events$: event$.asObservable(),
    emit: ({ number, operation, eventWatcher }, body) => {
      if (event$.observed)
        event$.next({ ...body(), ...eventWatcher, operation, request: number, time: new Date(clock.wall()) })
    },
  }
}
