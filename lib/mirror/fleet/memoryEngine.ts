import { defer, EMPTY, from, type Observable, of } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { milliseconds } from '../../base/codec/milliseconds.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { Engine } from './Engine.js'
import { memoryUsers } from './memoryUsers.js'
import { memoryWorkers } from './memoryWorkers.js'

/** The options of an engine in memory. */
export interface MemoryEngineConfig {
  /** The clock for all times; default: the system's. */
  readonly clock?: Clock
  /** How many milliseconds after `cutOff` a worker is declared dead; default 10,000. */
  readonly lease?: number
}

/** An engine within one process. */
export interface MemoryEngine extends Engine {
  /**
   * For tests: cuts a worker, by its name in `status`, off from the engine, as if its process was killed. Unsubscribing then
   * releases no rounds, and the worker is declared dead after `lease`.
   */
  readonly cutOff: (worker: string) => void
}

const configCodec = options('options', {}, { clock: clockCodec, lease: milliseconds(0) })

/**
 * Creates an engine in the memory of one process. Use it for a fleet on one machine, and add the users again at each start.
 * In tests, several fleets may share it under a virtual clock.
 *
 * @example
 * import { createVirtualClock } from 'rxbank'
 * import { memoryEngine } from 'rxbank/fleet'
 * import { NEVER } from 'rxjs'
 *
 * const clock = createVirtualClock()
 * const engine = memoryEngine({ clock })
 * engine.add([{ id: 'A6J', wait: 1000 }]).subscribe()
 * const due: Array<string> = []
 * engine.work({ concurrency: { scheduled: 1, immediate: 1 }, stop$: NEVER }).subscribe((value) => {
 *   if ('user' in value) due.push(value.user)
 * })
 * clock.advance(1000)
 * assert.deepStrictEqual(due, ['A6J'])
 */
export const memoryEngine = (config: MemoryEngineConfig = {}): MemoryEngine => {
  const { clock = systemClock, lease = 10_000 } = decodeOptions(configCodec, config)
  const users = memoryUsers(clock)
  const workers = memoryWorkers(users, clock, lease)

  /** Runs an action at each subscription, and then gives workers the rounds that have become due. */
  const act = <A>(action: () => A): Observable<A> =>
    defer(() => {
      const result = action()
      workers.giveDue()
      return of(result)
    })

  return {
    migrate: () => EMPTY,
    add: (newUsers) =>
      act(() => {
        const before = users.size()
        newUsers.forEach(users.add)
        return users.size() - before
      }),
    remove: (id) => act(() => users.remove(id)),
    setUuid: (id, uuid) => act(() => users.setUuid(id, uuid)),
    runNow: (user) => act(() => ('id' in user ? users.runNow(user.id) : users.runNowByUuid(user.uuid))),
    retry: (id) => act(() => users.retry(id)),
    users: () => defer(() => from(users.list())),
    status: () =>
      defer(() => of({ ...users.counts(), workers: workers.names(), pausedWorkers: workers.pausedNames() })),
    work: workers.work,
    cutOff: workers.cutOff,
  }
}
