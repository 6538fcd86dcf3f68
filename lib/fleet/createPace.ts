import { catchError, concat, defer, EMPTY, ignoreElements, merge, type Observable, of, repeat, tap } from 'rxjs'
import { delay } from '../clock/delay.js'
import type { FleetSettings } from './FleetConfig.js'

/** Milliseconds between two looks at how many users there are. */
const lookEvery = 60_000

/** After so many rounds each of them counts half. */
const remembered = 1000

/** A tenth of a quota is left for rounds that somebody waits for, and for other requests. */
const share = 0.9

/** How often users are asked. */
export interface Pace {
  /** The interval after a round: it doubles towards `slowest` without news, and is `every` with some. */
  readonly next: (before: number | undefined, hasNews: boolean) => number
  /** The wait for the next round: the interval, or what the quota allows, give or take a tenth. */
  readonly wait: (interval: number) => number
  /** Over how many milliseconds the first rounds of so many new users are spread. */
  readonly spread: (added: number) => Observable<number>
  /** The longest wait after rounds that fail. */
  readonly longest: () => number
  /** A round has ended. */
  readonly count: () => void
  /** Counts requests and users while it is subscribed to. Emits nothing, never completes. */
  readonly watching$: Observable<never>
}

/** Creates the pace of a fleet. What a round costs is told by the requests of the client. */
export const createPace = (settings: FleetSettings): Pace => {
  const { client, clock, engine, every, slowest, feeds, quota, random } = settings
  // Before anything was counted: one request for each feed, and a token.
  let requests = 2 * ((feeds?.length ?? 4) + 1)
  let rounds = 2
  let users = 0

  const allowed = (): number =>
    quota === undefined ? 0 : ((users * requests) / rounds / (share * quota.requests)) * quota.per

  const look$ = engine.status().pipe(
    tap((status) => (users = status.users - status.setAside)),
    // The number of before is good enough.
    catchError(() => EMPTY),
  )

  const looking$ = look$.pipe(repeat({ delay: () => delay(clock, lookEvery) }))

  const counting$ = client.events$?.pipe(
    tap(({ _tag }) => {
      if (_tag === 'Requested') requests++
    }),
  )

  return {
    next: (before = every, hasNews) => (hasNews ? every : Math.min(slowest, Math.max(every, before) * 2)),
    wait: (interval) => Math.max(interval, allowed()) * (0.9 + 0.2 * random()),
    spread: (added) => {
      if (quota === undefined) return of(every)
      const spread$ = defer(() => {
        users += added
        return of(Math.max(every, allowed()))
      })
      return concat(look$.pipe(ignoreElements()), spread$)
    },
    longest: () => Math.max(slowest, allowed()),
    count: () => {
      if (++rounds < remembered) return
      rounds /= 2
      requests /= 2
    },
    watching$: quota === undefined ? EMPTY : merge(looking$, counting$ ?? EMPTY).pipe(ignoreElements()),
  }
}
