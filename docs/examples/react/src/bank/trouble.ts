import type { GatewayClient } from 'rxbank'
import { distinctUntilChanged, EMPTY, mergeMap, type Observable, of, scan, startWith } from 'rxjs'

/** What keeps the page from being up to date. */
export type Trouble = 'none' | 'unreachable' | 'loggedOut'

/** Reports trouble: watchers live through failures, and tell them only as events. */
export const watchTrouble = (events$: GatewayClient['events$']): Observable<Trouble> =>
  events$.pipe(
    mergeMap((event): Observable<Trouble> => {
      if (event._tag === 'Responded' && event.status === 401) return of('loggedOut')
      if (event._tag === 'Polled') return of(event.error._tag === 'Some' ? 'unreachable' : 'none')
      return EMPTY
    }),
    // A round that fails for want of a session is no other trouble.
    scan((before, now) => (before === 'loggedOut' && now === 'unreachable' ? before : now)),
    startWith('none' as const),
    distinctUntilChanged(),
  )
