import { DatabaseSync } from '@photostructure/sqlite'
import { bridge2021 } from '../../../lib/bridge.js'
import { createFleet, type Engine, type FleetConfig, memoryEngine } from '../../../lib/fleet.js'
import type { Feed } from '../../../lib/mirror/core/Feed.js'
import { FeedsFailed } from '../../../lib/mirror/rounds/FeedsFailed.js'
import { createMirror } from '../../../lib/sqlite.js'
import { iso, played, playedBank, uuids } from '../../helpers/playedBank.js'
import { every, minute, valueOf, working } from './town.js'

const hour = 60 * minute

const payment = (id: number, minutes: number) => ({
  ...{ id, account_id: 1, amount: -id, currency_code: 'EUR', date: '2026-01-10' },
  updated_at: iso(minutes),
})

/** A fleet of one user, whose first round is due at once. */
const village = (options: Partial<FleetConfig> = {}, feeds?: ReadonlyArray<Feed>, isCompared = false) => {
  const service = playedBank({ profile: bridge2021 } as object)
  const { clock, state } = service
  const comparing = isCompared ? { clock, fullSyncEvery: hour } : {}
  state.lists.accounts = [{ id: 1, item_id: 1 }]
  state.lists.transactions = [payment(1, -20)]
  const database = new DatabaseSync(':memory:')
  const mirror = createMirror({ database, ...comparing })
  const engine: Engine = options.engine ?? memoryEngine({ clock })
  const begin = () => {
    const client = service.connect()
    const settings = { client, mirror, engine, clock, random: () => 0.5, ...(feeds && { feeds }), ...options }
    const fleet = createFleet(settings as FleetConfig)
    return { fleet, ...working(fleet.work()) }
  }
  const begun = begin()
  valueOf(begun.fleet.add(played))
  valueOf(begun.fleet.runNow({ id: played }))
  clock.advance(1000)
  const present = (table: string) =>
    database
      .prepare(`SELECT id FROM rxbank_${table} WHERE removed_at IS NULL ORDER BY id`)
      .all()
      .map((row) => (row as { readonly id: string }).id)
  const asked = (list: string) => service.requests.filter((path) => path.includes(list)).length
  const user = () => {
    const users: Array<unknown> = []
    begun.fleet.users().subscribe((one) => users.push(one))
    return users[0] as { readonly reason?: string; readonly suspendedFeeds: ReadonlyArray<{ readonly feed: Feed }> }
  }
  return {
    ...service,
    ...begun,
    begin,
    present,
    asked,
    user,
    runNow: () => valueOf(begun.fleet.runNow({ id: played })),
  }
}

describe('a feed of a user that fails by itself', () => {
  const refusing = () => {
    const one = village()
    one.state.refused.stocks = 403
    one.runNow()
    one.clock.advance(1000)
    return one
  }

  it('is suspended, and the rounds of the user go on with the others', () => {
    const { of, reported, state, clock, present, asked, user, fleet } = refusing()
    expect(of('FeedSuspended')).toMatchObject([
      { user: played, feed: 'stocks', reason: 'the service refuses to answer (403)', error: { status: 403 } },
    ])
    expect(reported.map(({ _tag }) => _tag)).toEqual(['RoundEnded', 'FeedSuspended', 'RoundEnded'])
    expect(user()).toMatchObject({ reason: undefined, failures: 0, suspendedFeeds: [{ feed: 'stocks' }] })
    expect(valueOf(fleet.status())).toMatchObject({ suspendedUsers: 0, suspendedFeeds: 1 })
    const before = asked('stocks')
    state.lists.transactions.push(payment(2, 1))
    clock.advance(3 * every)
    expect(present('transactions')).toEqual(['1', '2'])
    expect([asked('stocks') - before, of('RoundFailed'), of('UserSuspended')]).toEqual([0, [], []])
  })

  it('is tried again by itself after six hours, and is suspended anew or read again', () => {
    const { of, state, clock, asked, user } = refusing()
    const before = asked('stocks')
    clock.advance(6 * hour + 2 * every)
    expect([asked('stocks') - before, of('FeedSuspended').length]).toEqual([1, 2])
    delete state.refused.stocks
    clock.advance(5 * hour)
    expect(asked('stocks') - before).toBe(1)
    clock.advance(hour + 3 * every)
    expect(of('FeedResumed')).toMatchObject([{ user: played, feed: 'stocks' }])
    expect([asked('stocks') - before > 2, user().suspendedFeeds]).toEqual([true, []])
  })

  it('is tried again by retry, and by no hurry before', () => {
    const { of, state, clock, asked, fleet, runNow, user } = refusing()
    delete state.refused.stocks
    const before = asked('stocks')
    runNow()
    clock.advance(1000)
    expect(asked('stocks')).toBe(before)
    expect(valueOf(fleet.retry(played))).toBe(true)
    clock.advance(1000)
    expect([asked('stocks') - before, user().suspendedFeeds, of('FeedResumed').length]).toEqual([1, [], 1])
    expect(of('FeedSuspended')).toHaveLength(1)
  })

  it('stays suspended for another worker', () => {
    const { begin, subscription, clock, asked } = refusing()
    subscription.unsubscribe()
    const before = asked('stocks')
    const { of } = begin()
    clock.advance(2 * every)
    expect([of('RoundEnded').length > 0, asked('stocks') - before]).toEqual([true, 0])
  })

  it('fails the round if it may pass, after the others were written; the next round tries it again', () => {
    const { of, state, clock, present, user, runNow } = village()
    state.refused.stocks = 500
    state.lists.transactions.push(payment(2, 0))
    runNow()
    clock.advance(1000)
    const [{ error, failures } = { error: undefined, failures: 0 }] = of('RoundFailed')
    expect(error).toBeInstanceOf(FeedsFailed)
    expect([failures, present('transactions'), user().suspendedFeeds]).toEqual([1, ['1', '2'], []])
    delete state.refused.stocks
    clock.advance(10_000)
    expect([of('RoundEnded').length, of('RoundFailed').length]).toEqual([2, 1])
  })

  it('does not pause a worker, however long it goes on for however many rounds', () => {
    const { of, state, clock } = village({ every: minute })
    state.refused.stocks = 500
    clock.advance(hour)
    expect([of('RoundFailed').length > 20, of('WorkerPaused')]).toEqual([true, []])
  })

  it('is none if nothing could be read: the round has failed, and the only user is not suspended', () => {
    const { of, state, clock, runNow, user } = village({}, ['stocks', 'transactions'])
    Object.assign(state.refused, { stocks: 403, transactions: 403 })
    runNow()
    clock.advance(2 * hour)
    expect([of('UserSuspended'), of('FeedSuspended'), of('RoundFailed').length > 9]).toEqual([[], [], true])
    state.refused = {}
    clock.advance(1.1 * every)
    expect([of('RoundEnded').length, user().suspendedFeeds]).toEqual([2, []])
  })

  it.each([undefined, ['transactions'] as const])(
    'is not suspended if only the comparison with its whole list fails, in rounds of %p',
    (feeds) => {
      const { of, state, clock, present, user } = village({}, feeds, true)
      state.refusedWhole.transactions = 403
      clock.advance(hour + every)
      state.lists.transactions.push(payment(2, 90))
      clock.advance(2 * hour)
      const failed = of('RoundFailed').map(({ error }) => error)
      expect(failed.length).toBeGreaterThan(1)
      expect(failed.length).toBeLessThan(5)
      expect(failed[0]).toMatchObject({
        failures: [{ feed: 'transactions', isComparison: true, error: { status: 403 } }],
      })
      expect([present('transactions'), user().suspendedFeeds, of('UserSuspended'), of('FeedSuspended')]).toEqual([
        ['1', '2'],
        [],
        [],
        [],
      ])
    },
  )

  it('whose accounts are refused loses no rows of theirs', () => {
    const { of, state, clock, present } = village({}, undefined, true)
    state.refused.accounts = 403
    clock.advance(5 * hour)
    expect(of('FeedSuspended').map(({ feed }) => feed)).toEqual(['accounts'])
    expect([present('accounts'), present('transactions')]).toEqual([['1'], ['1']])
    clock.advance(30 * hour)
    expect([present('accounts'), present('transactions'), of('UserSuspended')]).toEqual([['1'], ['1'], []])
  })

  it('is suspended for a row that cannot be decoded, unless such rows are reported', () => {
    for (const onInvalidRow of ['error', 'report'] as const) {
      const { of, state, clock, runNow } = village({ onInvalidRow })
      state.lists.accounts.push({ id: 2, item_id: 'n/a' })
      runNow()
      clock.advance(1000)
      expect([of('FeedSuspended').map(({ feed }) => feed), of('RoundEnded').at(-1)?.rejected]).toEqual(
        onInvalidRow === 'error' ? [['accounts'], 0] : [[], 1],
      )
    }
  })
})

describe('a user of a fleet who was deleted and made again', () => {
  it('is told, known by the new uuid to webhooks, and has only the new rows', () => {
    const { of, clock, remake, present, runNow, user, fleet } = village()
    expect([user(), valueOf(fleet.runNow({ uuid: uuids[0] }))]).toMatchObject([{ uuid: uuids[0] }, true])
    clock.advance(1000)
    remake({ transactions: [payment(7, -9000)] })
    runNow()
    clock.advance(1000)
    expect(of('UserReplaced')).toMatchObject([{ user: played, uuid: uuids[1] }])
    expect([present('transactions'), present('accounts'), user()]).toMatchObject([['7'], [], { uuid: uuids[1] }])
    expect(valueOf(fleet.runNow({ uuid: uuids[0] }))).toBe(false)
    expect(valueOf(fleet.runOnWebhook({ content: { user_uuid: uuids[1] } }))).toBe(true)
  })

  it('has all feeds again', () => {
    const { state, clock, remake, runNow, user } = village()
    state.refused.stocks = 403
    runNow()
    clock.advance(1000)
    expect(user().suspendedFeeds).toHaveLength(1)
    remake()
    state.refused = {}
    runNow()
    clock.advance(1000)
    expect(user().suspendedFeeds).toEqual([])
  })
})
