import type { Option } from 'fp-ts/lib/Option.js'
import { forkJoin, type Observable } from 'rxjs'
import type { Engine, EngineStatus } from '../../fleet.js'
import type { PermitStatus } from '../../index.js'

/** The state of a fleet at one time. */
export interface FleetReading {
  readonly status: EngineStatus
  /** How much of the application's limit is used; `None` if the workers share no limit. */
  readonly budget: Option<PermitStatus>
}

/** The sources that the state of a fleet is read from. */
export interface FleetSources {
  readonly engine: Pick<Engine, 'status'>
  /** Reads how much of the limit is used. Cold; emits one value and completes. */
  readonly budget$: Observable<Option<PermitStatus>>
}

/** Reads the state of a fleet: emits it and completes. */
export const readFleet = ({ engine, budget$ }: FleetSources): Observable<FleetReading> =>
  forkJoin({ status: engine.status(), budget: budget$ })
