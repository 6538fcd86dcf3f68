import {
  type BatchObservableResult,
  type Observable as Instrument,
  type Meter,
  type MeterProvider,
  metrics,
} from '@opentelemetry/api'
import { catchError, defer, EMPTY, finalize, type MonoTypeOperatorFunction, type Observable, tap } from 'rxjs'
import { methodsCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { PermitStatus } from '../../http/budget/PermitSource.js'
import type { EngineStatus, Lane } from '../../mirror/fleet/Engine.js'
import type { FleetEvent } from '../../mirror/fleet/FleetEvent.js'
import { errorType } from './errorType.js'
import { instrumentationScope } from './instrumentationScope.js'

/** The status to read at each collection, and how its values are observed. */
interface Observation<A> {
  readonly gauges: ReadonlyArray<Instrument>
  readonly status: () => Observable<A>
  readonly observe: (result: BatchObservableResult, status: A) => void
}

/** Creates a gauge of a fleet that is read at each collection. */
const fleetGauge = (meter: Meter, name: string, unit: string, description: string): Instrument =>
  meter.createObservableGauge(`rxbank.fleet.${name}`, { unit, description })

/** Reads a status whenever metrics are collected, until the function that it returns is called. */
const observeStatus = <A>(meter: Meter, { gauges, status, observe }: Observation<A>): (() => void) => {
  const collect = (result: BatchObservableResult): Promise<void> =>
    status()
      // If the status cannot be read, there is no value, so that an alarm can distinguish this from a value.
      .pipe(catchError(() => EMPTY))
      .forEach((value) => observe(result, value))
  meter.addBatchObservableCallback(collect, [...gauges])
  return () => meter.removeBatchObservableCallback(collect, [...gauges])
}

/** Permits whose use can be read, such as those of `createPermits` and `memoryPermits`. */
interface ObservedPermits {
  readonly status: () => Observable<PermitStatus>
}

/** Reads how permits are used whenever metrics are collected, until the function that it returns is called. */
const observePermits = (meter: Meter, permits: ObservedPermits): (() => void) => {
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

/** A fleet whose state can be read. */
interface ObservedFleet {
  readonly status: () => Observable<EngineStatus>
}

/** Reads the state of a fleet whenever metrics are collected, until the function that it returns is called. */
const observeFleet = (meter: Meter, fleet: ObservedFleet): (() => void) => {
  const users = fleetGauge(meter, 'users', '{user}', 'Users of the fleet, over all processes, by their state')
  const workers = fleetGauge(meter, 'workers', '{worker}', 'Workers of the fleet, over all processes, by their state')
  const feeds = fleetGauge(meter, 'feeds', '{feed}', 'Feeds of users, over all processes, that are suspended')
  const due = fleetGauge(meter, 'due', '{round}', 'Due rounds that no worker has started')
  const overdue = fleetGauge(meter, 'overdue', 's', 'How long ago the oldest due round became due')
  return observeStatus(meter, {
    gauges: [users, feeds, workers, due, overdue],
    status: () => fleet.status(),
    observe: (result, fleetStatus) => {
      const state = (name: string) => ({ 'rxbank.state': name })
      const { users: total, failingUsers, suspendedUsers } = fleetStatus
      result.observe(users, total - failingUsers - suspendedUsers, state('active'))
      result.observe(users, failingUsers, state('failing'))
      result.observe(users, suspendedUsers, state('suspended'))
      result.observe(feeds, fleetStatus.suspendedFeeds, state('suspended'))
      result.observe(workers, fleetStatus.workers.length - fleetStatus.pausedWorkers.length, state('active'))
      result.observe(workers, fleetStatus.pausedWorkers.length, state('paused'))
      result.observe(due, fleetStatus.dueRounds)
      result.observe(overdue, fleetStatus.lag / 1000)
    },
  })
}

/** The options of the metrics of a fleet. */
export interface FleetMetricsConfig {
  /** Default: the provider that the application's SDK has registered. */
  readonly meterProvider?: MeterProvider
  /** The permits that the workers share, read at each collection. Default: no metrics of permits. */
  readonly permits?: ObservedPermits
  /** The fleet, whose `status` is read at each collection. Default: no metrics of users, workers and due rounds. */
  readonly fleet?: ObservedFleet
}

const configCodec = options(
  'options',
  {},
  {
    meterProvider: methodsCodec<MeterProvider>('a MeterProvider', 'getMeter'),
    permits: methodsCodec<ObservedPermits>('permits with status', 'status'),
    fleet: methodsCodec<ObservedFleet>('a fleet', 'status'),
  },
)

const lags = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 21_600, 86_400]

/** The tag of a database error, or `errorType` of any other error. */
const errorTypeOf = (error: unknown): string => {
  const { _tag, reason, failures } = (error ?? {}) as Partial<Record<'_tag' | 'reason' | 'failures', unknown>>
  // If several feeds failed, the first is reported.
  if (_tag === 'FeedsFailed') return errorTypeOf((failures as ReadonlyArray<{ readonly error: unknown }>)[0]?.error)
  return _tag === 'MirrorError' || _tag === 'FleetError' ? `${_tag}.${String(reason)}` : errorType(error)
}

/**
 * Counts what the worker of a fleet does, as metrics of OpenTelemetry: an operator for the stream of `work`, which it
 * passes on unchanged. No id of a user is in any metric. Register the SDK before the stream is subscribed to.
 *
 * @example
 * import { createFleet, memoryEngine } from 'rxbank/fleet'
 * import { fleetMetrics } from 'rxbank/opentelemetry'
 * import { createClient, createVirtualClock } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { createMirror } from 'rxbank/sqlite'
 * import { DatabaseSync } from '@photostructure/sqlite'
 *
 * const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
 * const { credentials, http } = createSandbox({ profile: bridge2025, clock, transactions: 12 })
 * const client = createClient({ profile: bridge2025, ...credentials, http, clock })
 * const mirror = createMirror({ database: new DatabaseSync(':memory:') })
 * const fleet = createFleet({ client, mirror, engine: memoryEngine({ clock }), clock })
 * let rounds = 0
 * fleet.work().pipe(fleetMetrics()).subscribe(() => rounds++)
 * fleet.add('A6J').subscribe()
 * clock.advance(15 * 60_000)
 * assert.ok(rounds > 0)
 */
export const fleetMetrics = (config: FleetMetricsConfig = {}): MonoTypeOperatorFunction<FleetEvent> => {
  const { meterProvider, permits, fleet } = decodeOptions(configCodec, config)

  const instruments = (meter: Meter) => {
    const counter = (name: string, unit: string, description: string) =>
      meter.createCounter(`rxbank.fleet.${name}`, { unit, description })
    const histogram = (name: string, description: string) =>
      meter.createHistogram(`rxbank.fleet.${name}`, {
        unit: 's',
        description,
        advice: { explicitBucketBoundaries: lags },
      })
    return {
      rounds: counter('rounds', '{round}', 'Rounds that have ended, by lane and outcome'),
      rows: counter('rows', '{row}', 'Rows that were new, changed or removed'),
      lag: histogram('round.lag', 'From the time at which a round was due to its start'),
      duration: histogram('round.duration', 'From the start of a round to its end'),
      takenOver: counter('taken_over', '{round}', 'Rounds of workers that were declared dead'),
      rearmed: counter('rearmed', '{user}', 'Users whose lost round was scheduled again'),
      losses: counter('engine.losses', '{loss}', 'How often this worker lost its engine'),
      suspendedFeeds: counter(
        'feeds.suspended',
        '{feed}',
        'Feeds of users that were suspended after their own failures',
      ),
      resumedUsers: counter('users.resumed', '{user}', 'Users who were suspended and are read again'),
      resumedFeeds: counter('feeds.resumed', '{feed}', 'Feeds that were suspended and are read again'),
      consents: counter('consents', '{consent}', 'Consents that were reported, by what has changed'),
      consentFailures: counter('consents.failures', '{failure}', 'Reports of consents that have failed'),
      differences: counter(
        'balances.differences',
        '{account}',
        'Accounts whose balance was proven to differ from their transactions',
      ),
      replaced: counter('users.replaced', '{user}', 'Users who were deleted at the service and created again'),
      pauses: counter('pauses', '{pause}', 'How often this worker paused after too many failed rounds in a row'),
    }
  }

  const outcomeOf = (event: Extract<FleetEvent, { readonly lane: Lane }>) => {
    switch (event._tag) {
      case 'RoundEnded':
        return { 'rxbank.outcome': event.changed + event.removed > 0 ? 'news' : 'quiet' }
      case 'RoundFailed':
        return { 'rxbank.outcome': 'failed', 'error.type': errorTypeOf(event.error) }
      case 'RoundSuperseded':
        return { 'rxbank.outcome': 'superseded' }
      case 'UserSuspended':
        return { 'rxbank.outcome': 'suspended', 'error.type': errorTypeOf(event.error) }
    }
  }

  const recordEvent = (meters: ReturnType<typeof instruments>) => (event: FleetEvent) => {
    switch (event._tag) {
      case 'EngineLost':
        meters.losses.add(1, { 'error.type': errorTypeOf(event.error) })
        break
      case 'WorkerPaused':
        meters.pauses.add(1, { 'error.type': errorTypeOf(event.error) })
        break
      case 'FeedSuspended':
        meters.suspendedFeeds.add(1, { 'rxbank.feed': event.feed, 'error.type': errorTypeOf(event.error) })
        break
      case 'UserResumed':
        meters.resumedUsers.add(1)
        break
      case 'FeedResumed':
        meters.resumedFeeds.add(1, { 'rxbank.feed': event.feed })
        break
      case 'ConsentReported':
        meters.consents.add(1, { 'rxbank.consent': event.consent._tag })
        break
      case 'ConsentsFailed':
        meters.consentFailures.add(1, { 'error.type': errorTypeOf(event.error) })
        break
      case 'UserReplaced':
        meters.replaced.add(1)
        break
      case 'BalanceMismatch':
        meters.differences.add(1)
        break
      case 'WorkersDied':
        meters.takenOver.add(event.rounds)
        break
      case 'RoundsRestored':
        meters.rearmed.add(event.users)
        break
      default: {
        const lane = { 'rxbank.lane': event.lane }
        meters.rounds.add(1, { ...lane, ...outcomeOf(event) })
        meters.lag.record(event.lag / 1000, lane)
        meters.duration.record(event.duration / 1000, lane)
        if (event._tag === 'RoundEnded') meters.rows.add(event.changed + event.removed)
      }
    }
  }

  return (events$) =>
    defer(() => {
      const meter = (meterProvider ?? metrics).getMeter(...instrumentationScope)
      const stops = [permits && observePermits(meter, permits), fleet && observeFleet(meter, fleet)]
      return events$.pipe(
        tap(recordEvent(instruments(meter))),
        finalize(() => {
          for (const stop of stops) stop?.()
        }),
      )
    })
}
