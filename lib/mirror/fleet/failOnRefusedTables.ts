import { EMPTY, ignoreElements, type Observable, tap } from 'rxjs'
import type { ClientEvent } from '../../base/event/ClientEvent.js'
import { FleetError } from './FleetError.js'

/**
 * Errors with a `FleetError` when an event of a client reports that the tables of its permits or tokens are of another
 * version, because no retry can succeed then. Emits nothing, and completes with the events.
 */
export const failOnRefusedTables = (events$: Observable<ClientEvent> = EMPTY): Observable<never> =>
  events$.pipe(
    tap((event) => {
      if (event._tag !== 'PermitsFailed' && event._tag !== 'TokenStoreFailed') return
      const { _tag, reason } = event
      if (reason === 'newer' || reason === 'outdated')
        throw new FleetError({ reason, tables: _tag === 'PermitsFailed' ? 'permits' : 'tokens' })
    }),
    ignoreElements(),
  )
