import type { Option } from 'fp-ts/lib/Option.js'
import { forkJoin, type Observable } from 'rxjs'
import type { Engine, EngineStatus } from '../../fleet/index.js'
import type { PermitStatus } from '../../index.js'

/** What is known of a fleet at a moment. */
export interface Look {
  readonly status: EngineStatus
  /** How its application's limit is used; `None` where its workers share none. */
  readonly budget: Option<PermitStatus>
}

/** Where a fleet is looked at. */
export interface Watched {
  readonly engine: Pick<Engine, 'status'>
  /** Cold: emits how the limit is used now, and completes. */
  readonly budget$: Observable<Option<PermitStatus>>
}

/** Looks at a fleet: emits what it finds, and completes. */
export const look = ({ engine, budget$ }: Watched): Observable<Look> =>
  forkJoin({ status: engine.status(), budget: budget$ })
