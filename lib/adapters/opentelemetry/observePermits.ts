import type { Meter } from '@opentelemetry/api'
import type { Observable } from 'rxjs'
import type { PermitStatus } from '../../http/budget/PermitSource.js'
import { fleetGauge, observeStatus } from './observeStatus.js'

/** Permits whose use can be read, such as those of `createPermits` and `memoryPermits`. */
export interface ObservedPermits {
  readonly status: () => Observable<PermitStatus>
}

/** Reads how permits are used whenever metrics are collected, until the function that it returns is called. */
export const observePermits = (meter: Meter, permits: ObservedPermits): (() => void) => {
  const counts = fleetGauge(
    meter,
    'permits',
    '{request}',
    'Permits of the application, over all processes, by their use',
  )
  const coolDown = fleetGauge(meter, 'cool_down', 's', 'Remaining cool-down of the application after a 429')
  return observeStatus(meter, {
    gauges: [counts, coolDown],
    status: () => permits.status(),
    observe: (result, permitStatus) => {
      for (const use of ['free', 'leased', 'spent'] as const)
        result.observe(counts, permitStatus[use], { 'rxbank.use': use })
      result.observe(coolDown, permitStatus.coolDown / 1000)
    },
  })
}
