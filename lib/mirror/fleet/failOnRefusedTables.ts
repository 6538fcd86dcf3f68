import { EMPTY, ignoreElements, type Observable, tap } from 'rxjs'
import type { ClientEvent } from '../../index.js'
import { FleetError } from './FleetError.js'

/**
 * Errors with a `FleetError` when the events of a client say that the tables of its permits or tokens are of another
 * version, which no wait mends. Completes with the events; never errors without events.
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
