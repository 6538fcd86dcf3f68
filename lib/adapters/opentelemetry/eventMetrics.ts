import type { Attributes, Meter } from '@opentelemetry/api'
import type { ClientEvent, Polled } from '../../index.js'
import { errorType } from './errorType.js'

/** The metrics of a client, made from its events. */
export interface EventMetrics {
  readonly note: (event: ClientEvent) => void
  /** Counts all watchers as ended, when no more events will come. */
  readonly end: () => void
}

/**
 * Bucket boundaries in seconds: for requests those of the semantic conventions for HTTP, and for the age of checkpoints.
 */
const durations = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const ages = [1, 5, 15, 30, 60, 120, 300, 600, 1800, 3600, 21_600, 86_400]

const boundaries = (explicitBucketBoundaries: Array<number>) => ({ advice: { explicitBucketBoundaries } })

/** Creates the instruments. Attributes have few values: operations, statuses, tags of errors and scopes of limits. */
export const eventMetrics = (meter: Meter): EventMetrics => {
  const counter = (name: string, unit: string, description: string) =>
    meter.createCounter(`rxbank.${name}`, { unit, description })

  const attempts = counter('attempts', '{attempt}', 'Attempts at requests that left for the wire')
  const retries = counter('retries', '{retry}', 'Attempts that failed and were followed by another')
  const polls = counter(
    'watcher.polls',
    '{poll}',
    'Rounds of watchers that have ended, and transient errors that they had',
  )
  const restarts = counter('watcher.restarts', '{restart}', 'Rounds of watchers that began again')
  const rejected = counter('watcher.rejected_rows', '{row}', 'Rows that could not be decoded and were reported')
  const setBack = counter('watcher.set_back_rows', '{row}', 'Rows that came older than before')
  const inexact = counter('watcher.inexact_rows', '{row}', 'Rows that have no exact amount')
  const renewals = counter('token.renewals', '{renewal}', 'Authentications, those that failed with error.type')
  const unstored = counter('token.store_failures', '{failure}', 'Failures of the store of tokens that processes share')
  const duration = meter.createHistogram('rxbank.attempt.duration', {
    unit: 's',
    description: 'From the sending of an attempt to its answer',
    ...boundaries(durations),
  })
  const checkpointAge = meter.createHistogram('rxbank.watcher.checkpoint_age', {
    unit: 's',
    description: 'How old the checkpoint of a watcher was when a round ended',
    ...boundaries(ages),
  })
  const watchers = meter.createUpDownCounter('rxbank.watchers', {
    unit: '{watcher}',
    description: 'Watchers that run',
  })
  const remaining = meter.createGauge('rxbank.budget.remaining', {
    unit: '{request}',
    description: 'Requests that may leave at this moment; of the scopes of users, of the last one that was told of',
  })
  const waiting = meter.createGauge('rxbank.budget.waiting', {
    unit: '{request}',
    description: 'Requests that wait for their turn',
  })
  const failures = counter('budget.failures', '{failure}', 'Failures of the source of the permits that processes share')
  const circuit = meter.createGauge('rxbank.circuit.open', {
    description: '1 while requests are withheld, as the service only failed; 0 while they are sent',
  })
  const running = new Map<number, Attributes>()

  const polled = ({ error, checkpoint }: Polled, time: Date, about: Attributes): void => {
    if (error._tag === 'Some') {
      polls.add(1, { ...about, 'error.type': errorType(error.value) })
      return
    }
    polls.add(1, about)
    if (checkpoint._tag === 'Some')
      checkpointAge.record(Math.max(time.getTime() - checkpoint.value.getTime(), 0) / 1000, about)
  }

  const note = (event: ClientEvent): void => {
    const about = { 'rxbank.operation': event.operation }
    switch (event._tag) {
      case 'Requested':
        attempts.add(1, about)
        break
      case 'Responded':
        duration.record(event.duration / 1000, { ...about, 'http.response.status_code': event.status })
        break
      case 'Retried':
        retries.add(1, { ...about, 'error.type': errorType(event.error) })
        break
      case 'TokenRenewed':
        renewals.add(1)
        break
      case 'TokenFailed':
        renewals.add(1, { 'error.type': errorType(event.error) })
        break
      case 'TokenStoreFailed':
        unstored.add(1, { 'error.type': event.reason })
        break
      case 'WatcherStarted':
        running.set(event.watcher, about)
        watchers.add(1, about)
        break
      case 'WatcherEnded':
        if (running.delete(event.watcher)) watchers.add(-1, about)
        break
      case 'Polled':
        polled(event, event.time, about)
        break
      case 'Restarted':
        restarts.add(1, about)
        break
      case 'RowRejected':
        rejected.add(1, about)
        break
      case 'RowsSetBack':
        setBack.add(event.handedOut + event.dropped, about)
        break
      case 'AmountInexact':
        inexact.add(event.count, about)
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
    for (const about of running.values()) watchers.add(-1, about)
  }

  return { note, end }
}
