import assert from 'node:assert/strict'
import type { Lane } from '../../lib/mirror/fleet/Engine.js'
import { FleetError } from '../../lib/mirror/fleet/FleetError.js'
import { again, answer, type EngineLaw, law, usersOf } from './engineLaw.js'

/** The laws of workers: how many rounds they take, and what happens to their rounds when they leave or die. */
export const engineWorkerLaws: ReadonlyArray<EngineLaw> = [
  law('a worker holds no more rounds than the limit of each lane', async (harness) => {
    await harness.add({ a: 0, b: 0, c: 0, d: 60_000, e: 60_000 })
    const { rounds } = await harness.work({ scheduled: 2, immediate: 1 })
    await answer(harness.engine.runNow({ id: 'd' }))
    await answer(harness.engine.runNow({ id: 'e' }))
    await harness.advance(3000)
    const held = (lane: Lane) => rounds.filter((round) => round.lane === lane)
    assert.deepEqual([held('scheduled').length, held('immediate').length], [2, 1])
    await harness.end(held('scheduled')[0])
    await harness.end(held('immediate')[0])
    await harness.until(() => rounds.length === 5)
    assert.deepEqual([held('scheduled').length, held('immediate').length], [3, 2])
  }),
  law(
    'the rounds of a dead worker are given to others; the worker errors, and its ends change nothing',
    async (harness) => {
      await harness.add({ a: 0, b: 0 })
      const dead = await harness.work()
      await harness.until(() => dead.rounds.length === 2)
      const other = await harness.work()
      harness.cutOff(dead.name)
      await harness.until(() => other.rounds.length === 2)
      assert.deepEqual(new Set(usersOf(other)), new Set(['a', 'b']))
      await harness.until(() => dead.ends.length === 1)
      assert.ok(dead.ends[0] instanceof FleetError, 'the dead worker did not error')
      assert.equal(dead.ends[0].reason, 'stalled')
      assert.deepEqual(other.events, [{ _tag: 'WorkersDied', workers: [dead.name], rounds: 2 }])
      assert.equal(await harness.end(dead.rounds[0], { _tag: 'Suspended', reason: 'dead', failures: 1 }), false)
      assert.equal(await harness.end(other.rounds[0], again(0)), true)
      await harness.until(() => other.rounds.length === 3)
      assert.deepEqual((await harness.status()).workers, [other.name])
    },
  ),
  law('neither a dead worker without rounds nor an earlier life of the same worker is reported', async (harness) => {
    const earlier = await harness.work()
    const idle = await harness.work({ scheduled: 0 })
    await harness.add({ a: 0 })
    await harness.until(() => earlier.rounds.length === 1)
    harness.cutOff(earlier.name)
    harness.cutOff(idle.name)
    await harness.until(() => earlier.ends.length + idle.ends.length === 2)
    const later = await harness.work({}, earlier.name)
    await harness.until(() => later.rounds.length === 1)
    await harness.until(async () => !(await harness.status()).workers.includes(idle.name))
    assert.deepEqual([later.events, (await harness.status()).workers], [[], [earlier.name]])
  }),
  law('a user who was run now while a dead worker held the round is due in the immediate lane', async (harness) => {
    await harness.add({ a: 0 })
    const dead = await harness.work()
    await harness.until(() => dead.rounds.length === 1)
    const other = await harness.work({ scheduled: 0 })
    harness.cutOff(dead.name)
    await answer(harness.engine.runNow({ id: 'a' }))
    await harness.until(() => other.rounds.length === 1)
    assert.equal(other.rounds[0]?.lane, 'immediate')
    await harness.end(other.rounds[0])
    await harness.advance(2000)
    assert.equal(other.rounds.length, 1)
  }),
  law('a hurry that arrives while the worker of the round stops or leaves counts', async (harness) => {
    await harness.add({ a: 0, b: 0 })
    const [stopping, leaving] = [await harness.work({ scheduled: 1 }), await harness.work({ scheduled: 1 })]
    await harness.until(() => stopping.rounds.length + leaving.rounds.length === 2)
    stopping.stop()
    await answer(harness.engine.runNow({ id: 'a' }))
    await answer(harness.engine.runNow({ id: 'b' }))
    leaving.leave()
    const other = await harness.work({ scheduled: 0 })
    await harness.end(stopping.rounds[0])
    await harness.until(() => other.rounds.length === 2)
    assert.deepEqual(new Set(usersOf(other)), new Set(['a', 'b']))
    for (const round of other.rounds.slice()) await harness.end(round)
    await harness.advance(2000)
    assert.equal(other.rounds.length, 2)
  }),
  law('all users are due again and again, whichever worker dies', async (harness) => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    await harness.add(Object.fromEntries(ids.map((id) => [id, 0])))
    let alive = await harness.work()
    for (let deaths = 0; deaths < 3; deaths++) {
      await harness.until(() => alive.rounds.length >= 6)
      for (const round of alive.rounds.filter((_, index) => index % 2 === 0)) await harness.end(round, again(200))
      const dying = alive
      alive = await harness.work()
      harness.cutOff(dying.name)
    }
    await harness.until(() => new Set(usersOf(alive)).size === ids.length)
    const { users, workers } = await harness.status()
    assert.deepEqual([users, workers], [6, [alive.name]])
  }),
  law('a worker that is stopped takes no further rounds, and completes once its rounds have ended', async (harness) => {
    await harness.add({ a: 0, b: 0 })
    const worker = await harness.work({ scheduled: 1 })
    await harness.until(() => worker.rounds.length === 1)
    worker.stop()
    await harness.advance(2000)
    assert.deepEqual([worker.rounds.length, worker.ends.length], [1, 0])
    assert.equal(await harness.end(worker.rounds[0], again(0)), true)
    await harness.until(() => worker.ends.length === 1)
    assert.deepEqual([worker.rounds.length, worker.ends], [1, ['completed']])
    assert.deepEqual((await harness.status()).workers, [])
    const idle = await harness.work({ scheduled: 0, immediate: 0 })
    idle.stop()
    await harness.until(() => idle.ends.length === 1)
    assert.deepEqual(idle.ends, ['completed'])
  }),
  law('a worker that unsubscribes gives back its rounds, which are due at once for others', async (harness) => {
    await harness.add({ a: 0, b: 0 })
    const leaving = await harness.work()
    await harness.until(() => leaving.rounds.length === 2)
    leaving.leave()
    const other = await harness.work()
    await harness.until(() => other.rounds.length === 2)
    assert.deepEqual((await harness.status()).workers, [other.name])
    assert.equal(await harness.end(leaving.rounds[0], again(0)), false)
    assert.deepEqual(leaving.ends, [])
  }),
  law('counts users, due rounds, held rounds and workers', async (harness) => {
    const counts = {
      users: 0,
      failingUsers: 0,
      suspendedUsers: 0,
      suspendedFeeds: 0,
      dueRounds: 0,
      heldRounds: 0,
      workers: [],
      pausedWorkers: [],
    }
    assert.deepEqual(await harness.status(), { ...counts, lag: 0 })
    await harness.add({ a: 0, b: 0, c: 0, d: 600_000 })
    await harness.advance(500)
    const { lag, ...waiting } = await harness.status()
    assert.deepEqual(waiting, { ...counts, users: 4, dueRounds: 3 })
    assert.ok(lag >= 500 && lag < 60_000)
    const worker = await harness.work({ scheduled: 2 })
    await harness.until(() => worker.rounds.length === 2)
    const { dueRounds, heldRounds, workers } = await harness.status()
    assert.deepEqual([dueRounds, heldRounds, workers], [1, 2, [worker.name]])
  }),
  law('a worker whose limits are 0 takes no rounds, and counts as paused until it leaves', async (harness) => {
    await harness.add({ a: 0 })
    const idle = await harness.work({ scheduled: 0, immediate: 0 })
    const busy = await harness.work({ scheduled: 1, immediate: 0 })
    await harness.until(() => busy.rounds.length === 1)
    await harness.advance(3000)
    const { workers, pausedWorkers } = await harness.status()
    assert.deepEqual([new Set(workers), pausedWorkers], [new Set([idle.name, busy.name]), [idle.name]])
    idle.leave()
    await harness.until(async () => (await harness.status()).workers.length === 1)
    assert.deepEqual([(await harness.status()).pausedWorkers, idle.rounds], [[], []])
  }),
]
