import type { Attributes, Meter } from '@opentelemetry/api'
import type { ClientEvent, Polled } from '../../base/event/ClientEvent.js'
import { errorType } from './errorType.js'

/** The metrics of a client, derived from its events. */
export interface EventMetrics {
  readonly record: (event: ClientEvent) => void
  /** Counts all watchers as ended when no more events follow. */
  readonly end: () => void
}

/**
 * Bucket boundaries in seconds: for requests (from the semantic conventions for HTTP), and for the age of checkpoints.
 */
const durations = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const ages = [1, 5, 15, 30, 60, 120, 300, 600, 1800, 3600, 21_600, 86_400]

const boundaries = (explicitBucketBoundaries: Array<number>) => ({ advice: { explicitBucketBoundaries } })

/** Creates the instruments. Attributes have few values: operations, statuses, tags of errors and scopes of limits. */
export const eventMetrics = (meter: Meter): EventMetrics => {
  const counter = (name: string, unit: string, description: string) =>
    meter.createCounter(`rxbank.${name}`, { unit, description })

  const attempts = counter('attempts', '{attempt}', 'Attempts that were sent')
  const retries = counter('retries', '{retry}', 'Attempts that failed and were followed by another')
  const polls = counter('watcher.polls', '{poll}', 'Ended rounds of watchers, and their transient errors')
  const restarts = counter('watcher.restarts', '{restart}', 'Rounds of watchers that were restarted')
  const rejected = counter('watcher.rejected_rows', '{row}', 'Rows that could not be decoded and were reported')
  const setBack = counter('watcher.set_back_rows', '{row}', 'Rows that arrived in an older version')
  const inexact = counter('watcher.inexact_rows', '{row}', 'Rows that have no exact amount')
  const renewals = counter('token.renewals', '{renewal}', 'Authentications; failed ones have error.type')
  const storeFailures = counter('token.store_failures', '{failure}', 'Failures of the shared token store')
  const duration = meter.createHistogram('rxbank.attempt.duration', {
    unit: 's',
    description: 'From the sending of an attempt to its response',
    ...boundaries(durations),
  })
  const checkpointAge = meter.createHistogram('rxbank.watcher.checkpoint_age', {
    unit: 's',
    description: 'The age of a watcher’s checkpoint when a round ended',
    ...boundaries(ages),
  })
  const watchers = meter.createUpDownCounter('rxbank.watchers', {
    unit: '{watcher}',
    description: 'Running watchers',
  })
  const remaining = meter.createGauge('rxbank.budget.remaining', {
    unit: '{request}',
    description: 'Requests that may be sent now; for user scopes, that of the last event',
  })
  const waiting = meter.createGauge('rxbank.budget.waiting', {
    unit: '{request}',
    description: 'Waiting requests',
  })
  const failures = counter('budget.failures', '{failure}', 'Failures of the shared permit source')
  const circuit = meter.createGauge('rxbank.circuit.open', {
    description: '1 while requests are withheld because the service kept failing; 0 while they are sent',
  })
  const running = new Map<number, Attributes>()

  const recordPoll = ({ error, checkpoint }: Polled, time: Date, attributes: Attributes): void => {
    if (error._tag === 'Some') {
      polls.add(1, { ...attributes, 'error.type': errorType(error.value) })
      return
    }
    polls.add(1, attributes)
    if (checkpoint._tag === 'Some')
      checkpointAge.record(Math.max(time.getTime() - checkpoint.value.getTime(), 0) / 1000, attributes)
  }

  const record = (event: ClientEvent): void => {
    const attributes = { 'rxbank.operation': event.operation }
    switch (event._tag) {
      case 'Requested':
        attempts.add(1, attributes)
        break
      case 'Responded':
        duration.record(event.duration / 1000, { ...attributes, 'http.response.status_code': event.status })
        break
      case 'Retried':
        retries.add(1, { ...attributes, 'error.type': errorType(event.error) })
        break
      case 'TokenRenewed':
        renewals.add(1)
        break
      case 'TokenFailed':
        renewals.add(1, { 'error.type': errorType(event.error) })
        break
      case 'TokenStoreFailed':
        storeFailures.add(1, { 'error.type': event.reason })
        break
      case 'WatcherStarted':
        running.set(event.watcher, attributes)
        watchers.add(1, attributes)
        break
      case 'WatcherEnded':
        if (running.delete(event.watcher)) watchers.add(-1, attributes)
        break
      case 'Polled':
        recordPoll(event, event.time, attributes)
        break
      case 'Restarted':
        restarts.add(1, attributes)
        break
      case 'RowRejected':
        rejected.add(1, attributes)
        break
      case 'RowsReverted':
        setBack.add(event.emitted + event.dropped, attributes)
        break
      case 'InexactAmount':
        inexact.add(event.count, attributes)
        break
      case 'BudgetChanged':
        waiting.record(event.waiting)
        if (event.remaining._tag === 'Some') remaining.record(event.remaining.value, { 'rxbank.scope': event.scope })
        break
      case 'PermitsFailed':
        failures.add(1, { 'error.type': event.reason })
        break
      case 'CircuitChanged':
        circuit.record(event.state === 'closed' ? 0 : 1)
    }
  }

  const end = (): void => {
    for (const attributes of running.values()) watchers.add(-1, attributes)
  }

  return { record, end }
}
