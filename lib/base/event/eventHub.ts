import { type Observable, Subject } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import type { ClientEvent, ClientEventBody, EventWatcher } from './ClientEvent.js'

/** Emits an event; it is created only if `events$` has a subscriber. */
export type Emit = (
  request: { readonly number: number; readonly operation: string; readonly watched?: EventWatcher },
  body: () => ClientEventBody,
) => void

/** Collects the events of a client from its parts. */
export interface EventHub {
  readonly events$: Observable<ClientEvent>
  readonly emit: Emit
}

/** Creates a hub; events cost nothing while `events$` has no subscriber. */
export const eventHub = (clock: Clock): EventHub => {
  const events = new Subject<ClientEvent>()
  return {
    events$: events.asObservable(),
    emit: ({ number, operation, watched }, body) => {
      if (events.observed)
        events.next({ ...body(), ...watched, operation, request: number, time: new Date(clock.wall()) })
    },
  }
}
