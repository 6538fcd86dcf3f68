import type { Option } from 'fp-ts/lib/Option.js'
import { catchError, count, forkJoin, type Observable, of, throwError } from 'rxjs'
import type { PermitStatus } from '../../http/budget/PermitSource.js'
import type { Mirror } from '../../mirror/core/Mirror.js'
import { SchemaRefused } from '../../mirror/core/SchemaRefused.js'
import type { Engine, EngineStatus } from '../../mirror/fleet/Engine.js'

/** The state of a fleet at one time. */
export interface FleetReading {
  readonly status: EngineStatus
  /** How much of the application's limit is used; `None` if the workers share no limit. */
  readonly budget: Option<PermitStatus>
  /** The number of accounts whose balance was proven to differ from their transactions. */
  readonly balanceMismatches: number
}

/** The sources that the state of a fleet is read from. */
export interface FleetSources {
  readonly engine: Pick<Engine, 'status'>
  /** Reads how much of the limit is used. Cold; emits one value and completes. */
  readonly budget$: Observable<Option<PermitStatus>>
  readonly mirror: Pick<Mirror, 'balanceMismatches'>
}

/** The number of differences; 0 if an earlier version of the library created the tables of the mirror. */
const countDifferences = (mirror: FleetSources['mirror']): Observable<number> =>
  mirror.balanceMismatches().pipe(
    count(),
    catchError((error: unknown) =>
      error instanceof SchemaRefused && error.reason === 'outdated' ? of(0) : throwError(() => error),
    ),
  )

/** Reads the state of a fleet: emits it and completes. */
export const readFleet = ({ engine, budget$, mirror }: FleetSources): Observable<FleetReading> =>
  forkJoin({ status: engine.status(), budget: budget$, balanceMismatches: countDifferences(mirror) })
