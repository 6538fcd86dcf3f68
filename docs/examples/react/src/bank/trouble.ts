import type { ClientEvent, GatewayClient } from 'rxbank'
import { distinctUntilChanged, map, type Observable, scan, startWith } from 'rxjs'

/** What keeps the page from being up to date. */
export type Trouble = 'none' | 'unreachable' | 'loggedOut'

interface State {
  /** The watchers whose last round has failed. */
  readonly failing: ReadonlySet<number>
  readonly isLoggedOut: boolean
}

const without = (failing: ReadonlySet<number>, watcher: number) =>
  new Set(Array.from(failing).filter((one) => one !== watcher))

const afterEvent = (state: State, event: ClientEvent): State => {
  const { failing, isLoggedOut } = state
  if (event._tag === 'Responded' && event.status === 401) return { failing, isLoggedOut: true }
  if (event._tag === 'WatcherEnded') return { failing: without(failing, event.watcher), isLoggedOut }
  if (event._tag !== 'Polled') return state
  return event.error._tag === 'Some'
    ? { failing: new Set(failing).add(event.watcher), isLoggedOut }
    : { failing: without(failing, event.watcher), isLoggedOut: false }
}

/** Reports trouble: watchers live through failures, and tell them only as events. */
export const watchTrouble = (events$: GatewayClient['events$']): Observable<Trouble> =>
  events$.pipe(
    scan(afterEvent, { failing: new Set<number>(), isLoggedOut: false }),
    map(({ failing, isLoggedOut }): Trouble => {
      if (isLoggedOut) return 'loggedOut' // a round that fails for want of a session is no other trouble
      return failing.size > 0 ? 'unreachable' : 'none'
    }),
    startWith('none' as const),
    distinctUntilChanged(),
  )
