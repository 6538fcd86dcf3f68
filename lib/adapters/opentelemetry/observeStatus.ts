import type { BatchObservableResult, Observable as Instrument, Meter } from '@opentelemetry/api'
import { catchError, EMPTY, type Observable } from 'rxjs'

/** The status to read at each collection, and how its values are observed. */
export interface Observation<A> {
  readonly gauges: ReadonlyArray<Instrument>
  readonly status: () => Observable<A>
  readonly observe: (result: BatchObservableResult, status: A) => void
}

/** Creates a gauge of a fleet that is read at each collection. */
export const fleetGauge = (meter: Meter, name: string, unit: string, description: string): Instrument =>
  meter.createObservableGauge(`rxbank.fleet.${name}`, { unit, description })

/** Reads a status whenever metrics are collected, until the function that it returns is called. */
export const observeStatus = <A>(meter: Meter, { gauges, status, observe }: Observation<A>): (() => void) => {
  const collect = (result: BatchObservableResult): Promise<void> =>
    status()
      // If the status cannot be read, there is no value, so that an alarm can distinguish this from a value.
      .pipe(catchError(() => EMPTY))
      .forEach((value) => observe(result, value))
  meter.addBatchObservableCallback(collect, [...gauges])
  return () => meter.removeBatchObservableCallback(collect, [...gauges])
}
