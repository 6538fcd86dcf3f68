import assert from 'node:assert/strict'
import type { DueRound, RoundEnd } from './Engine.js'
import { again, answer, type EngineLaw, law } from './engineLaw.js'

/** The laws of users: how they are added, found, set aside and removed. */
export const engineUserLaws: ReadonlyArray<EngineLaw> = [
  law('adding a user twice adds them once, and changes nothing', async (place) => {
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
  law('a user is found by the uuid of webhooks, in any case of its letters', async (place) => {
    const uuid = '0F0E0D0C-0000-4000-8000-00000000000A'
    await place.add({ a: 600_000, b: 600_000 })
    const { rounds } = await place.work()
    assert.equal(await answer(place.engine.hurry({ uuid })), false)
    assert.equal(await answer(place.engine.setUuid('a', uuid)), true)
    assert.equal(await answer(place.engine.setUuid('nobody', uuid)), false)
    assert.equal(await answer(place.engine.hurry({ uuid: uuid.toLowerCase() })), true)
    await place.until(() => rounds.length === 1)
    assert.equal(rounds[0]?.user, 'a')
    assert.equal(rounds[0].uuid, uuid.toLowerCase())
  }),
  law(
    'a hurry by a uuid that is stored only later during the round counts, and one from before the round does not',
    async (place) => {
      const [early, late] = ['0f0e0d0c-0000-4000-8000-00000000000a', '0f0e0d0c-0000-4000-8000-00000000000B']
      await place.add({ a: 500, b: 500 })
      assert.equal(await answer(place.engine.hurry({ uuid: early })), false)
      const { rounds } = await place.work()
      await place.until(() => rounds.length === 2)
      assert.equal(await answer(place.engine.hurry({ uuid: late })), false)
      await answer(place.engine.setUuid('a', early))
      await answer(place.engine.setUuid('b', late.toLowerCase()))
      for (const round of rounds.slice()) await place.end(round)
      await place.pass(3000)
      assert.deepEqual(
        rounds.slice(2).map(({ user, lane }) => [user, lane]),
        [['b', 'hurried']],
      )
      await place.end(rounds[2])
      await answer(place.engine.setUuid('b', late))
      await place.pass(3000)
      assert.equal(rounds.length, 3, 'the call counts twice')
    },
  ),
  law('a user who is set aside has no round until a retry', async (place) => {
    await place.add({ a: 0 })
    const { rounds } = await place.work()
    await place.until(() => rounds.length === 1)
    assert.equal(await place.end(rounds[0], { _tag: 'SetAside', reason: 'refused' }), true)
    assert.equal((await place.users())[0]?.reason, 'refused')
    assert.equal(await answer(place.engine.hurry({ id: 'a' })), true)
    await place.pass(3000)
    assert.equal(rounds.length, 1)
    assert.equal((await place.status()).usersSetAside, 1)
    assert.equal(await answer(place.engine.retry('a')), true)
    await place.until(() => rounds.length === 2)
    assert.equal((await place.users())[0]?.reason, undefined)
    assert.equal(await answer(place.engine.retry('a')), false)
    assert.equal(await answer(place.engine.retry('nobody')), false)
  }),
  law(
    'each round names the feeds that are set aside, and for how long, until they are readmitted or retried',
    async (place) => {
      await place.add({ a: 0, b: 600_000 })
      const { rounds } = await place.work()
      const asides = (feedsSetAside: DueRound['feedsSetAside'] = []) =>
        feedsSetAside.map(({ feed, reason }) => [feed, reason])
      const next = async (end: Partial<RoundEnd>): Promise<DueRound | undefined> => {
        const count = rounds.length
        assert.equal(await place.end(rounds.at(-1), { ...again(0), ...end } as RoundEnd), true)
        await place.until(() => rounds.length > count)
        return rounds.at(-1)
      }
      await place.until(() => rounds.length === 1)
      assert.deepEqual(rounds[0]?.feedsSetAside, [])
      const stocks = { feed: 'stocks', reason: 'refused (403), it’s "so"' } as const
      const items = { feed: 'items', reason: 'another' } as const
      const second = await next({ setAside: [stocks, items] })
      assert.deepEqual(asides(second?.feedsSetAside), [
        ['items', 'another'],
        ['stocks', stocks.reason],
      ])
      assert.ok(second?.feedsSetAside.every(({ age }) => age >= 0 && age < 60_000))
      assert.deepEqual([(await place.status()).feedsSetAside, (await place.status()).usersSetAside], [2, 0])
      await place.pass(2000)
      const third = await next({ readmitted: ['items'] })
      assert.deepEqual(asides(third?.feedsSetAside), [['stocks', stocks.reason]])
      assert.ok((third?.feedsSetAside[0]?.age ?? 0) >= 1900, 'the age is not measured')
      const fourth = await next({ setAside: [{ feed: 'stocks', reason: 'again' }] })
      assert.deepEqual(asides(fourth?.feedsSetAside), [['stocks', 'again']])
      assert.ok((fourth?.feedsSetAside[0]?.age ?? Infinity) < 1900, 'the age does not begin anew')
      assert.deepEqual(asides((await place.users())[0]?.feedsSetAside), [['stocks', 'again']])
      assert.deepEqual((await place.users())[1]?.feedsSetAside, [])
      assert.equal(await place.end(rounds.at(-1), again(600_000)), true)
      const count = rounds.length
      assert.equal(await answer(place.engine.retry('a')), true)
      await place.until(() => rounds.length > count)
      assert.deepEqual(rounds.at(-1)?.feedsSetAside, [])
      assert.equal((await place.status()).feedsSetAside, 0)
      assert.equal(await answer(place.engine.retry('a')), false)
    },
  ),
  law('a uuid belongs to the user who was identified with it last', async (place) => {
    const [one, other] = ['0f0e0d0c-0000-4000-8000-00000000000a', '0f0e0d0c-0000-4000-8000-00000000000b']
    await place.add({ a: 600_000, b: 600_000 })
    for (const [id, uuid] of [
      ['a', one],
      ['b', one],
      ['b', other],
    ] as const)
      await answer(place.engine.setUuid(id, uuid))
    assert.deepEqual(
      (await place.users()).map(({ uuid }) => uuid),
      [undefined, other],
    )
    assert.equal(await answer(place.engine.hurry({ uuid: one })), false)
    assert.equal(await answer(place.engine.hurry({ uuid: other })), true)
  }),
  law('a removed user has no further round, and the end of the running one emits false', async (place) => {
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
    assert.equal((await place.status()).heldRounds, 0)
  }),
  law('lists all users in the order of their ids, with the state after their last rounds', async (place) => {
    await place.add({ b: 600_000, a: 0, c: 600_000 })
    const { rounds } = await place.work()
    await place.until(() => rounds.length === 1)
    await place.end(rounds[0], { _tag: 'Again', wait: 60_000, every: 1500, failures: 3 })
    const unknown = { uuid: undefined, every: undefined, failures: 0, reason: undefined, feedsSetAside: [] }
    assert.deepEqual(await place.users(), [
      { id: 'a', ...unknown, every: 1500, failures: 3 },
      { id: 'b', ...unknown },
      { id: 'c', ...unknown },
    ])
  }),
]
