import { type Observable, Subject } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import type { ClientEvent, ClientEventBody, EventWatcher } from './ClientEvent.js'

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
