import { defer, EMPTY, finalize, from, Observable, of, type Subscriber, Subscription, take, throwError } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { startTimer } from '../../base/clock/delay.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { milliseconds } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import {
  type DueRound,
  type Engine,
  type Lane,
  type RoundEnd,
  takesRounds,
  type WorkConfig,
  type WorkerEvent,
} from './Engine.js'
import { FleetError } from './FleetError.js'
import { type MemoryRound, memoryUsers, type MemoryUsers } from './memoryUsers.js'

const lanes: ReadonlyArray<Lane> = ['immediate', 'scheduled']

type WorkersDied = Extract<WorkerEvent, { readonly _tag: 'WorkersDied' }>

interface Worker {
  readonly name: string
  readonly concurrency: WorkConfig['concurrency']
  readonly subscriber: Subscriber<DueRound | WorkerEvent>
  readonly heldRounds: Set<MemoryRound>
  isStopping: boolean
  isCutOff: boolean
}

const freeSlots = ({ heldRounds, concurrency, isStopping }: Worker, lane: Lane): number =>
  isStopping
    ? 0
    : concurrency[lane] - Array.from(heldRounds).filter(({ queueEntry }) => queueEntry.lane === lane).length

/** Creates the workers of an engine in memory. */
const memoryWorkers = (users: MemoryUsers, clock: Clock, lease: number) => {
  const workers = new Set<Worker>()
  const undeliveredEvents: Array<WorkersDied> = []
  let nameCount = 0
  let isGiving = false
  let isGiveRequested = false
  let timer = Subscription.EMPTY
  let timerDue = Infinity

  const connectedWorkers = (): ReadonlyArray<Worker> => Array.from(workers).filter(({ isCutOff }) => !isCutOff)

  const workerName = (): string => `worker ${String(++nameCount)}`

  const giveRound = (lane: Lane): boolean => {
    const [worker] = connectedWorkers()
      .filter((candidate) => freeSlots(candidate, lane) > 0)
      .sort((a, b) => freeSlots(b, lane) - freeSlots(a, lane))
    const round = worker && users.take(lane)
    if (round === undefined) return false
    const { id: user, uuid, every, failures, reason } = round.user
    const lag = clock.monotonic() - round.queueEntry.due
    worker?.heldRounds.add(round)
    const runNow$ = round.runNow$.asObservable()
    worker?.subscriber.next({
      user,
      uuid,
      lane,
      lag,
      every,
      failures,
      isSuspended: reason !== undefined,
      suspendedFeeds: users.suspendedFeeds(round.user),
      runNow$,
      end: (end) => endRound(worker, round, end),
    })
    return true
  }

  /**
   * Gives rounds that are due to workers with free slots, and sets a timer for the next one. A worker may end a round
   * as soon as it gets it, which calls this function recursively.
   */
  const giveDue = (): void => {
    isGiveRequested = true
    if (isGiving) return
    isGiving = true
    while (isGiveRequested) {
      isGiveRequested = false
      for (const lane of lanes) while (giveRound(lane));
    }
    isGiving = false
    const openLanes = lanes.filter((lane) => connectedWorkers().some((worker) => freeSlots(worker, lane) > 0))
    const next = Math.min(...openLanes.map(users.nextDue))
    if (next === timerDue) return
    timer.unsubscribe()
    timerDue = next
    if (next === Infinity) return
    timer = startTimer(clock, Math.max(next - clock.monotonic(), 0), () => {
      timerDue = Infinity
      giveDue()
    })
  }

  const endRound = (worker: Worker, round: MemoryRound, end: RoundEnd) =>
    defer(() => {
      if (worker.isCutOff) return throwError(() => new FleetError({ reason: 'unavailable' }))
      worker.heldRounds.delete(round)
      return of(users.endRound(round, end)).pipe(
        finalize(() => {
          if (worker.isStopping && worker.heldRounds.size === 0) worker.subscriber.complete()
          giveDue()
        }),
      )
    })

  const leave = (worker: Worker): void => {
    worker.heldRounds.forEach(users.release)
    worker.heldRounds.clear()
    workers.delete(worker)
  }

  /** Reports a dead worker, unless it held no rounds or was an earlier life of this worker. */
  const report = ({ name, subscriber }: Worker, event: WorkersDied): void => {
    if (event.rounds > 0 && !event.workers.includes(name)) subscriber.next(event)
  }

  const declareDead = (worker: Worker): void => {
    const event: WorkersDied = { _tag: 'WorkersDied', workers: [worker.name], rounds: worker.heldRounds.size }
    worker.isCutOff = false
    leave(worker)
    const [other] = connectedWorkers()
    if (other === undefined) undeliveredEvents.push(event)
    else report(other, event)
    worker.subscriber.error(new FleetError({ reason: 'stalled' }))
    giveDue()
  }

  /**
   * Not built from operators, because the calls of other workers and of the engine also emit rounds to this subscriber.
   */
  const work = ({ name = workerName(), concurrency, stop$ }: WorkConfig) =>
    new Observable<DueRound | WorkerEvent>((subscriber) => {
      const worker: Worker = {
        name,
        concurrency,
        subscriber,
        heldRounds: new Set(),
        isStopping: false,
        isCutOff: false,
      }
      workers.add(worker)
      subscriber.add(() => {
        if (worker.isCutOff) return
        leave(worker)
        giveDue()
      })
      for (const event of undeliveredEvents.splice(0)) report(worker, event)
      const stop = (): void => {
        worker.isStopping = true
        if (worker.heldRounds.size === 0) subscriber.complete()
      }
      subscriber.add(stop$.pipe(take(1)).subscribe({ next: stop, error: (error) => subscriber.error(error) }))
      giveDue()
    })

  const cutOff = (name: string): void => {
    const worker = connectedWorkers().find((candidate) => candidate.name === name)
    if (worker === undefined) return
    worker.isCutOff = true
    startTimer(clock, lease, () => declareDead(worker), { keepAlive: false })
  }

  const namesOf = (selected: Iterable<Worker>): ReadonlyArray<string> =>
    Array.from(new Set(Array.from(selected, ({ name }) => name)))
  const names = () => namesOf(workers)
  const pausedNames = () => namesOf(Array.from(workers).filter(({ concurrency }) => !takesRounds(concurrency)))

  return { work, workerName, giveDue, cutOff, names, pausedNames }
}

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
   * For tests: cuts a worker, by its name in `status`, off from the engine, as if its process was killed. Unsubscribing
   * then releases no rounds, and the worker is declared dead after `lease`.
   */
  readonly cutOff: (worker: string) => void
}

const configCodec = options('options', {}, { clock: clockCodec, lease: milliseconds(0) })

/**
 * Creates an engine in the memory of one process. Use it for a fleet on one machine, and add the users again at each
 * start. In tests, several fleets may share it under a virtual clock.
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
    workerName: workers.workerName,
    work: workers.work,
    cutOff: workers.cutOff,
  }
}
