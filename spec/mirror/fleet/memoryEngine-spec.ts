import {
  concatMap,
  delay,
  EMPTY,
  ignoreElements,
  map,
  merge,
  mergeMap,
  NEVER,
  type Observable,
  of,
  startWith,
  Subject,
  tap,
  timer,
} from 'rxjs'
import { createVirtualClock } from '../../../lib/index.js'
import type { DueRound, Lane, RoundEnd, WorkerEvent } from '../../../lib/mirror/fleet/Engine.js'
import { type MemoryEngine, memoryEngine } from '../../../lib/mirror/fleet/memoryEngine.js'
import { marbles } from '../../helpers/marbles.js'

const concurrency = { scheduled: 2, immediate: 1 }
const again: RoundEnd = { _tag: 'Again', wait: 1000, every: 1000, failures: 0 }
const aside: RoundEnd = { _tag: 'Suspended', reason: 'refused', failures: 1 }

const isRound = (reported: DueRound | WorkerEvent): reported is DueRound => 'user' in reported

/** A worker of an engine, which does nothing by itself. */
const worker = (engine: MemoryEngine, stop$: Observable<unknown> = NEVER) => {
  const rounds: Array<DueRound> = []
  const reported: Array<WorkerEvent> = []
  const ended: Array<unknown> = []
  const working = engine.work({ concurrency, stop$ }).subscribe({
    next: (one) => (isRound(one) ? rounds.push(one) : reported.push(one)),
    error: (error) => ended.push(error),
    complete: () => ended.push('completed'),
  })
  return { rounds, reported, ended, working, users: () => rounds.map(({ user }) => user) }
}

const valueOf = <A>(stream: Observable<A>): A | undefined => {
  let value: A | undefined
  stream.subscribe((one) => (value = one))
  return value
}

const start = () => {
  const clock = createVirtualClock()
  const engine = memoryEngine({ clock })
  const add = (...ids: ReadonlyArray<string>) => valueOf(engine.add(ids.map((id) => ({ id, wait: 0 }))))
  return { clock, engine, add }
}

describe('memoryEngine', () => {
  it('gives a round when it is due, and the next one after its wait', () => {
    marbles(({ clock, hot, expectObservable }) => {
      const engine = memoryEngine({ clock })
      engine.add([{ id: 'a', wait: 5 }]).subscribe()
      const rounds$ = engine.work({ concurrency, stop$: hot('20ms s') }).pipe(
        mergeMap((reported) =>
          isRound(reported)
            ? of(reported).pipe(
                delay(2, clock.scheduler),
                concatMap(() => reported.end({ ...again, wait: 6 })),
                map(() => reported.user),
              )
            : EMPTY,
        ),
      )
      expectObservable(rounds$).toBe('7ms a 7ms a 4ms |')
    })
  })

  it('gives a user at most one immediate round a second, and one after the last of a burst', () => {
    marbles(({ clock, cold, expectObservable }) => {
      const engine = memoryEngine({ clock })
      engine.add([{ id: 'a', wait: 0 }]).subscribe()
      const burst$ = cold('100ms h 99ms h 799ms h 99ms h 299ms h 499ms h 99ms (h|)').pipe(
        mergeMap(() => engine.runNow({ id: 'a' })),
        ignoreElements(),
      )
      const rounds$ = engine.work({ concurrency, stop$: cold('9s s') }).pipe(
        mergeMap((reported) =>
          isRound(reported)
            ? timer(250, clock.scheduler).pipe(
                concatMap(() => reported.end({ ...again, wait: 60_000 })),
                ignoreElements(),
                startWith(reported.lane.slice(0, 1)),
              )
            : EMPTY,
        ),
      )
      // The calls are at 100, 200, 1000, 1100, 1400, 1900 and 2000 ms; each round takes 250 ms.
      expectObservable(merge(rounds$, burst$)).toBe('s 1249ms i 1249ms i 6499ms |')
    })
  })

  it('says how late a round is, and what the last one has left', () => {
    const { clock, engine, add } = start()
    add('a')
    clock.advance(300)
    const { rounds } = worker(engine)
    expect(rounds[0]).toMatchObject({
      user: 'a',
      uuid: undefined,
      lane: 'scheduled',
      lag: 300,
      every: undefined,
      failures: 0,
    })
    expect(valueOf(rounds[0]?.end({ ...again, failures: 3 }) ?? EMPTY)).toBe(true)
    clock.advance(1000)
    expect(rounds[1]).toMatchObject({ lag: 0, every: 1000, failures: 3 })
  })

  it('gives no more than there are concurrency, the longest due first, and another when one is ended', () => {
    const { clock, engine, add } = start()
    add('a')
    clock.advance(1)
    add('b', 'c', 'd')
    const { rounds, users } = worker(engine)
    expect(users()).toEqual(['a', 'b'])
    expect(valueOf(engine.status())).toEqual({
      users: 4,
      failingUsers: 0,
      suspendedUsers: 0,
      suspendedFeeds: 0,
      dueRounds: 2,
      lag: 0,
      heldRounds: 2,
      workers: ['worker 1'],
      pausedWorkers: [],
    })
    valueOf(rounds[1]?.end(again) ?? EMPTY)
    expect(users()).toEqual(['a', 'b', 'c'])
  })

  it('shares rounds among workers, and never gives two of one user', () => {
    const { engine, add } = start()
    const one = worker(engine)
    const other = worker(engine)
    add('a', 'b', 'c', 'd', 'e')
    expect([one.users(), other.users()]).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ])
    valueOf(engine.runNow({ id: 'a' }))
    expect([...one.users(), ...other.users()]).toHaveLength(4)
  })

  it('a user who is run now is due at once, in a place of their own', () => {
    const { engine, add } = start()
    valueOf(engine.add([{ id: 'z', wait: 5000 }]))
    add('a', 'b', 'c')
    const { rounds } = worker(engine)
    expect(valueOf(engine.runNow({ id: 'z' }))).toBe(true)
    expect(rounds.at(-1)).toMatchObject({ user: 'z', lane: 'immediate', lag: 0 })
    expect(valueOf(engine.runNow({ id: 'c' }))).toBe(true)
    expect(rounds).toHaveLength(3)
    expect(valueOf(engine.runNow({ id: 'nobody' }))).toBe(false)
  })

  it('a user who is run now during their round has another one a second after it', () => {
    const { clock, engine, add } = start()
    add('a')
    const { rounds } = worker(engine)
    valueOf(engine.runNow({ id: 'a' }))
    valueOf(engine.runNow({ id: 'a' }))
    expect(rounds).toHaveLength(1)
    valueOf(rounds[0]?.end({ ...again, wait: 5000 }) ?? EMPTY)
    clock.advance(999)
    expect(rounds).toHaveLength(1)
    clock.advance(1)
    expect(rounds.map(({ lane }): Lane => lane)).toEqual(['scheduled', 'immediate'])
    valueOf(rounds[1]?.end(again) ?? EMPTY)
    clock.advance(999)
    expect(rounds).toHaveLength(2)
    clock.advance(1)
    expect(rounds.map(({ lane }): Lane => lane)).toEqual(['scheduled', 'immediate', 'scheduled'])
  })

  it('a user who is run now has the next round no later than without that', () => {
    const { clock, engine, add } = start()
    add('a', 'b')
    const { rounds } = worker(engine)
    valueOf(engine.runNow({ id: 'a' }))
    for (const round of rounds.slice()) valueOf(round.end({ ...again, wait: 200 }))
    valueOf(engine.runNow({ id: 'b' }))
    clock.advance(199)
    expect(rounds).toHaveLength(2)
    clock.advance(1)
    valueOf(rounds[2]?.end(again) ?? EMPTY)
    expect(rounds.slice(2)).toMatchObject([
      { user: 'a', lane: 'immediate', lag: 0 },
      { user: 'b', lane: 'immediate', lag: 0 },
    ])
  })

  it('a round that was postponed delays no immediate one', () => {
    const { engine, add } = start()
    add('a', 'b')
    const { rounds } = worker(engine)
    valueOf(engine.runNow({ id: 'a' }))
    for (const round of rounds.slice()) valueOf(round.end({ ...again, isPostponed: true }))
    expect(rounds.slice(2)).toMatchObject([{ user: 'a', lane: 'immediate', lag: 0 }])
    valueOf(rounds[2]?.end(again) ?? EMPTY)
    valueOf(engine.runNow({ id: 'b' }))
    expect(rounds.slice(3)).toMatchObject([{ user: 'b', lane: 'immediate', lag: 0 }])
  })

  it('a round that ends while it learns that it is run now has another one, which is told of the next', () => {
    const { clock, engine, add } = start()
    add('a')
    const { rounds } = worker(engine)
    const reported: Array<number> = []
    rounds[0]?.runNow$.pipe(concatMap(() => rounds[0]?.end(again) ?? EMPTY)).subscribe()
    expect(valueOf(engine.runNow({ id: 'a' }))).toBe(true)
    clock.advance(1000)
    rounds[1]?.runNow$.subscribe(() => reported.push(1))
    expect([rounds.length, reported]).toEqual([2, []])
    valueOf(engine.runNow({ id: 'a' }))
    expect(reported).toEqual([1])
  })

  it('knows users by the ids that webhooks have, whatever their case', () => {
    const { clock, engine, add } = start()
    add('a')
    const { rounds } = worker(engine)
    valueOf(rounds[0]?.end(again) ?? EMPTY)
    expect(valueOf(engine.runNow({ uuid: 'AB-1' }))).toBe(false)
    expect([valueOf(engine.setUuid('a', 'AB-1')), valueOf(engine.setUuid('b', 'AB-2'))]).toEqual([true, false])
    clock.advance(999)
    expect(valueOf(engine.runNow({ uuid: 'ab-1' }))).toBe(true)
    clock.advance(1)
    expect(rounds).toMatchObject([{ uuid: undefined }, { uuid: 'ab-1' }])
    valueOf(engine.setUuid('a', 'ab-3'))
    expect([valueOf(engine.runNow({ uuid: 'ab-1' })), valueOf(engine.runNow({ uuid: 'ab-3' }))]).toEqual([false, true])
    valueOf(engine.remove('a'))
    expect(valueOf(engine.runNow({ uuid: 'ab-3' }))).toBe(false)
  })

  it('a user who is suspended has no rounds until they are tried again', () => {
    const { clock, engine, add } = start()
    add('a')
    const { rounds } = worker(engine)
    valueOf(rounds[0]?.end(aside) ?? EMPTY)
    expect(valueOf(engine.runNow({ id: 'a' }))).toBe(true)
    clock.advance(1e9)
    expect(rounds).toHaveLength(1)
    expect(valueOf(engine.users())).toMatchObject({ id: 'a', reason: 'refused' })
    expect(valueOf(engine.status())).toMatchObject({ suspendedUsers: 1, suspendedFeeds: 0, dueRounds: 0 })
    expect([valueOf(engine.retry('a')), valueOf(engine.retry('a')), valueOf(engine.retry('b'))]).toEqual([
      true,
      true,
      false,
    ])
    expect(rounds).toHaveLength(2)
    expect(valueOf(engine.users())).toMatchObject({ reason: 'refused', wait: 0 })
  })

  it('who is added again stays as they are, and who is removed has no round any more', () => {
    const { clock, engine, add } = start()
    expect([add('b', 'a'), add('a', 'c')]).toEqual([2, 1])
    const listed: Array<string> = []
    engine.users().subscribe(({ id }) => listed.push(id))
    expect(listed).toEqual(['a', 'b', 'c'])
    const { rounds, users } = worker(engine)
    expect([valueOf(engine.remove('b')), valueOf(engine.remove('b')), valueOf(engine.remove('c'))]).toEqual([
      true,
      false,
      true,
    ])
    expect(valueOf(rounds[0]?.end(again) ?? EMPTY)).toBe(false)
    clock.advance(1e6)
    expect(users()).toEqual(['b', 'a'])
    expect(add('b')).toBe(1)
    expect(users()).toEqual(['b', 'a', 'b'])
  })

  it('a round ends once', () => {
    const { engine, add } = start()
    add('a')
    const { rounds } = worker(engine)
    const end$ = rounds[0]?.end(again) ?? EMPTY
    expect([valueOf(end$), valueOf(end$)]).toEqual([true, false])
  })

  it('takes no more once it is to stop, and completes when what it holds is ended', () => {
    const { engine, add } = start()
    const stop$ = new Subject<void>()
    const { rounds, ended } = worker(engine, stop$)
    add('a', 'b')
    stop$.next()
    add('c')
    expect([rounds.length, ended]).toEqual([2, []])
    for (const round of rounds) valueOf(round.end(again))
    expect([rounds.length, ended]).toEqual([2, ['completed']])
    expect(valueOf(engine.status())).toMatchObject({ workers: [], dueRounds: 1 })
  })

  it('unsubscribing gives back what is held: it is due at once for others, hurried ones as such', () => {
    const { clock, engine, add } = start()
    add('a', 'b')
    const one = worker(engine)
    valueOf(engine.runNow({ id: 'b' }))
    clock.advance(10)
    one.working.unsubscribe()
    const { rounds } = worker(engine)
    expect(rounds.map(({ user, lane, lag }) => [user, lane, lag])).toEqual([
      ['b', 'immediate', 0],
      ['a', 'scheduled', 10],
    ])
    expect(valueOf(one.rounds[0]?.end(again) ?? EMPTY)).toBe(false)
    expect(valueOf(engine.status())).toMatchObject({ heldRounds: 2 })
  })

  it('takes a worker that was cut off for dead after the lease', () => {
    const { clock, engine, add } = start()
    const one = worker(engine)
    const other = worker(engine)
    add('a')
    engine.cutOff('worker 1')
    const failures: Array<unknown> = []
    one.rounds[0]?.end(again).subscribe({ error: (error) => failures.push(error) })
    expect(failures).toMatchObject([{ _tag: 'FleetError', reason: 'unavailable' }])
    clock.advance(9999)
    expect([other.rounds.length, one.ended.length]).toEqual([0, 0])
    clock.advance(1)
    expect(other.users()).toEqual(['a'])
    expect(other.reported).toEqual([{ _tag: 'WorkersDied', workers: ['worker 1'], rounds: 1 }])
    expect(one.ended).toMatchObject([{ _tag: 'FleetError', reason: 'stalled' }])
    expect(valueOf(one.rounds[0]?.end(again) ?? EMPTY)).toBe(false)
    expect(valueOf(engine.status())).toMatchObject({ heldRounds: 1, workers: ['worker 2'] })
  })

  it('a worker that is killed gives nothing back; whoever comes next is reported', () => {
    const { clock, engine, add } = start()
    add('a')
    const one = worker(engine)
    engine.cutOff('worker 1')
    one.working.unsubscribe()
    clock.advance(9999)
    expect(valueOf(engine.status())).toMatchObject({ heldRounds: 1, dueRounds: 0 })
    clock.advance(1)
    const other = worker(engine)
    expect([other.users(), other.reported.length]).toEqual([['a'], 1])
  })

  it('runs a thousand rounds that end at once, none within another', () => {
    const { engine } = start()
    let depth = 0
    let deepest = 0
    let ran = 0
    const work$ = engine.work({ concurrency, stop$: NEVER }).pipe(
      tap(() => (deepest = Math.max(deepest, ++depth))),
      mergeMap((reported) => (isRound(reported) ? reported.end(again) : of(false))),
      tap(() => ran++),
    )
    work$.subscribe(() => depth--)
    valueOf(engine.add(Array.from({ length: 1000 }, (_, index) => ({ id: String(index), wait: 0 }))))
    expect([ran, deepest]).toEqual([1000, 1])
  })

  it('leaves no timer behind', () => {
    const { clock, engine, add } = start()
    add('a')
    const { rounds, working } = worker(engine)
    valueOf(rounds[0]?.end(again) ?? EMPTY)
    expect(clock.pending()).toBe(1)
    working.unsubscribe()
    expect(clock.pending()).toBe(0)
  })

  it('errors with what tells it to stop, and refuses wrong options', () => {
    const { engine } = start()
    const failing$ = of(1).pipe(
      concatMap(() => {
        throw new RangeError('stop')
      }),
    )
    expect(worker(engine, failing$).ended).toEqual([new RangeError('stop')])
    expect(() => memoryEngine({ lease: -1, clok: 1 } as never)).toThrow(/lease.*clok|clok.*lease/s)
  })
})
