import { defer, finalize, Observable, of, type Subscriber, Subscription, take, throwError } from 'rxjs'
import { startTimer } from '../../base/clock/delay.js'
import type { Clock } from '../../index.js'
import type { DueRound, Lane, RoundEnd, WorkConfig, WorkerEvent } from './Engine.js'
import { FleetError } from './FleetError.js'
import { hasPlaces } from './hasPlaces.js'
import type { MemoryRound, MemoryUsers } from './memoryUsers.js'

const lanes: ReadonlyArray<Lane> = ['hurried', 'scheduled']

interface Worker {
  readonly name: string
  readonly places: WorkConfig['places']
  readonly subscriber: Subscriber<DueRound | WorkerEvent>
  readonly held: Set<MemoryRound>
  isStopping: boolean
  isCutOff: boolean
}

const freePlaces = ({ held, places, isStopping }: Worker, lane: Lane): number =>
  isStopping ? 0 : places[lane] - Array.from(held).filter(({ waited }) => waited.lane === lane).length

/** Gives the rounds of users to workers. */
export const memoryWorkers = (users: MemoryUsers, clock: Clock, lease: number) => {
  const workers = new Set<Worker>()
  const undeliveredEvents: Array<WorkerEvent> = []
  let joinCount = 0
  let isGiving = false
  let isStale = false
  let timer = Subscription.EMPTY
  let timerDue = Infinity

  const connectedWorkers = (): ReadonlyArray<Worker> => Array.from(workers).filter(({ isCutOff }) => !isCutOff)

  const give = (lane: Lane): boolean => {
    const [worker] = connectedWorkers()
      .filter((one) => freePlaces(one, lane) > 0)
      .sort((a, b) => freePlaces(b, lane) - freePlaces(a, lane))
    const held = worker && users.take(lane)
    if (held === undefined) return false
    const { id: user, uuid, every, failures } = held.user
    const lag = clock.monotonic() - held.waited.due
    worker?.held.add(held)
    const hurried$ = held.hurried.asObservable()
    worker?.subscriber.next({
      user,
      uuid,
      lane,
      lag,
      every,
      failures,
      feedsAside: users.feedsAside(held.user),
      hurried$,
      end: (end) => endRound(worker, held, end),
    })
    return true
  }

  /**
   * Gives rounds that are due to workers with free places, and sets a timer for the next one. A worker may end a round as
   * soon as it gets it, which calls this function again.
   */
  const giveDue = (): void => {
    isStale = true
    if (isGiving) return
    isGiving = true
    while (isStale) {
      isStale = false
      for (const lane of lanes) while (give(lane));
    }
    isGiving = false
    const open = lanes.filter((lane) => connectedWorkers().some((worker) => freePlaces(worker, lane) > 0))
    const next = Math.min(...open.map(users.next))
    if (next === timerDue) return
    timer.unsubscribe()
    timerDue = next
    if (next === Infinity) return
    timer = startTimer(clock, Math.max(next - clock.monotonic(), 0), () => {
      timerDue = Infinity
      giveDue()
    })
  }

  const endRound = (worker: Worker, held: MemoryRound, end: RoundEnd) =>
    defer(() => {
      if (worker.isCutOff) return throwError(() => new FleetError({ reason: 'unavailable' }))
      worker.held.delete(held)
      return of(users.settle(held, end)).pipe(
        finalize(() => {
          if (worker.isStopping && worker.held.size === 0) worker.subscriber.complete()
          giveDue()
        }),
      )
    })

  const leave = (worker: Worker): void => {
    worker.held.forEach(users.release)
    worker.held.clear()
    workers.delete(worker)
  }

  const declareDead = (worker: Worker): void => {
    const event: WorkerEvent = { _tag: 'TakenOver', workers: [worker.name], rounds: worker.held.size }
    worker.isCutOff = false
    leave(worker)
    const [other] = connectedWorkers()
    if (other === undefined) undeliveredEvents.push(event)
    else other.subscriber.next(event)
    worker.subscriber.error(new FleetError({ reason: 'stalled' }))
    giveDue()
  }

  const work = ({ places, stop$ }: WorkConfig) =>
    new Observable<DueRound | WorkerEvent>((subscriber) => {
      const name = `worker ${String(++joinCount)}`
      const worker: Worker = { name, places, subscriber, held: new Set(), isStopping: false, isCutOff: false }
      workers.add(worker)
      subscriber.add(() => {
        if (worker.isCutOff) return
        leave(worker)
        giveDue()
      })
      for (const event of undeliveredEvents.splice(0)) subscriber.next(event)
      const stop = (): void => {
        worker.isStopping = true
        if (worker.held.size === 0) subscriber.complete()
      }
      subscriber.add(stop$.pipe(take(1)).subscribe({ next: stop, error: (error) => subscriber.error(error) }))
      giveDue()
    })

  const cutOff = (name: string): void => {
    const worker = connectedWorkers().find((one) => one.name === name)
    if (worker === undefined) return
    worker.isCutOff = true
    startTimer(clock, lease, () => declareDead(worker), { keepAlive: false })
  }

  const namesOf = (some: Iterable<Worker>): ReadonlyArray<string> => Array.from(some, ({ name }) => name)
  const names = () => namesOf(workers)
  const paused = () => namesOf(Array.from(workers).filter(({ places }) => !hasPlaces(places)))

  return { work, giveDue, cutOff, names, paused }
}
