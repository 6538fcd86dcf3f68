import { EMPTY, take } from 'rxjs'
import type { Feed } from '../../../lib/mirror/core/Feed.js'
import type { DeletionEvent, Mirror, MirrorSettings } from '../../../lib/mirror/core/Mirror.js'
import { StaleFencingToken } from '../../../lib/mirror/core/StaleFencingToken.js'
import type { MirrorChange } from '../../../lib/mirror/log/MirrorChange.js'
import { iso, played, playedBank, uuids } from '../../helpers/playedBank.js'
import { verifiedEvent } from '../../helpers/verifiedEvent.js'
import { waitUntil } from '../../helpers/waitUntil.js'
import { all, failure, type Place } from './place.js'

const hour = 3_600_000
const [uuid, nextUuid] = uuids
const feeds: ReadonlyArray<Feed> = ['items', 'accounts', 'stocks', 'transactions', 'refreshes']
const tables = [...feeds, 'users', 'checkpoints', 'absences', 'consents']

const userDeleted = (of: string = uuid) => verifiedEvent('user.deleted', { user_uuid: of })
const itemDeleted = (item_id: number, of: string = uuid) => verifiedEvent('item.deleted', { item_id, user_uuid: of })

/** How mirrors, on whatever database, erase what webhooks report as deleted. */
export const erasureConformance = (name: string, open: () => Promise<Place>): void => {
  describe(`erasures by webhooks in a mirror on ${name}`, () => {
    let place: Place
    beforeEach(async () => {
      place = await open()
      await all(place.createMirror().migrate({ features: ['consents'] }))
    })
    afterEach(() => place.close())

    /** A bank with two items, each with an account and its rows; all answers go on after an item was deleted. */
    const opened = (settings: MirrorSettings = {}) => {
      const bank = playedBank()
      const { lists, refreshes } = bank.state
      const stamp = { updated_at: iso(-10) }
      lists.items = [1, 2].map((id) => ({ id, bank_id: 1, status: 0, authentication_expires_at: iso(60) }))
      lists.accounts = [1, 2].map((id) => ({ id: id * 10, item_id: id, currency_code: 'EUR', ...stamp }))
      lists.stocks = [1, 2].map((id) => ({ id: id * 100, account_id: id * 10, currency_code: 'EUR', ...stamp }))
      lists.transactions = [1, 2, 3].map((id) => ({
        id: id * 1000,
        account_id: id === 3 ? 10 : id * 10,
        amount: -id,
        currency_code: 'EUR',
        date: '2026-01-10',
        ...stamp,
      }))
      for (const id of [1, 2]) refreshes[id] = { status: 'finished', refreshed_at: iso(-5) }
      const newMirror = () => place.createMirror({ clock: bank.clock, ...settings })
      const mirror = newMirror()
      const sync = (id = played) => all(mirror.sync(bank.user, { id, feeds }))
      /** Lets an event arrive once while the service answers a request to a path. */
      const during = (path: string, other: Mirror, event: DeletionEvent) => {
        bank.state.before = (asked) => {
          if (!asked.endsWith(`/${path}`)) return EMPTY
          bank.state.before = () => EMPTY
          return other.eraseDeleted(event)
        }
      }
      return { ...bank, mirror, newMirror, sync, during }
    }

    const rowCounts = async () => {
      const found: Record<string, number> = {}
      for (const table of tables) {
        const [row] = await place.query(`SELECT count(*) AS rows FROM ${place.table(table)}`)
        if (Number(row?.rows) > 0) found[table] = Number(row?.rows)
      }
      return found
    }
    const ids = async (table: string, where = 'true') =>
      (await place.query(`SELECT id FROM ${place.table(table)} WHERE ${where} ORDER BY id`)).map(({ id }) => String(id))

    describe('of a user', () => {
      it('delete all that the mirror has of the user, of no other, and once', async () => {
        const { mirror, sync, remake, state } = opened()
        await sync()
        await all(mirror.reportConsents())
        remake({ items: state.lists.items })
        await sync('other')
        expect(await all(mirror.eraseDeleted(await userDeleted(uuid.toUpperCase())))).toEqual([
          { user: played, wasKnown: true, rows: 11 },
        ])
        expect(await rowCounts()).toEqual({ items: 2, refreshes: 2, users: 1, checkpoints: 5 })
        expect(await all(mirror.users())).toMatchObject([{ id: 'other' }])
        expect(await all(mirror.eraseDeleted(await userDeleted()))).toEqual([])
      })

      it('do nothing for a user whom the mirror does not know, and for other events', async () => {
        const { mirror, sync } = opened()
        await sync()
        const before = await rowCounts()
        expect(await all(mirror.eraseDeleted(await userDeleted(nextUuid)))).toEqual([])
        for (const type of ['item.refreshed', 'item.created', 'user.erased', 'TEST_EVENT'])
          expect(await all(mirror.eraseDeleted(await verifiedEvent(type, { item_id: 1, user_uuid: uuid })))).toEqual([])
        for (const [type, content] of [
          ['user.deleted', { user_uuid: 'all' }],
          ['item.deleted', { user_uuid: uuid }],
        ] as const)
          await expect(verifiedEvent(type, content)).rejects.toThrow('it was refused')
        expect(await rowCounts()).toEqual(before)
      })

      it('do nothing for an event whose signature was not verified, nor for a copy of one', async () => {
        const { mirror, sync } = opened()
        await sync()
        const before = await rowCounts()
        const forged = { _tag: 'UserDeleted', type: 'user.deleted', content: { user_uuid: uuid } }
        for (const event of [forged, { ...(await userDeleted()) }, { ...(await itemDeleted(1)) }])
          expect(await failure(mirror.eraseDeleted(event))).toMatchObject({
            _tag: 'ConfigError',
            issues: [{ path: '/event' }],
          })
        expect(await rowCounts()).toEqual(before)
      })

      it('do nothing to a user who was created again under the same external id', async () => {
        const { mirror, sync, remake, state } = opened()
        await sync()
        remake(state.lists)
        await sync()
        expect(await all(mirror.eraseDeleted(await userDeleted()))).toEqual([])
        expect(await ids('items')).toEqual(['1', '2'])
        expect(await all(mirror.users({ uuid: nextUuid.toUpperCase() }))).toMatchObject([{ id: played }])
        expect(await all(mirror.users({ uuid }))).toEqual([])
        expect(await failure(mirror.users({ uuid: 'A6J' }))).toMatchObject({ _tag: 'ConfigError' })
      })

      it.each([true, false])(
        'end a round that is running, at any of its requests; known before: %p',
        async (isKnown) => {
          for (const path of [
            'items',
            'accounts',
            'stocks/updated',
            'transactions/updated',
            'items/2/refresh/status',
          ]) {
            const { mirror, newMirror, user, sync, during, state } = opened()
            state.uuid = `${String(path.length).padStart(8, '0')}-1111-4111-8111-${isKnown ? '1' : '2'}11111111111`
            if (isKnown) await sync()
            during(path, newMirror(), await userDeleted(state.uuid))
            expect([path, await failure(mirror.sync(user, { id: played, feeds }))]).toEqual([
              path,
              expect.any(StaleFencingToken),
            ])
            expect([path, await rowCounts()]).toEqual([path, {}])
          }
        },
      )

      it('end the next round if the process died after it had stored the uuid of a deleted user', async () => {
        const { mirror, user } = opened()
        await all(mirror.eraseDeleted(await userDeleted()))
        await all(mirror.claim(played))
        await place.script(`UPDATE ${place.table('users')} SET uuid = '${uuid}'`)
        expect(await failure(mirror.sync(user, { id: played, feeds }))).toBeInstanceOf(StaleFencingToken)
        expect(await rowCounts()).toEqual({})
      })

      it('end rounds that begin afterwards, as long as a token may live, also if there was none before', async () => {
        const { mirror, sync, clock, state, remake, user } = opened()
        await all(mirror.eraseDeleted(await userDeleted()))
        for (const hours of [0, 3, 24]) {
          clock.advance(hours * hour)
          expect(await failure(mirror.sync(user, { id: played, feeds }))).toBeInstanceOf(StaleFencingToken)
          expect(await rowCounts()).toEqual({})
        }
        remake(state.lists)
        await sync()
        expect(await ids('items')).toEqual(['1', '2'])
      })

      it('leave the id alone of a user whose rounds go on, until it is erased again', async () => {
        const { mirror, sync, connect, state } = opened()
        await sync()
        await all(mirror.eraseDeleted(await userDeleted()))
        expect(await rowCounts()).toEqual({})
        state.refused.authenticate = 403
        const user = connect().user({ externalUserId: played })
        expect(await failure(mirror.sync(user, { id: played, feeds }))).toMatchObject({
          _tag: 'AuthenticationError',
        })
        expect([await rowCounts(), await all(mirror.users())]).toMatchObject([{ users: 1 }, [{ id: played }]])
        await all(mirror.erase(played))
        expect(await rowCounts()).toEqual({})
      })
    })

    it('of a user end the round that would put that user in the place of another', async () => {
      const { mirror, sync, user, remake, state } = opened()
      await sync()
      remake(state.lists)
      expect(await all(mirror.eraseDeleted(await userDeleted(nextUuid)))).toEqual([])
      expect(await failure(mirror.sync(user, { id: played, feeds }))).toBeInstanceOf(StaleFencingToken)
      expect(await rowCounts()).toEqual({})
    })

    describe('of an item', () => {
      it.each<MirrorSettings>([{ removedRows: 'keep' }, { removedRows: 'delete' }])(
        'delete the rows of the item and of its accounts, and no others, with %p',
        async (settings) => {
          const { mirror, sync } = opened(settings)
          await sync()
          await all(mirror.reportConsents())
          await sync('other')
          const event = await itemDeleted(1)
          const erased = await all(mirror.eraseDeleted(event))
          expect(erased).toEqual([played, 'other'].map((user) => ({ user, itemId: '1', wasKnown: true, rows: 6 })))
          const own = `user_id = '${played}'`
          expect(await Promise.all(feeds.map((feed) => ids(feed, own)))).toEqual([
            ['2'],
            ['20'],
            ['200'],
            ['2000'],
            ['2'],
          ])
          expect(await ids('consents', own)).toEqual(['2'])
          expect(await all(mirror.eraseDeleted(await itemDeleted(1)))).toMatchObject([
            { wasKnown: false, rows: 0 },
            { wasKnown: false, rows: 0 },
          ])
        },
      )

      it('do nothing to the item of another user, or an item that is not there', async () => {
        const { mirror, sync } = opened()
        await sync()
        expect(await all(mirror.eraseDeleted(await itemDeleted(1, nextUuid)))).toEqual([])
        expect(await all(mirror.eraseDeleted(await itemDeleted(3)))).toMatchObject([{ wasKnown: false, rows: 0 }])
        expect(await ids('items')).toEqual(['1', '2'])
      })

      it.each(['items', 'accounts', 'stocks/updated', 'transactions/updated', 'items/1/refresh/status'])(
        'end a round at its request for %s, and the next one leaves the item out',
        async (path) => {
          const { mirror, newMirror, user, sync, during } = opened()
          during(path, newMirror(), await itemDeleted(1))
          // Before its first answer, the mirror does not know whose round it is. So the round goes on, without the item.
          const end = await failure(mirror.sync(user, { id: played, feeds }))
          expect(end instanceof StaleFencingToken).toBe(path !== 'items')
          // The service still shows the item, its account, and their rows.
          for (let round = 0; round < 2; round++) {
            await sync()
            expect(await Promise.all(feeds.map((feed) => ids(feed)))).toEqual([['2'], ['20'], ['200'], ['2000'], ['2']])
          }
        },
      )

      it('before the first round leave the item out too, and are over if it is still there after a day', async () => {
        const { mirror, sync, clock } = opened()
        await all(mirror.eraseDeleted(await itemDeleted(1)))
        await sync()
        expect(await Promise.all(feeds.map((feed) => ids(feed)))).toEqual([['2'], ['20'], ['200'], ['2000'], ['2']])
        clock.advance(25 * hour)
        await sync()
        expect(await Promise.all(feeds.map((feed) => ids(feed)))).toEqual([
          ['1', '2'],
          ['10', '20'],
          ['100', '200'],
          ['1000', '2000', '3000'],
          ['1', '2'],
        ])
      })

      it('keep out late rows of its accounts, in rounds that do not read the accounts too', async () => {
        const { mirror, sync, user, state } = opened()
        await sync()
        await all(mirror.eraseDeleted(await itemDeleted(1)))
        const late = { amount: -9, currency_code: 'EUR', date: '2026-01-10', updated_at: iso(1) }
        state.lists.transactions = [
          { id: 4000, account_id: 10, ...late },
          { id: 5000, account_id: 20, ...late },
        ]
        await all(mirror.sync(user, { id: played, feeds: ['transactions'] }))
        expect(await ids('transactions')).toEqual(['2000', '5000'])
      })

      it('keep out its rows when a round without the feed of accounts finds them listed', async () => {
        const { mirror, sync, user, clock } = opened()
        await sync()
        const syncTransactions = () => all(mirror.sync(user, { id: played, feeds: ['transactions'] }))
        await syncTransactions()
        await all(mirror.eraseDeleted(await itemDeleted(1)))
        for (const hours of [0, 2, 2]) {
          clock.advance(hours * hour)
          await syncTransactions()
          expect(await ids('transactions')).toEqual(['2000'])
        }
      })

      it('need the accounts, and fail after they have deleted what the mirror knows of the item', async () => {
        const { mirror, user, sync, state } = opened()
        const withoutAccounts = ['items', 'stocks', 'transactions', 'refreshes'] as const
        await all(mirror.sync(user, { id: played, feeds: withoutAccounts }))
        const event = await itemDeleted(1)
        for (let delivery = 0; delivery < 2; delivery++) {
          expect(await failure(mirror.eraseDeleted(event))).toMatchObject({
            _tag: 'ConfigError',
            issues: [{ path: '/feeds' }],
          })
          expect(await Promise.all(feeds.map((feed) => ids(feed)))).toEqual([
            ['2'],
            [],
            ['100', '200'],
            ['1000', '2000', '3000'],
            ['2'],
          ])
        }
        await all(mirror.erase(played))
        state.lists.stocks = state.lists.stocks.filter(({ account_id }) => account_id !== 10)
        state.lists.transactions = state.lists.transactions.filter(({ account_id }) => account_id !== 10)
        await sync()
        expect(await all(mirror.eraseDeleted(event))).toMatchObject([{ wasKnown: false }])
        expect(await Promise.all(feeds.map((feed) => ids(feed)))).toEqual([['2'], ['20'], ['200'], ['2000'], ['2']])
      })

      it.each<[ReadonlyArray<Feed>, ReadonlyArray<ReadonlyArray<string>>]>([
        [
          ['accounts', 'stocks', 'transactions'],
          [[], ['20'], ['200'], ['2000'], []],
        ],
        [
          ['items', 'refreshes'],
          [['2'], [], [], [], ['2']],
        ],
      ])('need no other feeds than %p', async (read, left) => {
        const { mirror, user } = opened()
        await all(mirror.sync(user, { id: played, feeds: read }))
        expect(await all(mirror.eraseDeleted(await itemDeleted(1)))).toMatchObject([{ wasKnown: true }])
        expect(await Promise.all(feeds.map((feed) => ids(feed)))).toEqual(left)
      })

      it('are reported as changes', async () => {
        const { mirror, sync } = opened()
        await sync()
        const changes: Array<MirrorChange> = []
        const isDone = new Promise<void>((resolve) => {
          const listening = mirror.changes$.pipe(take(6)).subscribe({
            next: (change) => changes.push(change),
            complete: () => {
              listening.unsubscribe()
              resolve()
            },
          })
        })
        await waitUntil(() => changes.length > 0)
        await all(mirror.eraseDeleted(await itemDeleted(1)))
        await isDone
        expect(changes).toEqual([
          { _tag: 'Listening' },
          { _tag: 'Changed', user: played, feed: 'stocks', ids: ['100'], count: 1 },
          { _tag: 'Changed', user: played, feed: 'transactions', ids: ['1000', '3000'], count: 2 },
          { _tag: 'Changed', user: played, feed: 'accounts', ids: ['10'], count: 1 },
          { _tag: 'Changed', user: played, feed: 'refreshes', ids: ['1'], count: 1 },
          { _tag: 'Changed', user: played, feed: 'items', ids: ['1'], count: 1 },
        ])
      })
    })
  })
}
