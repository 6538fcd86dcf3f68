import { defer, ignoreElements, merge, type Observable, of, repeat, tap } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { delay } from '../../base/clock/delay.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { observableCodec } from '../../base/codec/guardCodec.js'
import { integer, milliseconds } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import type { ClientEvent } from '../../base/event/ClientEvent.js'
import type { Health } from './Health.js'
import { healthLedger } from './healthLedger.js'

/** The options of {@link watchHealth}. Times are in milliseconds. */
export interface WatchHealthConfig {
  /** How often the health is emitted; at least 100, default 1,000. */
  readonly every?: number
  /** A watcher is late this long after its next round was due; default a minute. */
  readonly lateAfter?: number
  /** A watcher is down this long after its next round was due; default ten minutes. */
  readonly downAfter?: number
  /** The client is down if fewer watchers are running; default 1. */
  readonly minWatchers?: number
  /** The client's clock; default: the system's. */
  readonly clock?: Clock
}

const watchHealthConfig = options(
  'options',
  {},
  {
    every: milliseconds(100),
    lateAfter: milliseconds(0),
    downAfter: milliseconds(0),
    minWatchers: integer(0),
    clock: clockCodec,
  },
)

const events = observableCodec<Observable<ClientEvent>>('the events$ of a client')

/**
 * Watches the health of a client and its watchers.
 *
 * Cold. Emits at once, and then every `every` milliseconds; never completes and never errors. It sees only events after
 * the subscription: subscribe to it before the watchers. Its timer does not keep a process alive. Unsubscribing clears
 * the timer.
 *
 * - A watcher is *late* `lateAfter` milliseconds after its next round was due, or after its last page if that was
 *   later. The first round is due one interval after the start. After `downAfter` it is *down*. While its request waits
 *   for the budget, it is late after `downAfter`, and never down; `reasons` says so.
 * - A stream is `down` if all its watchers are down, and `degraded` if one is late or has failed three times in a row.
 * - The client is `down` if a stream is down, or if fewer than `minWatchers` run. It is `degraded` if a stream is
 *   degraded, between a `TokenFailed` and the next token, during a cool-down, and while the circuit is not closed.
 *
 * @example
 * import { createClient, createVirtualClock } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { type HealthStatus, watchHealth } from 'rxbank/node'
 * import { createSandbox } from 'rxbank/sandbox'
 *
 * const clock = createVirtualClock()
 * const { credentials, http } = createSandbox({ profile: bridge2025, clock })
 * const client = createClient({ profile: bridge2025, ...credentials, http, clock })
 * const statuses: Array<HealthStatus> = []
 * watchHealth(client.events$, { every: 60_000, clock }).subscribe(({ status }) => statuses.push(status))
 * const watching = client.user({ externalUserId: 'A6J' }).stocks.watchUpdated().subscribe()
 * clock.advance(60_000)
 * watching.unsubscribe()
 * clock.advance(60_000)
 * assert.deepStrictEqual(statuses, ['down', 'ok', 'down'])
 */
export const watchHealth = (events$: Observable<ClientEvent>, config: WatchHealthConfig = {}): Observable<Health> =>
  defer(() => {
    const decoded = decodeOptions(watchHealthConfig, config)
    const { every = 1000, lateAfter = 60_000, downAfter = 600_000, minWatchers = 1, clock = systemClock } = decoded
    if (!events.is(events$)) throw wrongOption('/events$', events.name)
    const ledger = healthLedger(clock, { lateAfter, downAfter, minWatchers })
    const health$ = defer(() => of(ledger.health())).pipe(
      repeat({ delay: () => delay(clock, every, { keepAlive: false }) }),
    )
    return merge(events$.pipe(tap(ledger.record), ignoreElements()), health$)
  })
