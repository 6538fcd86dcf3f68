import assert from 'node:assert/strict'
import type { DueRound, FleetUser, RoundEnd } from '../../lib/mirror/fleet/Engine.js'
import { again, answer, type EngineLaw, law, type LawHarness } from './engineLaw.js'

/** Users without the fields that change with the time. */
const untimed = (users: ReadonlyArray<FleetUser>) => users.map(({ wait: _, failingFor: __, ...user }) => user)

/** How many users are failing, and how many are suspended. */
const counts = async ({ status }: LawHarness): Promise<ReadonlyArray<number>> => {
  const { failingUsers, suspendedUsers } = await status()
  return [failingUsers, suspendedUsers]
}

/** The laws of users: how they are added, found, suspended and removed. */
export const engineUserLaws: ReadonlyArray<EngineLaw> = [
  law('adding a user twice adds them once, and changes nothing', async (harness) => {
    assert.equal(await harness.add({ a: 0, b: 0 }), 2)
    const { rounds } = await harness.work()
    await harness.until(() => rounds.length === 2)
    await harness.end(rounds[0], { _tag: 'Again', wait: 600_000, every: 5000, failures: 1 })
    const before = untimed(await harness.users())
    assert.equal(await harness.add({ a: 0, b: 0, c: 600_000 }), 1)
    await harness.advance(3000)
    assert.equal(rounds.length, 2)
    assert.deepEqual(untimed(await harness.users()).slice(0, 2), before)
  }),
  law('a user is found by the uuid of webhooks, in upper and lower case', async (harness) => {
    const uuid = '0F0E0D0C-0000-4000-8000-00000000000A'
    await harness.add({ a: 600_000, b: 600_000 })
    const { rounds } = await harness.work()
    assert.equal(await answer(harness.engine.runNow({ uuid })), false)
    assert.equal(await answer(harness.engine.setUuid('a', uuid)), true)
    assert.equal(await answer(harness.engine.setUuid('nobody', uuid)), false)
    assert.equal(await answer(harness.engine.runNow({ uuid: uuid.toLowerCase() })), true)
    await harness.until(() => rounds.length === 1)
    assert.equal(rounds[0]?.user, 'a')
    assert.equal(rounds[0].uuid, uuid.toLowerCase())
  }),
  law(
    'a hurry by an unknown uuid counts if the uuid is stored later in the same round, but not if it came before the round',
    async (harness) => {
      const [early, late] = ['0f0e0d0c-0000-4000-8000-00000000000a', '0f0e0d0c-0000-4000-8000-00000000000B']
      await harness.add({ a: 500, b: 500 })
      assert.equal(await answer(harness.engine.runNow({ uuid: early })), false)
      const { rounds } = await harness.work()
      await harness.until(() => rounds.length === 2)
      assert.equal(await answer(harness.engine.runNow({ uuid: late })), false)
      await answer(harness.engine.setUuid('a', early))
      await answer(harness.engine.setUuid('b', late.toLowerCase()))
      for (const round of rounds.slice()) await harness.end(round)
      await harness.advance(3000)
      assert.deepEqual(
        rounds.slice(2).map(({ user, lane }) => [user, lane]),
        [['b', 'immediate']],
      )
      await harness.end(rounds[2])
      await answer(harness.engine.setUuid('b', late))
      await harness.advance(3000)
      assert.equal(rounds.length, 3, 'the call counts twice')
    },
  ),
  law('a user who is suspended has no round until a retry', async (harness) => {
    await harness.add({ a: 0 })
    const { rounds } = await harness.work()
    await harness.until(() => rounds.length === 1)
    assert.equal(await harness.end(rounds[0], { _tag: 'Suspended', reason: 'refused', failures: 1 }), true)
    assert.equal((await harness.users())[0]?.reason, 'refused')
    assert.equal(await answer(harness.engine.runNow({ id: 'a' })), true)
    await harness.advance(3000)
    assert.equal(rounds.length, 1)
    assert.deepEqual(await counts(harness), [0, 1])
    assert.deepEqual([(await harness.users())[0]?.wait, rounds[0]?.isSuspended], [undefined, false])
    assert.equal(await answer(harness.engine.retry('a')), true)
    await harness.until(() => rounds.length === 2)
    assert.equal(rounds[1]?.isSuspended, true)
    assert.equal(await harness.end(rounds[1], { ...again(0), failures: 2, lastError: 'late' } as RoundEnd), true)
    assert.deepEqual([await counts(harness), (await harness.users())[0]?.lastError], [[0, 1], 'late'])
    await harness.until(() => rounds.length === 3)
    assert.equal(await harness.end(rounds[2], { ...again(), isUserResumed: true } as RoundEnd), true)
    assert.deepEqual([await counts(harness), (await harness.users())[0]?.reason], [[0, 0], undefined])
    assert.equal(await answer(harness.engine.retry('nobody')), false)
  }),
  law('a user who is suspended for a time has a round after it, or after a retry', async (harness) => {
    await harness.add({ a: 0 })
    const { rounds } = await harness.work()
    await harness.until(() => rounds.length === 1)
    const suspended: RoundEnd = { _tag: 'Suspended', reason: 'refused', failures: 10, wait: 3000 }
    assert.equal(await harness.end(rounds[0], suspended), true)
    const [user] = await harness.users()
    assert.ok((user?.wait ?? 0) > 1000 && (user?.wait ?? 0) <= 3000)
    assert.deepEqual([await counts(harness), user?.reason, user?.failures], [[0, 1], 'refused', 10])
    await harness.until(() => rounds.length === 2)
    assert.equal(await harness.end(rounds[1], { ...suspended, wait: 600_000 }), true)
    assert.equal(await answer(harness.engine.retry('a')), true)
    await harness.until(() => rounds.length === 3)
    assert.deepEqual([rounds[2]?.isSuspended, rounds[2]?.failures], [true, 10])
  }),
  law(
    'a user whose last round has failed is failing, for as long as all since the first, and is retried',
    async (harness) => {
      await harness.add({ a: 0, b: 600_000 })
      const { rounds } = await harness.work()
      await harness.until(() => rounds.length === 1)
      await harness.end(rounds[0], { _tag: 'Again', wait: 0, every: 60_000, failures: 1 })
      await harness.advance(2000)
      await harness.end(rounds[1], { _tag: 'Again', wait: 600_000, every: 60_000, failures: 2 })
      const [a, b] = await harness.users()
      assert.deepEqual([await counts(harness), b?.failingFor], [[1, 0], undefined])
      assert.ok((a?.failingFor ?? 0) >= 1900, 'the time does not start at the first failure')
      assert.ok((a?.wait ?? 0) > 500_000)
      assert.equal(await answer(harness.engine.retry('a')), true)
      await harness.until(() => rounds.length === 3)
      await harness.end(rounds[2])
      assert.deepEqual([await counts(harness), (await harness.users())[0]?.failingFor], [[0, 0], undefined])
    },
  ),
  law(
    'each round names the feeds that are suspended, and for how long, until they are resumed or retried',
    async (harness) => {
      await harness.add({ a: 0, b: 600_000 })
      const { rounds } = await harness.work()
      const reasonsByFeed = (suspendedFeeds: DueRound['suspendedFeeds'] = []) =>
        suspendedFeeds.map(({ feed, reason }) => [feed, reason])
      const next = async (end: Partial<RoundEnd>): Promise<DueRound | undefined> => {
        const count = rounds.length
        assert.equal(await harness.end(rounds.at(-1), { ...again(0), ...end } as RoundEnd), true)
        await harness.until(() => rounds.length > count)
        return rounds.at(-1)
      }
      await harness.until(() => rounds.length === 1)
      assert.deepEqual(rounds[0]?.suspendedFeeds, [])
      const stocks = { feed: 'stocks', reason: 'refused (403), it’s "so"' } as const
      const items = { feed: 'items', reason: 'another' } as const
      const second = await next({ suspended: [stocks, items] })
      assert.deepEqual(reasonsByFeed(second?.suspendedFeeds), [
        ['items', 'another'],
        ['stocks', stocks.reason],
      ])
      assert.ok(second?.suspendedFeeds.every(({ age }) => age >= 0 && age < 60_000))
      assert.deepEqual([(await harness.status()).suspendedFeeds, (await harness.status()).suspendedUsers], [2, 0])
      await harness.advance(2000)
      const third = await next({ resumed: ['items'] })
      assert.deepEqual(reasonsByFeed(third?.suspendedFeeds), [['stocks', stocks.reason]])
      assert.ok((third?.suspendedFeeds[0]?.age ?? 0) >= 1900, 'the age is not measured')
      const fourth = await next({ suspended: [{ feed: 'stocks', reason: 'again' }] })
      assert.deepEqual(reasonsByFeed(fourth?.suspendedFeeds), [['stocks', 'again']])
      assert.ok((fourth?.suspendedFeeds[0]?.age ?? Infinity) < 1900, 'the age does not begin anew')
      assert.deepEqual(reasonsByFeed((await harness.users())[0]?.suspendedFeeds), [['stocks', 'again']])
      assert.deepEqual((await harness.users())[1]?.suspendedFeeds, [])
      assert.equal(await harness.end(rounds.at(-1), again(600_000)), true)
      const count = rounds.length
      assert.equal(await answer(harness.engine.retry('a')), true)
      await harness.until(() => rounds.length > count)
      const retried = (round: DueRound | undefined) =>
        round?.suspendedFeeds.map(({ feed, isRetried }) => [feed, isRetried])
      assert.deepEqual([retried(third), retried(rounds.at(-1))], [[['stocks', false]], [['stocks', true]]])
      await next({ resumed: ['stocks'] })
      assert.deepEqual([rounds.at(-1)?.suspendedFeeds, (await harness.status()).suspendedFeeds], [[], 0])
    },
  ),
  law('the last error of a user is stored until a round ends without failures', async (harness) => {
    await harness.add({ a: 0 })
    const { rounds } = await harness.work()
    let ended = 0
    const errorAfter = async (end: RoundEnd) => {
      await harness.until(() => rounds.length > ended)
      assert.equal(await harness.end(rounds[ended++], end), true)
      return (await harness.users())[0]?.lastError
    }
    const next = { _tag: 'Again', wait: 0, every: 60_000 } as const
    const suspended = [{ feed: 'stocks', reason: 'refused' }] as const
    assert.equal(await errorAfter({ ...next, failures: 1, lastError: 'refused', suspended }), 'refused')
    assert.equal(await errorAfter({ ...next, failures: 1 }), 'refused')
    assert.equal(await errorAfter({ ...next, failures: 0, resumed: ['stocks'] }), undefined)
    assert.equal(await errorAfter({ ...next, failures: 1, lastError: 'late' }), 'late')
    assert.equal(await errorAfter({ _tag: 'Suspended', reason: 'gone', failures: 2 }), 'gone')
    assert.equal(await answer(harness.engine.retry('a')), true)
    assert.equal(await errorAfter({ ...next, failures: 0, isUserResumed: true }), undefined)
  }),
  law('a uuid belongs to the user who was identified with it last', async (harness) => {
    const [first, second] = ['0f0e0d0c-0000-4000-8000-00000000000a', '0f0e0d0c-0000-4000-8000-00000000000b']
    await harness.add({ a: 600_000, b: 600_000 })
    for (const [id, uuid] of [
      ['a', first],
      ['b', first],
      ['b', second],
    ] as const)
      await answer(harness.engine.setUuid(id, uuid))
    assert.deepEqual(
      (await harness.users()).map(({ uuid }) => uuid),
      [undefined, second],
    )
    assert.equal(await answer(harness.engine.runNow({ uuid: first })), false)
    assert.equal(await answer(harness.engine.runNow({ uuid: second })), true)
  }),
  law('a removed user has no further round, and the end of the running one emits false', async (harness) => {
    await harness.add({ a: 0, b: 600_000 })
    const { rounds } = await harness.work()
    await harness.until(() => rounds.length === 1)
    assert.equal(await answer(harness.engine.remove('a')), true)
    assert.equal(await answer(harness.engine.remove('a')), false)
    assert.equal(await harness.end(rounds[0], again(0)), false)
    await harness.advance(3000)
    assert.equal(rounds.length, 1)
    assert.deepEqual(
      (await harness.users()).map(({ id }) => id),
      ['b'],
    )
    assert.equal((await harness.status()).heldRounds, 0)
  }),
  law('lists all users in the order of their ids, with the state after their last rounds', async (harness) => {
    await harness.add({ b: 600_000, a: 0, c: 600_000 })
    const { rounds } = await harness.work()
    await harness.until(() => rounds.length === 1)
    await harness.end(rounds[0], { _tag: 'Again', wait: 60_000, every: 1500, failures: 3 })
    const unknown = {
      uuid: undefined,
      every: undefined,
      failures: 0,
      lastError: undefined,
      reason: undefined,
      suspendedFeeds: [],
    }
    const users = await harness.users()
    assert.ok(users.every(({ wait = -1 }) => wait > 0))
    assert.deepEqual(untimed(users), [
      { id: 'a', ...unknown, every: 1500, failures: 3 },
      { id: 'b', ...unknown },
      { id: 'c', ...unknown },
    ])
  }),
]
