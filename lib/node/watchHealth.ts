import { defer, ignoreElements, merge, type Observable, of, repeat, tap } from 'rxjs'
import { delay } from '../clock/delay.js'
import { integer } from '../codec/integer.js'
import { milliseconds } from '../codec/milliseconds.js'
import { observable } from '../codec/observable.js'
import { options } from '../codec/options.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { wrongOption } from '../error/wrongOption.js'
import { type ClientEvent, type Clock, systemClock } from '../index.js'
import { clockLike } from './clockLike.js'
import type { Health } from './Health.js'
import { healthLedger } from './healthLedger.js'

/** When watchers are well. Times in milliseconds. */
export interface WatchHealthConfig {
  /** How often it looks; at least 100, default 1,000. */
  readonly every?: number
  /** A watcher is late when it has ended no round for so long after the next one was due; default a minute. */
  readonly lateAfter?: number
  /** It is down after so long; default ten minutes. */
  readonly downAfter?: number
  /** Fewer watchers than these are down; default 1. */
  readonly watchers?: number
  /** The client's; default: the machine's. */
  readonly clock?: Clock
}

const watchHealthConfig = options(
  'options',
  {},
  {
    every: milliseconds(100),
    lateAfter: milliseconds(0),
    downAfter: milliseconds(0),
    watchers: integer(0),
    clock: clockLike,
  },
)

const events = observable<Observable<ClientEvent>>('an Observable, events$ of a client')

/**
 * How a client and its watchers fare.
 *
 * Cold. It emits at once, and then `every` so many milliseconds; it never completes and never errors. It knows what has
 * happened since it was subscribed to: subscribe before the watchers. Its timer keeps no process alive. Unsubscribing
 * clears it.
 *
 * - A watcher is *late* when its next round should have ended `lateAfter` ago, by the wait that its last one told; its
 *   first round is due an interval after the start. After `downAfter` it is *down*.
 * - A stream is `down` when all its watchers are, and `degraded` when one is late or has failed three times in a row.
 * - The whole is `down` when a stream is, or fewer than `watchers` run. It is `degraded` when a stream is, after a
 *   `TokenFailed` until there is a token, while the service asks to be left alone, and while the circuit is not closed.
 *
 * @example
 * import { createClient, createVirtualClock } from 'rxbank'
 * import { type HealthStatus, watchHealth } from 'rxbank/node'
 * import { createSandbox } from 'rxbank/sandbox'
 *
 * const clock = createVirtualClock()
 * const { credentials, http } = createSandbox({ clock })
 * const client = createClient({ baseUrl: 'https://bank.example', ...credentials, http, clock })
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
    const { every = 1000, lateAfter = 60_000, downAfter = 600_000, watchers = 1, clock = systemClock } = decoded
    if (!events.is(events$)) throw wrongOption('/events$', events.name)
    const ledger = healthLedger(clock, { lateAfter, downAfter, watchers })
    const looks = defer(() => of(ledger.health())).pipe(
      repeat({ delay: () => delay(clock, every, { keepAlive: false }) }),
    )
    return merge(events$.pipe(tap(ledger.note), ignoreElements()), looks)
  })
