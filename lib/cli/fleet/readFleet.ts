import type { Option } from 'fp-ts/lib/Option.js'
import {
  catchError,
  count,
  forkJoin,
  type MonoTypeOperatorFunction,
  type Observable,
  of,
  take,
  throwError,
  toArray,
} from 'rxjs'
import type { PermitStatus } from '../../http/budget/PermitSource.js'
import type { Mirror, WaitingProof } from '../../mirror/core/Mirror.js'
import { SchemaRefused } from '../../mirror/core/SchemaRefused.js'
import type { Engine, EngineStatus } from '../../mirror/fleet/Engine.js'

/** The state of a fleet at one time. */
export interface FleetReading {
  readonly status: EngineStatus
  /** How much of the application's limit is used; `None` if the workers share no limit. */
  readonly budget: Option<PermitStatus>
  /** The number of accounts whose balance was proven to differ from their transactions. */
  readonly balanceMismatches: number
  /** Accounts whose balance could not be compared for two days, at most {@link maxWaitingProofs}. */
  readonly waitingProofs: ReadonlyArray<WaitingProof>
}

/** The maximum number of waiting accounts that are read. */
export const maxWaitingProofs = 100

/** How long a proof may wait before its account is shown: most begin within a day. */
const maxWait = 2 * 24 * 60 * 60_000

/** The sources that the state of a fleet is read from. */
export interface FleetSources {
  readonly engine: Pick<Engine, 'status'>
  /** Reads how much of the limit is used. Cold; emits one value and completes. */
  readonly budget$: Observable<Option<PermitStatus>>
  readonly mirror: Pick<Mirror, 'balanceMismatches' | 'waitingProofs'>
}

/**
 * Replaces the failure of tables that are missing, or that an earlier version of the library created, so that the fleet is
 * shown anyway.
 */
export const unlessOutdated = <A>(value: A): MonoTypeOperatorFunction<A> =>
  catchError((error: unknown) =>
    error instanceof SchemaRefused && error.reason === 'outdated' ? of(value) : throwError(() => error),
  )

/** Reads the state of a fleet at a time, in milliseconds since 1970: emits it and completes. */
export const readFleet = ({ engine, budget$, mirror }: FleetSources, now: number): Observable<FleetReading> =>
  forkJoin({
    status: engine.status(),
    budget: budget$,
    balanceMismatches: mirror.balanceMismatches().pipe(count(), unlessOutdated(0)),
    waitingProofs: mirror
      .waitingProofs({ before: new Date(now - maxWait) })
      .pipe(take(maxWaitingProofs), toArray<WaitingProof>(), unlessOutdated<ReadonlyArray<WaitingProof>>([])),
  })
