import { defer, EMPTY, from, type Observable, of } from 'rxjs'
import { clockLike } from '../clock/clockLike.js'
import { milliseconds } from '../codec/milliseconds.js'
import { options } from '../codec/options.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { type Clock, systemClock } from '../index.js'
import type { Engine } from './Engine.js'
import { memoryUsers } from './memoryUsers.js'
import { memoryWorkers } from './memoryWorkers.js'

/** How an engine in memory runs. */
export interface MemoryEngineConfig {
  /** Default: the machine's. */
  readonly clock?: Clock
  /** Milliseconds after which a worker that was cut off is taken for dead; default 10,000. */
  readonly lease?: number
}

/** An engine within one process. */
export interface MemoryEngine extends Engine {
  /**
   * For tests: the engine and a worker, by its name in `status`, no longer reach each other, as when its process was killed
   * or its network is gone. Unsubscribing gives nothing back then, and after `lease` the worker is taken for dead.
   */
  readonly cutOff: (worker: string) => void
}

const configCodec = options('options', {}, { clock: clockLike, lease: milliseconds(0) })

/**
 * An engine that keeps everything in the memory of one process: for a fleet on one machine, whose users are added again at
 * each start, and for tests, where several fleets may share it under a virtual clock.
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
 * engine.work({ places: { scheduled: 1, hurried: 1 }, stop$: NEVER }).subscribe((told) => {
 *   if ('user' in told) due.push(told.user)
 * })
 * clock.advance(1000)
 * assert.deepStrictEqual(due, ['A6J'])
 */
export const memoryEngine = (config: MemoryEngineConfig = {}): MemoryEngine => {
  const { clock = systemClock, lease = 10_000 } = decodeOptions(configCodec, config)
  const users = memoryUsers(clock)
  const workers = memoryWorkers(users, clock, lease)

  /** Does something at each subscription, and gives what is due after it. */
  const answer = <A>(action: () => A): Observable<A> =>
    defer(() => {
      const result = action()
      workers.giveDue()
      return of(result)
    })

  return {
    migrate: () => EMPTY,
    add: (given) =>
      answer(() => {
        const before = users.size()
        given.forEach(users.add)
        return users.size() - before
      }),
    remove: (id) => answer(() => users.remove(id)),
    identify: (id, uuid) => answer(() => users.identify(id, uuid)),
    hurry: (who) => answer(() => users.hurry('id' in who ? who.id : users.idOf(who.uuid))),
    retry: (id) => answer(() => users.retry(id)),
    users: () => defer(() => from(users.list())),
    status: () => defer(() => of({ ...users.counts(), workers: workers.names() })),
    work: workers.work,
    cutOff: workers.cutOff,
  }
}
