import { type Observable, Subject } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import type { ClientEvent, ClientEventBody } from './ClientEvent.js'

/** Tells what happened; the event is made only when somebody listens. */
export type Emit = (
  request: { readonly number: number; readonly operation: string },
  body: () => ClientEventBody,
) => void

/** Where a client's events meet. */
export interface EventHub {
  readonly events$: Observable<ClientEvent>
  readonly emit: Emit
}

/** A hub whose events cost nothing while nobody listens. */
export const eventHub = (clock: Clock): EventHub => {
  const events = new Subject<ClientEvent>()
  return {
    events$: events.asObservable(),
    emit: ({ number, operation }, body) => {
      if (events.observed) events.next({ ...body(), operation, request: number, time: new Date(clock.wall()) })
    },
  }
}
