import assert from 'node:assert/strict'
import { firstValueFrom, lastValueFrom, type Observable, Subject, Subscription, toArray } from 'rxjs'
import { checkLaw } from '../../testing/laws/checkLaw.js'
import type { DueRound, Engine, EngineStatus, Lane, RoundEnd, WorkerEvent } from './Engine.js'
import { FleetError } from './FleetError.js'

/** An empty engine for the laws of engines, with control over its time and its connections. */
export interface EnginePlace {
  /** Opens the engine as another process would. All opened engines share their users and rounds. */
  readonly open: () => Engine
  /** Lets this number of milliseconds pass, and resolves once everything that is due by then was done. */
  readonly elapse: (ms: number) => Promise<void>
  /** Stops answering the calls of a worker, by its name in `status`, as if its machine had failed. */
  readonly cutOff: (worker: string) => void
}

/**
 * A requirement on every engine, as a test.
 *
 * - `name`: the requirement, as the name of a test.
 * - `check`: resolves when the engine fulfils it; rejects with what differs, or after ten seconds.
 */
export interface EngineLaw {
  readonly name: string
  readonly check: (place: EnginePlace) => Promise<void>
}

/** The longest wait of a law, in milliseconds of the engine's time. */
const longest = 600_000

const again = (wait = 60_000): RoundEnd => ({ _tag: 'Again', wait, every: 60_000, failures: 0 })

/** A worker of a law. Its rounds run until the law ends them. */
interface LawWorker {
  readonly name: string
  /** The rounds that the worker was given, oldest first. */
  readonly rounds: Array<DueRound>
  readonly told: Array<WorkerEvent>
  /** How the worker's stream has ended: `completed`, or the error. */
  readonly ends: Array<unknown>
  readonly stop: () => void
  readonly leave: () => void
}

const answer = (stream: Observable<boolean>): Promise<boolean> => firstValueFrom(stream)

/** The operations that laws are written with. */
const inPlace = ({ open, elapse, cutOff }: EnginePlace) => {
  const engine = open()
  const opened = new Subscription()

  const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    for (let passed = 0; !(await isSo()); passed += 100) {
      assert.ok(passed < longest, 'what the law waits for has not happened')
      await elapse(100)
    }
  }

  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) await elapse(100)
  }

  const status = (): Promise<EngineStatus> => firstValueFrom(engine.status())

  const work = async (places: Partial<Record<Lane, number>> = {}): Promise<LawWorker> => {
    const before = (await status()).workers
    const stop$ = new Subject<void>()
    const [rounds, told, ends]: [Array<DueRound>, Array<WorkerEvent>, Array<unknown>] = [[], [], []]
    const working = open()
      .work({ places: { scheduled: 10, hurried: 2, ...places }, stop$ })
      .subscribe({
        next: (one) => ('user' in one ? rounds.push(one) : told.push(one)),
        error: (error: unknown) => ends.push(error),
        complete: () => ends.push('completed'),
      })
    opened.add(working)
    let name: string | undefined
    await until(async () => {
      name = (await status()).workers.find((one) => !before.includes(one))
      return name !== undefined
    })
    return {
      name: name ?? '',
      rounds,
      told,
      ends,
      stop: () => stop$.next(),
      leave: () => working.unsubscribe(),
    }
  }

  /** Subscribes to the end of a round, and lets time pass until it has emitted. */
  const end = async (round: DueRound | undefined, how: RoundEnd = again()): Promise<boolean | undefined> => {
    assert.ok(round, 'no round was given')
    let emitted: boolean | undefined
    let refused: Error | undefined
    round.end(how).subscribe({ next: (value) => (emitted = value), error: (error: Error) => (refused = error) })
    await until(() => emitted !== undefined || refused !== undefined)
    if (refused !== undefined) throw refused
    return emitted
  }

  const add = (users: Readonly<Record<string, number>>): Promise<number> =>
    firstValueFrom(engine.add(Object.entries(users).map(([id, wait]) => ({ id, wait }))))

  const users = () => lastValueFrom(engine.users().pipe(toArray()))

  return { engine, until, pass, status, work, end, add, users, cutOff, close: () => opened.unsubscribe() }
}

type Place = ReturnType<typeof inPlace>

const law = (name: string, check: (place: Place) => Promise<void>): EngineLaw => ({
  name,
  check: (place) =>
    checkLaw(name, async () => {
      const laws = inPlace(place)
      await lastValueFrom(laws.engine.migrate(), { defaultValue: undefined })
      await check(laws).finally(laws.close)
    }),
})

const usersOf = ({ rounds }: LawWorker): ReadonlyArray<string> => rounds.map(({ user }) => user)

/**
 * The requirements on every {@link Engine}, as tests for an engine of your own. They need no test framework. Time passes
 * only as far as your `elapse` lets it pass.
 *
 * @example
 * import { createVirtualClock } from 'rxbank'
 * import { engineLaws, type EnginePlace, memoryEngine } from 'rxbank/fleet'
 *
 * const place = (): EnginePlace => {
 *   const clock = createVirtualClock()
 *   const engine = memoryEngine({ clock })
 *   return { open: () => engine, elapse: async (ms) => clock.advance(ms), cutOff: engine.cutOff }
 * }
 * const held: Array<string> = []
 * for (const { name, check } of engineLaws) {
 *   await check(place()) // in a test: it(name, () => check(place()))
 *   held.push(name)
 * }
 * assert.strictEqual(held.length, engineLaws.length)
 */
export const engineLaws: ReadonlyArray<EngineLaw> = [
  law('a user who was added is due after a wait, and again after that of each end', async (place) => {
    assert.equal(await place.add({ a: 500 }), 1)
    const { rounds } = await place.work()
    await place.until(() => rounds.length === 1)
    assert.equal(await place.end(rounds[0], { _tag: 'Again', wait: 3000, every: 7000, failures: 2 }), true)
    await place.pass(1500)
    assert.equal(rounds.length, 1, 'due before its time')
    await place.until(() => rounds.length === 2)
    assert.equal(rounds[1]?.every, 7000)
    assert.equal(rounds[1].failures, 2)
    assert.equal(rounds[1].lane, 'scheduled')
    assert.ok(rounds[1].lag >= 0)
  }),
  law('a user who is added twice is added once, and stays as they are', async (place) => {
    assert.equal(await place.add({ a: 0, b: 0 }), 2)
    const { rounds } = await place.work()
    await place.until(() => rounds.length === 2)
    await place.end(rounds[0], { _tag: 'Again', wait: 600_000, every: 5000, failures: 1 })
    const before = await place.users()
    assert.equal(await place.add({ a: 0, b: 0, c: 600_000 }), 1)
    await place.pass(3000)
    assert.equal(rounds.length, 2)
    assert.deepEqual((await place.users()).slice(0, 2), before)
  }),
  law('a user has one round at a time, whoever works, and each has the next', async (place) => {
    const ids = Array.from({ length: 20 }, (_, index) => `user ${String(index)}`)
    await place.add(Object.fromEntries(ids.map((id) => [id, 0])))
    const workers = [await place.work(), await place.work(), await place.work()]
    const ended = new Set<DueRound>()
    const all = () => workers.flatMap(({ rounds }) => rounds)
    for (let step = 0; all().length < 60; step++) {
      await place.until(() => all().some((round) => !ended.has(round)))
      const held = all().filter((round) => !ended.has(round))
      assert.equal(new Set(held.map(({ user }) => user)).size, held.length, 'two rounds of a user at once')
      for (const round of held.filter((_, index) => (index + step) % 3 !== 0)) {
        ended.add(round)
        assert.equal(await place.end(round, again(0)), true)
      }
    }
    assert.deepEqual(new Set(all().map(({ user }) => user)), new Set(ids))
  }),
  law('a worker takes no more rounds than it has places, each lane by itself', async (place) => {
    await place.add({ a: 0, b: 0, c: 0, d: 60_000, e: 60_000 })
    const { rounds } = await place.work({ scheduled: 2, hurried: 1 })
    await answer(place.engine.hurry({ id: 'd' }))
    await answer(place.engine.hurry({ id: 'e' }))
    await place.pass(3000)
    const held = (lane: Lane) => rounds.filter((round) => round.lane === lane)
    assert.deepEqual([held('scheduled').length, held('hurried').length], [2, 1])
    await place.end(held('scheduled')[0])
    await place.end(held('hurried')[0])
    await place.until(() => rounds.length === 5)
    assert.deepEqual([held('scheduled').length, held('hurried').length], [3, 2])
  }),
  law('of those who wait the one who has waited longest is first', async (place) => {
    for (const id of ['d', 'b', 'e', 'a', 'c']) {
      await place.add({ [id]: 0 })
      await place.pass(100)
    }
    const worker = await place.work({ scheduled: 1 })
    for (let count = 1; count <= 5; count++) {
      await place.until(() => worker.rounds.length === count)
      await place.end(worker.rounds.at(-1))
    }
    assert.deepEqual(usersOf(worker), ['d', 'b', 'e', 'a', 'c'])
    const lags = worker.rounds.map(({ lag }) => lag)
    assert.ok((lags[0] ?? 0) >= 400, 'the lag is not told')
  }),
  law('a user who is hurried is due at once, in places of their own', async (place) => {
    await place.add({ a: 0, b: 0, z: 600_000 })
    const worker = await place.work({ scheduled: 1 })
    await place.until(() => worker.rounds.length === 1)
    assert.equal(await answer(place.engine.hurry({ id: 'z' })), true)
    await place.until(() => worker.rounds.length === 2)
    assert.equal(worker.rounds[1]?.user, 'z')
    assert.equal(worker.rounds[1].lane, 'hurried')
    await place.end(worker.rounds[1])
    await place.pass(2000)
    assert.equal(worker.rounds.length, 2)
    assert.equal(await answer(place.engine.hurry({ id: 'nobody' })), false)
  }),
  law('a user who is hurried in a round has another one after it, and not a third', async (place) => {
    await place.add({ a: 0 })
    const { rounds } = await place.work()
    await place.until(() => rounds.length === 1)
    assert.equal(await answer(place.engine.hurry({ id: 'a' })), true)
    assert.equal(await answer(place.engine.hurry({ id: 'a' })), true)
    await place.pass(2000)
    assert.equal(rounds.length, 1, 'two rounds of a user at once')
    await place.end(rounds[0])
    await place.until(() => rounds.length === 2)
    assert.equal(rounds[1]?.lane, 'hurried')
    await place.end(rounds[1])
    await place.pass(3000)
    assert.equal(rounds.length, 2)
  }),
  law('a round is told that its user was hurried meanwhile, and no other is', async (place) => {
    await place.add({ a: 0, b: 0 })
    const { rounds } = await place.work()
    await place.until(() => rounds.length === 2)
    const told: Array<string> = []
    for (const { user, hurried$ } of rounds)
      hurried$.subscribe({ next: () => told.push(user), complete: () => told.push(`${user} is all`) })
    await answer(place.engine.hurry({ id: 'a' }))
    await place.until(() => told.length > 0)
    await answer(place.engine.hurry({ id: 'a' }))
    await place.pass(500)
    assert.deepEqual(told, ['a', 'a is all'])
    rounds.find(({ user }) => user === 'a')?.hurried$.subscribe(() => told.push('a, later'))
    assert.equal(told.at(-1), 'a, later')
    for (const round of rounds.slice(0)) await place.end(round)
    await place.until(() => rounds.length > 2)
    rounds[2]?.hurried$.subscribe(() => told.push('the next round'))
    assert.deepEqual([rounds[2]?.lane, told.length], ['hurried', 3])
  }),
  law('a user is known by the id that webhooks have, whatever its case', async (place) => {
    const uuid = '0F0E0D0C-0000-4000-8000-00000000000A'
    await place.add({ a: 600_000, b: 600_000 })
    const { rounds } = await place.work()
    assert.equal(await answer(place.engine.hurry({ uuid })), false)
    assert.equal(await answer(place.engine.identify('a', uuid)), true)
    assert.equal(await answer(place.engine.identify('nobody', uuid)), false)
    assert.equal(await answer(place.engine.hurry({ uuid: uuid.toLowerCase() })), true)
    await place.until(() => rounds.length === 1)
    assert.equal(rounds[0]?.user, 'a')
    assert.equal(rounds[0].uuid, uuid.toLowerCase())
  }),
  law('a user who is set aside has no round, but for a retry', async (place) => {
    await place.add({ a: 0 })
    const { rounds } = await place.work()
    await place.until(() => rounds.length === 1)
    assert.equal(await place.end(rounds[0], { _tag: 'SetAside', reason: 'refused' }), true)
    assert.equal((await place.users())[0]?.reason, 'refused')
    assert.equal(await answer(place.engine.hurry({ id: 'a' })), true)
    await place.pass(3000)
    assert.equal(rounds.length, 1)
    assert.equal((await place.status()).setAside, 1)
    assert.equal(await answer(place.engine.retry('a')), true)
    await place.until(() => rounds.length === 2)
    assert.equal((await place.users())[0]?.reason, undefined)
    assert.equal(await answer(place.engine.retry('a')), false)
    assert.equal(await answer(place.engine.retry('nobody')), false)
  }),
  law(
    'a feed that is set aside is told in each round, for how long, until it is readmitted or retried',
    async (place) => {
      await place.add({ a: 0, b: 600_000 })
      const { rounds } = await place.work()
      const asides = (feedsAside: DueRound['feedsAside'] = []) => feedsAside.map(({ feed, reason }) => [feed, reason])
      const next = async (end: Partial<RoundEnd>): Promise<DueRound | undefined> => {
        const count = rounds.length
        assert.equal(await place.end(rounds.at(-1), { ...again(0), ...end } as RoundEnd), true)
        await place.until(() => rounds.length > count)
        return rounds.at(-1)
      }
      await place.until(() => rounds.length === 1)
      assert.deepEqual(rounds[0]?.feedsAside, [])
      const stocks = { feed: 'stocks', reason: 'refused (403), it’s "so"' } as const
      const items = { feed: 'items', reason: 'another' } as const
      const second = await next({ aside: [stocks, items] })
      assert.deepEqual(asides(second?.feedsAside), [
        ['items', 'another'],
        ['stocks', stocks.reason],
      ])
      assert.ok(second?.feedsAside.every(({ age }) => age >= 0 && age < 60_000))
      assert.deepEqual([(await place.status()).feedsAside, (await place.status()).setAside], [2, 0])
      await place.pass(2000)
      const third = await next({ readmitted: ['items'] })
      assert.deepEqual(asides(third?.feedsAside), [['stocks', stocks.reason]])
      assert.ok((third?.feedsAside[0]?.age ?? 0) >= 1900, 'the age is not measured')
      const fourth = await next({ aside: [{ feed: 'stocks', reason: 'again' }] })
      assert.deepEqual(asides(fourth?.feedsAside), [['stocks', 'again']])
      assert.ok((fourth?.feedsAside[0]?.age ?? Infinity) < 1900, 'the age does not begin anew')
      assert.deepEqual(asides((await place.users())[0]?.feedsAside), [['stocks', 'again']])
      assert.deepEqual((await place.users())[1]?.feedsAside, [])
      assert.equal(await place.end(rounds.at(-1), again(600_000)), true)
      const count = rounds.length
      assert.equal(await answer(place.engine.retry('a')), true)
      await place.until(() => rounds.length > count)
      assert.deepEqual(rounds.at(-1)?.feedsAside, [])
      assert.equal((await place.status()).feedsAside, 0)
      assert.equal(await answer(place.engine.retry('a')), false)
    },
  ),
  law('a uuid is that of the user who was identified by it last', async (place) => {
    const [one, other] = ['0f0e0d0c-0000-4000-8000-00000000000a', '0f0e0d0c-0000-4000-8000-00000000000b']
    await place.add({ a: 600_000, b: 600_000 })
    for (const [id, uuid] of [
      ['a', one],
      ['b', one],
      ['b', other],
    ] as const)
      await answer(place.engine.identify(id, uuid))
    assert.deepEqual(
      (await place.users()).map(({ uuid }) => uuid),
      [undefined, other],
    )
    assert.equal(await answer(place.engine.hurry({ uuid: one })), false)
    assert.equal(await answer(place.engine.hurry({ uuid: other })), true)
  }),
  law('a user who is removed has no round any more, and the one under way ends as nobody’s', async (place) => {
    await place.add({ a: 0, b: 600_000 })
    const { rounds } = await place.work()
    await place.until(() => rounds.length === 1)
    assert.equal(await answer(place.engine.remove('a')), true)
    assert.equal(await answer(place.engine.remove('a')), false)
    assert.equal(await place.end(rounds[0], again(0)), false)
    await place.pass(3000)
    assert.equal(rounds.length, 1)
    assert.deepEqual(
      (await place.users()).map(({ id }) => id),
      ['b'],
    )
    assert.equal((await place.status()).held, 0)
  }),
  law('a round ends once', async (place) => {
    await place.add({ a: 0 })
    const { rounds } = await place.work()
    await place.until(() => rounds.length === 1)
    assert.equal(await place.end(rounds[0], again(0)), true)
    await place.until(() => rounds.length === 2)
    assert.equal(await place.end(rounds[0], { _tag: 'SetAside', reason: 'late' }), false)
    assert.equal(await place.end(rounds[1], again(0)), true)
    await place.until(() => rounds.length === 3)
  }),
  law(
    'what a worker held that is taken for dead is given to others, and it is told and ends nothing',
    async (place) => {
      await place.add({ a: 0, b: 0 })
      const dead = await place.work()
      await place.until(() => dead.rounds.length === 2)
      const other = await place.work()
      place.cutOff(dead.name)
      await place.until(() => other.rounds.length === 2)
      assert.deepEqual(new Set(usersOf(other)), new Set(['a', 'b']))
      await place.until(() => dead.ends.length === 1)
      assert.ok(dead.ends[0] instanceof FleetError, 'the worker was not told')
      assert.equal(dead.ends[0].reason, 'stalled')
      assert.deepEqual(other.told, [{ _tag: 'TakenOver', workers: [dead.name], rounds: 2 }])
      assert.equal(await place.end(dead.rounds[0], { _tag: 'SetAside', reason: 'dead' }), false)
      assert.equal(await place.end(other.rounds[0], again(0)), true)
      await place.until(() => other.rounds.length === 3)
      assert.deepEqual((await place.status()).workers, [other.name])
    },
  ),
  law('a user who was hurried while a dead worker held them is due in the places of the hurried', async (place) => {
    await place.add({ a: 0 })
    const dead = await place.work()
    await place.until(() => dead.rounds.length === 1)
    const other = await place.work({ scheduled: 0 })
    place.cutOff(dead.name)
    await answer(place.engine.hurry({ id: 'a' }))
    await place.until(() => other.rounds.length === 1)
    assert.equal(other.rounds[0]?.lane, 'hurried')
    await place.end(other.rounds[0])
    await place.pass(2000)
    assert.equal(other.rounds.length, 1)
  }),
  law('all users are due again and again, whoever dies', async (place) => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    await place.add(Object.fromEntries(ids.map((id) => [id, 0])))
    let alive = await place.work()
    for (let deaths = 0; deaths < 3; deaths++) {
      await place.until(() => alive.rounds.length >= 6)
      for (const round of alive.rounds.filter((_, index) => index % 2 === 0)) await place.end(round, again(200))
      const dying = alive
      alive = await place.work()
      place.cutOff(dying.name)
    }
    await place.until(() => new Set(usersOf(alive)).size === ids.length)
    const { users, workers } = await place.status()
    assert.deepEqual([users, workers], [6, [alive.name]])
  }),
  law('a worker that is stopped takes no more, and completes once its rounds were ended', async (place) => {
    await place.add({ a: 0, b: 0 })
    const worker = await place.work({ scheduled: 1 })
    await place.until(() => worker.rounds.length === 1)
    worker.stop()
    await place.pass(2000)
    assert.deepEqual([worker.rounds.length, worker.ends.length], [1, 0])
    assert.equal(await place.end(worker.rounds[0], again(0)), true)
    await place.until(() => worker.ends.length === 1)
    assert.deepEqual([worker.rounds.length, worker.ends], [1, ['completed']])
    assert.deepEqual((await place.status()).workers, [])
    const idle = await place.work({ scheduled: 0, hurried: 0 })
    idle.stop()
    await place.until(() => idle.ends.length === 1)
    assert.deepEqual(idle.ends, ['completed'])
  }),
  law('who unsubscribes gives back what they hold, which is due at once for others', async (place) => {
    await place.add({ a: 0, b: 0 })
    const one = await place.work()
    await place.until(() => one.rounds.length === 2)
    one.leave()
    const other = await place.work()
    await place.until(() => other.rounds.length === 2)
    assert.deepEqual((await place.status()).workers, [other.name])
    assert.equal(await place.end(one.rounds[0], again(0)), false)
    assert.deepEqual(one.ends, [])
  }),
  law('counts users, what is due, what is held, and who works', async (place) => {
    const nothing = { users: 0, setAside: 0, feedsAside: 0, due: 0, lag: 0, held: 0, workers: [], paused: [] }
    assert.deepEqual(await place.status(), nothing)
    await place.add({ a: 0, b: 0, c: 0, d: 600_000 })
    await place.pass(500)
    const { lag, ...waiting } = await place.status()
    assert.deepEqual(waiting, { users: 4, setAside: 0, feedsAside: 0, due: 3, held: 0, workers: [], paused: [] })
    assert.ok(lag >= 500 && lag < 60_000)
    const worker = await place.work({ scheduled: 2 })
    await place.until(() => worker.rounds.length === 2)
    const { due, held, workers } = await place.status()
    assert.deepEqual([due, held, workers], [1, 2, [worker.name]])
  }),
  law('a worker without places takes no rounds, and is told as paused until it leaves', async (place) => {
    await place.add({ a: 0 })
    const idle = await place.work({ scheduled: 0, hurried: 0 })
    const busy = await place.work({ scheduled: 1, hurried: 0 })
    await place.until(() => busy.rounds.length === 1)
    await place.pass(3000)
    const { workers, paused } = await place.status()
    assert.deepEqual([new Set(workers), paused], [new Set([idle.name, busy.name]), [idle.name]])
    idle.leave()
    await place.until(async () => (await place.status()).workers.length === 1)
    assert.deepEqual([(await place.status()).paused, idle.rounds], [[], []])
  }),
  law('lists all users in the order of their ids, with what their last rounds have left', async (place) => {
    await place.add({ b: 600_000, a: 0, c: 600_000 })
    const { rounds } = await place.work()
    await place.until(() => rounds.length === 1)
    await place.end(rounds[0], { _tag: 'Again', wait: 60_000, every: 1500, failures: 3 })
    const unknown = { uuid: undefined, every: undefined, failures: 0, reason: undefined, feedsAside: [] }
    assert.deepEqual(await place.users(), [
      { id: 'a', ...unknown, every: 1500, failures: 3 },
      { id: 'b', ...unknown },
      { id: 'c', ...unknown },
    ])
  }),
]
