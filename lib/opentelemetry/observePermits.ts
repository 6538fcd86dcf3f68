import type { BatchObservableResult, Meter } from '@opentelemetry/api'
import { catchError, EMPTY, type Observable } from 'rxjs'
import type { PermitStatus } from '../index.js'

/** Permits whose use can be read, such as those of `createPermits` and `memoryPermits`. */
export interface ObservedPermits {
  readonly status: () => Observable<PermitStatus>
}

/** Reads how permits are used whenever metrics are collected, until the function that it returns is called. */
export const observePermits = (meter: Meter, permits: ObservedPermits): (() => void) => {
  const gauge = (name: string, unit: string, description: string) =>
    meter.createObservableGauge(`rxbank.fleet.${name}`, { unit, description })
  const counts = gauge('permits', '{request}', 'Permits of the application, over all processes, by their use')
  const coolDown = gauge('cool_down', 's', 'Until the application may be asked again after a 429')
  const gauges = [counts, coolDown]

  const observe = (result: BatchObservableResult): Promise<void> =>
    permits
      .status()
      // If the use cannot be read, there is no value, so that an alarm can distinguish this from a value.
      .pipe(catchError(() => EMPTY))
      .forEach((status) => {
        for (const use of ['free', 'lent', 'spent'] as const) result.observe(counts, status[use], { 'rxbank.use': use })
        result.observe(coolDown, status.coolDown / 1000)
      })
  meter.addBatchObservableCallback(observe, gauges)
  return () => meter.removeBatchObservableCallback(observe, gauges)
}
