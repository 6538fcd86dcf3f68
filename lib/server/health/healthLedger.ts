import { isSome, type Option, toNullable } from 'fp-ts/lib/Option.js'
import type { Clock } from '../../base/clock/Clock.js'
import type { ClientError } from '../../base/error/ClientError.js'
import type { BudgetChanged, BudgetScope, CircuitState, ClientEvent } from '../../base/event/ClientEvent.js'
import { formatDuration } from '../formatDuration.js'
import type { BudgetHealth, Health, TokenHealth } from './Health.js'
import { type LateRules, type StreamFacts, streamHealth, type WatcherState } from './streamHealth.js'

/** The limits beyond which a client is not healthy. */
export interface HealthRules extends LateRules {
  readonly minWatchers: number
}

/** Derives the health of a client from its events. */
export interface HealthLedger {
  readonly record: (event: ClientEvent) => void
  readonly health: () => Health
}

const budgetOf = ({ limit, remaining, waiting, coolDown }: BudgetChanged, time: Date): BudgetHealth => ({
  limit: toNullable(limit),
  remaining: toNullable(remaining),
  waiting,
  coolDownUntil: coolDown > 0 ? new Date(time.getTime() + coolDown) : null,
})

/** How many labels a reason names. */
const maxLabels = 3

/** The labels of watchers in brackets, if they have any. */
const labelsOf = (watchers: ReadonlyArray<WatcherState>): string => {
  const labels = watchers.flatMap(({ label }) => (label === undefined ? [] : [label]))
  const more = labels.length > maxLabels ? ', …' : ''
  return labels.length === 0 ? '' : ` (${labels.slice(0, maxLabels).join(', ')}${more})`
}

const streamReasons = (
  operation: string,
  { health, late, waiting, worstWatcher }: StreamFacts,
): ReadonlyArray<string> => {
  const { status, watchers, failures, lastError } = health
  const countReason = (affected: ReadonlyArray<WatcherState>, problem: string): ReadonlyArray<string> =>
    affected.length === 0
      ? []
      : [`${operation}: ${String(affected.length)} of ${String(watchers)} ${problem}${labelsOf(affected)}`]
  const failureReason = `${operation}${labelsOf([worstWatcher])}: failures in a row: ${String(failures)}; ${lastError ?? ''}`
  return [
    ...countReason(late, 'late'),
    ...countReason(waiting, 'waiting for the budget of requests'),
    ...(status !== 'ok' && failures > 0 ? [failureReason] : []),
  ]
}

/** Creates a ledger. It stores a few fields for each running watcher. */
export const healthLedger = (clock: Clock, rules: HealthRules): HealthLedger => {
  const watchers = new Map<number, WatcherState>()
  /** The watchers whose requests wait for the budget. */
  const queued = new Set<number>()
  /** The request numbers of the authentications that wait for the budget. Any watcher may wait for them. */
  const queuedTokens = new Set<number>()
  const budget = new Map<BudgetScope, BudgetHealth>()
  /** When the cool-down of each scope ends, by the monotonic clock. */
  const coolDownEnds = new Map<BudgetScope, number>()
  let token: TokenHealth = { renewed: null, expires: null, failures: 0 }
  let circuit: CircuitState = 'closed'

  const startWatching = ({ operation, label }: ClientEvent, wait: number): WatcherState => ({
    operation,
    label,
    due: clock.monotonic() + wait,
    lastRoundCompletedAt: clock.monotonic(),
    lastSuccess: null,
    checkpointAge: null,
    failures: 0,
    lastError: null,
    isQueued: false,
  })

  const afterSuccess = (event: ClientEvent, wait: number, checkpoint: Option<Date>): WatcherState => {
    const { time } = event
    const checkpointAge = isSome(checkpoint) ? time.getTime() - checkpoint.value.getTime() : null
    return { ...startWatching(event, wait), lastSuccess: time, checkpointAge }
  }

  /** Records that a watcher has received a page. */
  const recordProgress = (number: number): void => {
    const previous = watchers.get(number)
    if (previous) watchers.set(number, { ...previous, due: Math.max(previous.due, clock.monotonic()) })
  }

  const updateQueue = ({ operation, request, watcher }: ClientEvent, isQueued: boolean): void => {
    const [waiting, number] = operation === 'authenticate' ? [queuedTokens, request] : [queued, watcher]
    if (number === undefined) return
    if (isQueued) waiting.add(number)
    else waiting.delete(number)
  }

  const afterFailure = (previous: WatcherState, error: ClientError): WatcherState => ({
    ...previous,
    failures: previous.failures + 1,
    lastError: error.message,
  })

  const record = (event: ClientEvent): void => {
    const { time } = event
    switch (event._tag) {
      case 'WatcherStarted':
        watchers.set(event.watcher, startWatching(event, event.every))
        break
      case 'WatcherEnded':
        watchers.delete(event.watcher)
        queued.delete(event.watcher)
        break
      case 'Polled': {
        const { watcher, delay, error, checkpoint } = event
        const previous = watchers.get(watcher) ?? startWatching(event, 0)
        const next = isSome(error) ? afterFailure(previous, error.value) : afterSuccess(event, delay, checkpoint)
        watchers.set(watcher, next)
        break
      }
      case 'Requested':
        updateQueue(event, false)
        break
      case 'Responded':
        if (event.watcher !== undefined && event.status < 400) recordProgress(event.watcher)
        break
      case 'TokenRenewed':
        updateQueue(event, false)
        token = { renewed: time, expires: event.expires_at, failures: 0 }
        break
      case 'TokenFailed':
        token = { ...token, failures: token.failures + 1 }
        updateQueue(event, false)
        break
      case 'BudgetChanged':
        budget.set(event.scope, budgetOf(event, time))
        updateQueue(event, event.waiting > 0 && event.coolDown === 0)
        if (event.waiting === 0) for (const waiting of [queued, queuedTokens]) waiting.clear()
        coolDownEnds.set(event.scope, clock.monotonic() + event.coolDown)
        break
      case 'CircuitChanged':
        circuit = event.state
        break
      default:
    }
  }

  const readStreams = (): ReadonlyArray<readonly [string, StreamFacts]> => {
    const byOperation = new Map<string, Array<WatcherState>>()
    for (const [number, previous] of watchers) {
      const current = { ...previous, isQueued: queued.has(number) || queuedTokens.size > 0 }
      const others = byOperation.get(current.operation)
      if (others === undefined) byOperation.set(current.operation, [current])
      else others.push(current)
    }
    return Array.from(byOperation, ([operation, watchers]) => [
      operation,
      streamHealth(watchers, clock.monotonic(), rules),
    ])
  }

  const health = (): Health => {
    const streams = readStreams()
    const isTooFew = watchers.size < rules.minWatchers
    const coolDown = Array.from(coolDownEnds).flatMap(([scope, end]) => {
      const remaining = end - clock.monotonic()
      return remaining > 0 ? [`after a 429, nothing is sent for ${formatDuration(remaining)} (${scope})`] : []
    })
    const clientReasons = [
      ...(token.failures > 0 ? [`no token, failures in a row: ${String(token.failures)}`] : []),
      ...coolDown,
      ...(circuit === 'closed' ? [] : [`the circuit is ${circuit}: every request fails`]),
    ]
    const isDegraded = clientReasons.length > 0 || streams.some(([, { health }]) => health.status === 'degraded')
    const reasons = [
      ...(isTooFew ? [`${String(watchers.size)} of ${String(rules.minWatchers)} watchers run`] : []),
      ...streams.flatMap(([operation, stream]) => streamReasons(operation, stream)),
      ...clientReasons,
    ]
    const isDown = isTooFew || streams.some(([, { health }]) => health.status === 'down')
    return {
      status: isDown ? 'down' : isDegraded ? 'degraded' : 'ok',
      reasons,
      time: new Date(clock.wall()),
      streams: Object.fromEntries(streams.map(([operation, facts]) => [operation, facts.health])),
      token,
      budget: Object.fromEntries(budget),
      circuit,
    }
  }

  return { record, health }
}
