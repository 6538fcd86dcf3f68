import assert from 'node:assert/strict'
import type { Lane } from './Engine.js'
import { again, answer, type EngineLaw, law, usersOf } from './engineLaw.js'
import { FleetError } from './FleetError.js'

/** The laws of workers: how many rounds they take, and what happens to their rounds when they leave or die. */
export const engineWorkerLaws: ReadonlyArray<EngineLaw> = [
  law('a worker holds no more rounds than the limit of each lane', async (place) => {
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
  law(
    'the rounds of a dead worker are given to others; the worker errors, and its ends change nothing',
    async (place) => {
      await place.add({ a: 0, b: 0 })
      const dead = await place.work()
      await place.until(() => dead.rounds.length === 2)
      const other = await place.work()
      place.cutOff(dead.name)
      await place.until(() => other.rounds.length === 2)
      assert.deepEqual(new Set(usersOf(other)), new Set(['a', 'b']))
      await place.until(() => dead.ends.length === 1)
      assert.ok(dead.ends[0] instanceof FleetError, 'the dead worker did not error')
      assert.equal(dead.ends[0].reason, 'stalled')
      assert.deepEqual(other.events, [{ _tag: 'WorkersDied', workers: [dead.name], rounds: 2 }])
      assert.equal(await place.end(dead.rounds[0], { _tag: 'SetAside', reason: 'dead' }), false)
      assert.equal(await place.end(other.rounds[0], again(0)), true)
      await place.until(() => other.rounds.length === 3)
      assert.deepEqual((await place.status()).workers, [other.name])
    },
  ),
  law('a user who was hurried while a dead worker held the round is due in the hurried lane', async (place) => {
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
  law('a hurry counts that comes while the worker of the round stops or leaves', async (place) => {
    await place.add({ a: 0, b: 0 })
    const [stopping, leaving] = [await place.work({ scheduled: 1 }), await place.work({ scheduled: 1 })]
    await place.until(() => stopping.rounds.length + leaving.rounds.length === 2)
    stopping.stop()
    await answer(place.engine.hurry({ id: 'a' }))
    await answer(place.engine.hurry({ id: 'b' }))
    leaving.leave()
    const other = await place.work({ scheduled: 0 })
    await place.end(stopping.rounds[0])
    await place.until(() => other.rounds.length === 2)
    assert.deepEqual(new Set(usersOf(other)), new Set(['a', 'b']))
    for (const round of other.rounds.slice()) await place.end(round)
    await place.pass(2000)
    assert.equal(other.rounds.length, 2)
  }),
  law('all users are due again and again, whichever worker dies', async (place) => {
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
  law('a worker that is stopped takes no further rounds, and completes once its rounds have ended', async (place) => {
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
  law('a worker that unsubscribes gives back its rounds, which are due at once for others', async (place) => {
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
  law('counts users, due rounds, held rounds and workers', async (place) => {
    const counts = {
      users: 0,
      usersSetAside: 0,
      feedsSetAside: 0,
      dueRounds: 0,
      heldRounds: 0,
      workers: [],
      pausedWorkers: [],
    }
    assert.deepEqual(await place.status(), { ...counts, lag: 0 })
    await place.add({ a: 0, b: 0, c: 0, d: 600_000 })
    await place.pass(500)
    const { lag, ...waiting } = await place.status()
    assert.deepEqual(waiting, { ...counts, users: 4, dueRounds: 3 })
    assert.ok(lag >= 500 && lag < 60_000)
    const worker = await place.work({ scheduled: 2 })
    await place.until(() => worker.rounds.length === 2)
    const { dueRounds, heldRounds, workers } = await place.status()
    assert.deepEqual([dueRounds, heldRounds, workers], [1, 2, [worker.name]])
  }),
  law('a worker whose limits are 0 takes no rounds, and counts as paused until it leaves', async (place) => {
    await place.add({ a: 0 })
    const idle = await place.work({ scheduled: 0, hurried: 0 })
    const busy = await place.work({ scheduled: 1, hurried: 0 })
    await place.until(() => busy.rounds.length === 1)
    await place.pass(3000)
    const { workers, pausedWorkers } = await place.status()
    assert.deepEqual([new Set(workers), pausedWorkers], [new Set([idle.name, busy.name]), [idle.name]])
    idle.leave()
    await place.until(async () => (await place.status()).workers.length === 1)
    assert.deepEqual([(await place.status()).pausedWorkers, idle.rounds], [[], []])
  }),
]
