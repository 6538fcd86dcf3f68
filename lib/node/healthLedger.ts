import { isSome, type Option, toNullable } from 'fp-ts/lib/Option.js'
import type { BudgetChanged, BudgetScope, CircuitState, ClientError, ClientEvent, Clock } from '../index.js'
import type { BudgetHealth, Health, StreamHealth, TokenHealth } from './Health.js'
import { type LateRules, streamHealth, type Watched } from './streamHealth.js'

/** The limits beyond which a client is not healthy. `watchers` is how many watchers must run at least. */
export interface HealthRules extends LateRules {
  readonly watchers: number
}

/** Derives the health of a client from its events. */
export interface HealthLedger {
  readonly note: (event: ClientEvent) => void
  readonly health: () => Health
}

const inSeconds = (ms: number): string => `${String(Math.round(ms / 1000))} s`

const budgetOf = ({ limit, remaining, waiting, coolDown }: BudgetChanged, time: Date): BudgetHealth => ({
  limit: toNullable(limit),
  remaining: toNullable(remaining),
  waiting,
  coolDownUntil: coolDown > 0 ? new Date(time.getTime() + coolDown) : null,
})

const streamReasons = (operation: string, stream: StreamHealth): ReadonlyArray<string> => {
  const { status, watchers, late, failures, lastError } = stream
  if (status === 'ok') return []
  return [
    ...(late > 0 ? [`${operation}: ${String(late)} of ${String(watchers)} late`] : []),
    ...(failures > 0 && lastError !== null
      ? [`${operation}: failures in a row: ${String(failures)}; ${lastError}`]
      : []),
  ]
}

/** Creates a ledger. It keeps a few fields for each watcher that runs. */
export const healthLedger = (clock: Clock, rules: HealthRules): HealthLedger => {
  const watched = new Map<number, Watched>()
  const budget = new Map<BudgetScope, BudgetHealth>()
  /** When the cool-down of each scope ends, by the monotonic clock. */
  const coolDownEnds = new Map<BudgetScope, number>()
  let token: TokenHealth = { renewed: null, expires: null, failures: 0 }
  let circuit: CircuitState = 'closed'

  const begin = (operation: string, wait: number): Watched => ({
    operation,
    due: clock.monotonic() + wait,
    lastSuccess: null,
    lag: null,
    failures: 0,
    lastError: null,
  })

  const succeeded = (operation: string, wait: number, time: Date, checkpoint: Option<Date>): Watched => {
    const lag = isSome(checkpoint) ? time.getTime() - checkpoint.value.getTime() : null
    return { ...begin(operation, wait), lastSuccess: time, lag }
  }

  const failed = (known: Watched, error: ClientError): Watched => ({
    ...known,
    failures: known.failures + 1,
    lastError: error.message,
  })

  const note = (event: ClientEvent): void => {
    const { operation, time } = event
    switch (event._tag) {
      case 'WatcherStarted':
        watched.set(event.watcher, begin(operation, event.every))
        break
      case 'WatcherEnded':
        watched.delete(event.watcher)
        break
      case 'Polled': {
        const { watcher, delay, error, checkpoint } = event
        const known = watched.get(watcher) ?? begin(operation, 0)
        const now = isSome(error) ? failed(known, error.value) : succeeded(operation, delay, time, checkpoint)
        watched.set(watcher, now)
        break
      }
      case 'TokenRenewed':
        token = { renewed: time, expires: event.expires_at, failures: 0 }
        break
      case 'TokenFailed':
        token = { ...token, failures: token.failures + 1 }
        break
      case 'BudgetChanged':
        budget.set(event.scope, budgetOf(event, time))
        coolDownEnds.set(event.scope, clock.monotonic() + event.coolDown)
        break
      case 'CircuitChanged':
        circuit = event.state
        break
      default:
    }
  }

  const streamsNow = (): ReadonlyArray<readonly [string, StreamHealth]> => {
    const byOperation = new Map<string, Array<Watched>>()
    for (const one of watched.values()) {
      const others = byOperation.get(one.operation)
      if (others === undefined) byOperation.set(one.operation, [one])
      else others.push(one)
    }
    return Array.from(byOperation, ([operation, some]) => [operation, streamHealth(some, clock.monotonic(), rules)])
  }

  const health = (): Health => {
    const streams = streamsNow()
    const isTooFew = watched.size < rules.watchers
    const coolDown = Array.from(coolDownEnds).flatMap(([scope, end]) => {
      const left = end - clock.monotonic()
      return left > 0 ? [`the service asks to be left alone for ${inSeconds(left)} (${scope})`] : []
    })
    const reasons = [
      ...(isTooFew ? [`${String(watched.size)} of ${String(rules.watchers)} watchers run`] : []),
      ...streams.flatMap(([operation, stream]) => streamReasons(operation, stream)),
      ...(token.failures > 0 ? [`no token, failures in a row: ${String(token.failures)}`] : []),
      ...coolDown,
      ...(circuit === 'closed' ? [] : [`the circuit is ${circuit}: the service only fails`]),
    ]
    const isDown = isTooFew || streams.some(([, { status }]) => status === 'down')
    return {
      status: isDown ? 'down' : reasons.length > 0 ? 'degraded' : 'ok',
      reasons,
      time: new Date(clock.wall()),
      streams: Object.fromEntries(streams),
      token,
      budget: Object.fromEntries(budget),
      circuit,
    }
  }

  return { note, health }
}
