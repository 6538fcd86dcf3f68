import assert from 'node:assert/strict'
import type { DueRound, RoundEnd } from '../../lib/mirror/fleet/Engine.js'
import { again, answer, type EngineLaw, law, usersOf } from './engineLaw.js'

/** The laws of rounds: when they are due, and how they end. */
export const engineRoundLaws: ReadonlyArray<EngineLaw> = [
  law('a user who was added is due after a wait, and again after the wait of each end', async (harness) => {
    assert.equal(await harness.add({ a: 500 }), 1)
    const { rounds } = await harness.work()
    await harness.until(() => rounds.length === 1)
    assert.equal(await harness.end(rounds[0], { _tag: 'Again', wait: 3000, every: 7000, failures: 2 }), true)
    await harness.advance(1500)
    assert.equal(rounds.length, 1, 'due before its time')
    await harness.until(() => rounds.length === 2)
    assert.equal(rounds[1]?.every, 7000)
    assert.equal(rounds[1].failures, 2)
    assert.equal(rounds[1].lane, 'scheduled')
    assert.ok(rounds[1].lag >= 0)
  }),
  law('a user has one round at a time, whichever worker has it', async (harness) => {
    const ids = Array.from({ length: 20 }, (_, index) => `user ${String(index)}`)
    await harness.add(Object.fromEntries(ids.map((id) => [id, 0])))
    const workers = [await harness.work(), await harness.work(), await harness.work()]
    const ended = new Set<DueRound>()
    const all = () => workers.flatMap(({ rounds }) => rounds)
    for (let step = 0; all().length < 60; step++) {
      await harness.until(() => all().some((round) => !ended.has(round)))
      const held = all().filter((round) => !ended.has(round))
      assert.equal(new Set(held.map(({ user }) => user)).size, held.length, 'two rounds of a user at once')
      for (const round of held.filter((_, index) => (index + step) % 3 !== 0)) {
        ended.add(round)
        assert.equal(await harness.end(round, again(0)), true)
      }
    }
    assert.deepEqual(new Set(all().map(({ user }) => user)), new Set(ids))
  }),
  law('the user who has waited longest is first', async (harness) => {
    for (const id of ['d', 'b', 'e', 'a', 'c']) {
      await harness.add({ [id]: 0 })
      await harness.advance(100)
    }
    const worker = await harness.work({ scheduled: 1 })
    for (let count = 1; count <= 5; count++) {
      await harness.until(() => worker.rounds.length === count)
      await harness.end(worker.rounds.at(-1))
    }
    assert.deepEqual(usersOf(worker), ['d', 'b', 'e', 'a', 'c'])
    const lags = worker.rounds.map(({ lag }) => lag)
    assert.ok((lags[0] ?? 0) >= 400, 'the lag was not measured')
  }),
  law('a user who is run now is due at once, in the immediate lane, which has its own limit', async (harness) => {
    await harness.add({ a: 0, b: 0, z: 600_000 })
    const worker = await harness.work({ scheduled: 1 })
    await harness.until(() => worker.rounds.length === 1)
    assert.equal(await answer(harness.engine.runNow({ id: 'z' })), true)
    await harness.until(() => worker.rounds.length === 2)
    assert.equal(worker.rounds[1]?.user, 'z')
    assert.equal(worker.rounds[1].lane, 'immediate')
    await harness.end(worker.rounds[1])
    await harness.advance(2000)
    assert.equal(worker.rounds.length, 2)
    assert.equal(await answer(harness.engine.runNow({ id: 'nobody' })), false)
  }),
  law('a user who is run now during a round has exactly one more round after it', async (harness) => {
    await harness.add({ a: 0 })
    const { rounds } = await harness.work()
    await harness.until(() => rounds.length === 1)
    assert.equal(await answer(harness.engine.runNow({ id: 'a' })), true)
    assert.equal(await answer(harness.engine.runNow({ id: 'a' })), true)
    await harness.advance(2000)
    assert.equal(rounds.length, 1, 'two rounds of a user at once')
    await harness.end(rounds[0])
    await harness.until(() => rounds.length === 2)
    assert.equal(rounds[1]?.lane, 'immediate')
    await harness.end(rounds[1])
    await harness.advance(3000)
    assert.equal(rounds.length, 2)
  }),
  law(
    'a user who is run now has no round within a second of the last one, and one after the last call',
    async (harness) => {
      await harness.add({ a: 0 })
      const { rounds } = await harness.work()
      const runNow = () => answer(harness.engine.runNow({ id: 'a' }))
      const endLast = () => harness.end(rounds.at(-1))
      await harness.until(() => rounds.length === 1)
      await runNow()
      await endLast()
      await harness.advance(300)
      assert.equal(rounds.length, 1, 'a second has not passed since the round during which the user was run now')
      await runNow()
      await harness.until(() => rounds.length === 2)
      await endLast()
      await runNow()
      await harness.advance(300)
      await runNow()
      assert.equal(rounds.length, 2, 'a second has not passed since the last round')
      await harness.until(() => rounds.length === 3)
      assert.equal(rounds[2]?.lane, 'immediate')
      await endLast()
      await harness.advance(3000)
      assert.equal(rounds.length, 3)
    },
  ),
  law('a round that was postponed delays no immediate one', async (harness) => {
    await harness.add({ a: 0, b: 0 })
    const { rounds } = await harness.work()
    await harness.until(() => rounds.length === 2)
    await answer(harness.engine.runNow({ id: 'a' }))
    const postponed: RoundEnd = { _tag: 'Again', wait: 60_000, every: 60_000, failures: 0, isPostponed: true }
    for (const round of rounds.slice(0)) assert.equal(await harness.end(round, postponed), true)
    await answer(harness.engine.runNow({ id: 'b' }))
    await harness.advance(700)
    assert.deepEqual(
      new Set(rounds.slice(2).map(({ user, lane }) => `${user} ${lane}`)),
      new Set(['a immediate', 'b immediate']),
    )
    for (const round of rounds.slice(2)) await harness.end(round)
    await harness.advance(2000)
    assert.equal(rounds.length, 4)
  }),
  law('only the round of a user who is run now emits from runNow$', async (harness) => {
    await harness.add({ a: 0, b: 0 })
    const { rounds } = await harness.work()
    await harness.until(() => rounds.length === 2)
    const events: Array<string> = []
    for (const { user, runNow$ } of rounds)
      runNow$.subscribe({ next: () => events.push(user), complete: () => events.push(`${user} is all`) })
    await answer(harness.engine.runNow({ id: 'a' }))
    await harness.until(() => events.length > 0)
    await answer(harness.engine.runNow({ id: 'a' }))
    await harness.advance(500)
    assert.deepEqual(events, ['a', 'a is all'])
    rounds.find(({ user }) => user === 'a')?.runNow$.subscribe(() => events.push('a, later'))
    assert.equal(events.at(-1), 'a, later')
    for (const round of rounds.slice(0)) await harness.end(round)
    await harness.until(() => rounds.length > 2)
    rounds[2]?.runNow$.subscribe(() => events.push('the next round'))
    assert.deepEqual([rounds[2]?.lane, events.length], ['immediate', 3])
  }),
  law('a round ends once', async (harness) => {
    await harness.add({ a: 0 })
    const { rounds } = await harness.work()
    await harness.until(() => rounds.length === 1)
    assert.equal(await harness.end(rounds[0], again(0)), true)
    await harness.until(() => rounds.length === 2)
    assert.equal(await harness.end(rounds[0], { _tag: 'Suspended', reason: 'late', failures: 1 }), false)
    assert.equal(await harness.end(rounds[1], again(0)), true)
    await harness.until(() => rounds.length === 3)
  }),
]
