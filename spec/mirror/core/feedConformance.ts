import { firstValueFrom, lastValueFrom, type Observable, toArray } from 'rxjs'
import { bridge2021 } from '../../../lib/bridge.js'
import { DecodeError, StatusError } from '../../../lib/index.js'
import type { Feed } from '../../../lib/mirror/core/Feed.js'
import type { MirrorBatch, MirrorSettings, MirrorSyncConfig, MirrorWrite } from '../../../lib/mirror/core/Mirror.js'
import type { MirrorChange } from '../../../lib/mirror/log/MirrorChange.js'
import { FeedsFailed } from '../../../lib/mirror/rounds/FeedsFailed.js'
import { iso, played, playedBank, type PlayedRow, uuids } from '../../helpers/playedBank.js'
import { waitUntil } from '../../helpers/waitUntil.js'
import { all, failure, type Place } from './place.js'

/** For how long a row has to be absent before a list alone confirms that it is gone. */
const patience = 5 * 60_000

const item = (id: number) => ({ id, bank_id: 1, status: 0 })
const account = (id: number, balance: unknown = 1) => ({
  id,
  item_id: 1,
  balance,
  currency_code: 'EUR',
  updated_at: iso(-30),
})
const stock = (id: number, minutes: number) => ({ id, account_id: 1, updated_at: iso(minutes) })
const payment = (id: number, minutes: number, account_id = 1) => ({
  id,
  account_id,
  amount: -id,
  currency_code: 'EUR',
  date: '2026-01-10',
  description: 'a payment',
  updated_at: iso(minutes),
})

const town = () => {
  const service = playedBank({ profile: bridge2021 } as object)
  const { lists, refreshes } = service.state
  lists.items = [item(1)]
  lists.accounts = [account(1), account(2)]
  lists.stocks = [stock(5, -25)]
  lists.transactions = [payment(1, -20), payment(2, -10)]
  refreshes[1] = { status: 'finished', refreshed_at: iso(-5) }
  return service
}

const bad: PlayedRow = { ...account(2), item_id: 'n/a' }

/** What a round has emitted, and how it has ended. */
const outcome = async (batches$: Observable<MirrorBatch>) => {
  const batches: Array<MirrorBatch> = []
  const error = await new Promise<unknown>((resolve) => {
    batches$.subscribe({ next: (batch) => batches.push(batch), error: resolve, complete: () => resolve('completed') })
  })
  return { error, feeds: batches.map(({ feed }) => feed), batches }
}

const failedFeeds = (error: unknown) =>
  error instanceof FeedsFailed
    ? error.failures.map((one) => [one.feed, one.error.name, one.error instanceof StatusError ? one.error.status : 0])
    : error

/** What every mirror does with feeds that fail and users who are made again, on whatever database. */
export const feedConformance = (name: string, open: () => Promise<Place>): void => {
  describe(`feeds that fail and users who are made again, on ${name}`, () => {
    let place: Place
    beforeEach(async () => {
      place = await open()
    })
    afterEach(() => place.close())

    const present = async (feed: Feed) => {
      const rows = await place.query(
        `SELECT id FROM ${place.table(feed)} WHERE user_id = '${played}' AND removed_at IS NULL ORDER BY id`,
      )
      return rows.map(({ id }) => id)
    }
    const round = (
      service: ReturnType<typeof town>,
      config: Partial<MirrorSyncConfig> = {},
      settings?: MirrorSettings,
    ) => outcome(place.createMirror(settings).sync(service.user, { id: played, ...config }))

    it.each([
      ['a 403 on stocks', 'stocks', 403],
      ['a 404 on accounts', 'accounts', 404],
      ['a 400 on items', 'items', 400],
      ['a 500 on stocks', 'stocks', 500],
      ['a 408 on transactions', 'transactions', 408],
    ] as const)('reads and writes the other feeds after %s, and then says so', async (_, feed, status) => {
      const service = town()
      service.state.refused[feed] = status
      const { error, feeds } = await round(service)
      expect(failedFeeds(error)).toEqual([[feed, 'StatusError', status]])
      expect((error as FeedsFailed).isTransient).toBe(status === 500 || status === 408)
      expect(feeds).toEqual(['items', 'accounts', 'stocks', 'transactions'].filter((one) => one !== feed))
      expect(await present('transactions')).toEqual(feed === 'transactions' ? [] : ['1', '2'])
    })

    it('tells all feeds that failed, with what was wrong and nothing of the rows', async () => {
      const service = town()
      service.state.refused.stocks = 403
      service.state.lists.accounts = [account(1), { ...bad, iban: 'FR7630006000011234567890189' }]
      const { error } = await round(service)
      expect(failedFeeds(error)).toEqual([
        ['accounts', 'DecodeError', 0],
        ['stocks', 'StatusError', 403],
      ])
      const { message } = error as Error
      expect(message).toContain('mirror: some feeds of the round failed: accounts: ')
      expect(message).toContain('/resources/1/item_id')
      expect(message).not.toMatch(/n\/a|FR76/)
      expect(await present('transactions')).toEqual(['1', '2'])
    })

    it.each([
      ['authentication is refused', { authenticate: 403 }, 'AuthenticationError', []],
      ['there were too many requests', { accounts: 429 }, 'StatusError', ['items']],
      ['two lists say that the service is down', { items: 503, accounts: 503 }, 'StatusError', []],
    ] as const)('ends at once if %s', async (_, refused, tag, feeds) => {
      const service = town()
      Object.assign(service.state.refused, refused)
      const ended = await round(service)
      expect([(ended.error as Error).name, ended.feeds]).toEqual([tag, feeds])
    })

    it('ends at once with what `extraStatements` throws', async () => {
      const error = new Error('no room')
      const extraStatements = () => {
        throw error
      }
      const ended = await round(town(), { extraStatements })
      expect([ended.error, ended.feeds]).toEqual([error, []])
    })

    it('leaves out a row of any feed that cannot be decoded, with report, and does not take it for absent', async () => {
      const service = town()
      const { lists, refreshes } = service.state
      const settings = { clock: service.clock }
      const feeds = ['items', 'accounts', 'stocks', 'transactions', 'refreshes'] as const
      expect((await round(service, { feeds }, settings)).error).toBe('completed')
      lists.items = [item(1), { id: 'n/a' }]
      lists.accounts = [account(1, 9), bad]
      lists.stocks = [{ ...stock(5, -1), account_id: 'n/a' }, stock(6, -1)]
      lists.transactions = [{ ...payment(2, -1), amount: {} }, payment(3, -1)]
      refreshes[1] = { status: 7 }
      const { error, batches } = await round(service, { feeds, onInvalidRow: 'report' }, settings)
      expect(error).toBe('completed')
      expect(
        batches.map(({ feed, changedIds, removedIds, rejected }) => [feed, changedIds, removedIds, rejected.length]),
      ).toEqual([
        ['items', [], [], 1],
        ['accounts', ['1'], [], 1],
        ['stocks', ['6'], [], 1],
        ['transactions', ['3'], [], 1],
        ['refreshes', [], [], 2],
      ])
      expect(batches[1]?.rejected).toMatchObject([{ index: 1, issues: [{ path: '/item_id' }] }])
      expect(await present('accounts')).toEqual(['1', '2'])
      expect(await present('refreshes')).toEqual(['1'])
      expect(service.reported('RowRejected')).toBe(5)
      lists.accounts = [account(1, 9)]
      const absent = async () => {
        service.clock.advance(patience)
        const { batches } = await round(service, { feeds: ['accounts'], onInvalidRow: 'report' }, settings)
        return batches.flatMap(({ removedIds }) => removedIds)
      }
      expect([await absent(), await absent()]).toEqual([[], ['2']])
    })

    it('does not fail for the status of an item that was deleted since it was listed', async () => {
      const service = town()
      await round(service, { feeds: ['refreshes'] })
      service.state.refused.refresh = 404
      expect((await round(service, { feeds: ['refreshes'] })).error).toBe('completed')
      expect(await present('refreshes')).toEqual(['1'])
      service.state.refused.refresh = 403
      const { error } = await round(service, { feeds: ['refreshes'] })
      expect(error).toMatchObject({ _tag: 'StatusError', status: 403 })
    })

    it('goes on from where a feed was that failed in between', async () => {
      const service = town()
      await round(service)
      service.state.refused.stocks = 403
      service.state.lists.stocks = [stock(6, -1)]
      await round(service)
      delete service.state.refused.stocks
      const { error, batches } = await round(service)
      expect([error, batches.find(({ feed }) => feed === 'stocks')?.changedIds]).toEqual(['completed', ['6']])
    })

    describe('a user who was deleted and made again', () => {
      const others = {
        items: [item(9)],
        accounts: [account(9)],
        stocks: [],
        // Stamped long before the bookmark of the user before.
        transactions: [payment(2, -9000, 9), payment(7, -9001, 9)],
      }

      it.each<MirrorSettings>([{ removedRows: 'keep' }, { removedRows: 'delete' }])(
        'has only the rows of the new one, %p',
        async (settings) => {
          const service = town()
          const mirror = place.createMirror(settings)
          const reported: Array<MirrorChange> = []
          const screen = mirror.changes$.subscribe((change) => reported.push(change))
          await waitUntil(() => reported.length > 0)
          const written: Array<MirrorWrite> = []
          const config: MirrorSyncConfig = {
            id: played,
            *extraStatements(write) {
              yield { text: 'SELECT 1 AS one' }
              written.push(write)
            },
          }
          const first = await outcome(mirror.sync(service.user, config))
          expect(first.batches.map(({ userUuid }) => userUuid)).toEqual(Array(4).fill(uuids[0]))
          written.length = 0
          service.remake({ ...others })
          const { error, batches } = await outcome(mirror.sync(service.user, config))
          expect(error).toBe('completed')
          const summary = ({ feed, changedIds, removedIds, isUserReplaced }: MirrorBatch) => [
            feed,
            [...changedIds].sort(),
            [...removedIds].sort(),
            isUserReplaced === true,
          ]
          expect(batches.map(summary)).toEqual([
            ['items', [], ['1'], true],
            ['accounts', [], ['1', '2'], true],
            ['stocks', [], ['5'], true],
            ['transactions', [], ['1', '2'], true],
            ['items', ['9'], [], false],
            ['accounts', ['9'], [], false],
            ['stocks', [], [], false],
            ['transactions', ['2', '7'], [], false],
          ])
          expect(written.slice(0, 4).map(({ feed, removedIds }) => [feed, removedIds.length])).toEqual([
            ['items', 1],
            ['accounts', 2],
            ['stocks', 1],
            ['transactions', 2],
          ])
          expect(await Promise.all((['items', 'accounts', 'stocks', 'transactions'] as const).map(present))).toEqual([
            ['9'],
            ['9'],
            [],
            ['2', '7'],
          ])
          expect(await place.query(`SELECT uuid FROM ${place.table('users')}`)).toMatchObject([{ uuid: uuids[1] }])
          await waitUntil(() => reported.some(({ _tag }) => _tag === 'Erased'))
          screen.unsubscribe()
          expect((await outcome(mirror.sync(service.user, config))).batches.map(summary)).toEqual(
            ['items', 'accounts', 'stocks', 'transactions'].map((feed) => [feed, [], [], false]),
          )
        },
      )

      it('has the rows of an account that had been removed, and nothing that was due or absent before', async () => {
        const service = town()
        const settings: MirrorSettings = { clock: service.clock }
        const { lists } = service.state
        await round(service, {}, settings)
        lists.accounts = [account(1)]
        await round(service, {}, settings)
        service.clock.advance(patience)
        lists.stocks = []
        await round(service, {}, settings)
        expect(await present('accounts')).toEqual(['1'])
        const due = () => place.query(`SELECT CAST(full_sync_due AS text) AS due FROM ${place.table('checkpoints')}`)
        await place.query(`UPDATE ${place.table('checkpoints')} SET full_sync_due = 1, accounts_due = 1`)
        service.remake({ accounts: [account(2)], transactions: [payment(1, -9000, 2), payment(9, -9000, 2)] })
        const { error, batches } = await round(service, { feeds: ['transactions'] }, settings)
        expect([error, batches.at(-1)?.changedIds.length]).toEqual(['completed', 2])
        expect([await present('accounts'), await present('transactions')]).toEqual([[], ['1', '9']])
        expect(await place.query(`SELECT id FROM ${place.table('absences')}`)).toEqual([])
        const hour = 3_600_000
        const soon = (await due()).filter(({ due: at }) => Number(at ?? Infinity) < service.clock.wall() + hour)
        expect(soon).toEqual([])
      })

      it('is noticed in whatever feed is read, and told even if there was no row', async () => {
        for (const feed of ['items', 'accounts', 'stocks', 'transactions', 'refreshes'] as const) {
          const service = playedBank()
          const config = { id: `${played} ${feed}`, feeds: [feed] }
          const mirror = place.createMirror()
          await all(mirror.sync(service.user, config))
          service.remake()
          const batches = await all(mirror.sync(service.user, config))
          expect(batches.map((batch) => [batch.feed, batch.isUserReplaced === true])).toEqual([
            [feed, true],
            [feed, false],
          ])
        }
      })

      it('takes over rows of a version that did not know the uuid', async () => {
        const service = town()
        const settings = { clock: service.clock }
        await round(service, {}, settings)
        await place.query(`UPDATE ${place.table('users')} SET uuid = NULL`)
        service.remake({ ...others })
        const next = async () => {
          const { batches } = await round(service, { feeds: ['accounts'] }, settings)
          service.clock.advance(patience)
          expect(batches.some(({ isUserReplaced }) => isUserReplaced)).toBe(false)
          return [
            batches.flatMap(({ changedIds }) => changedIds),
            batches.flatMap(({ removedIds }) => removedIds).sort(),
          ]
        }
        // The rows of the user before are absent, so they go once that is confirmed.
        expect(await next()).toEqual([['9'], []])
        expect(await next()).toEqual([[], ['1', '1', '2', '2', '5']])
        expect(await place.query(`SELECT uuid FROM ${place.table('users')}`)).toMatchObject([{ uuid: uuids[1] }])
      })

      it('writes nothing if another process has claimed the user meanwhile', async () => {
        const service = town()
        const mirror = place.createMirror()
        const last = await lastValueFrom(mirror.sync(service.user, { id: played }).pipe(toArray()))
        service.remake({ ...others })
        const fence = last.at(-1)?.fence ?? 0
        await firstValueFrom(mirror.claim(played))
        expect(await failure(mirror.sync(service.user, { id: played, fence }))).toMatchObject({
          _tag: 'StaleFencingToken',
        })
        expect(await present('transactions')).toEqual(['1', '2'])
      })

      it('is not known where a client has no tokens, whose rows go on as they were', async () => {
        const service = town()
        const { items } = service.user
        const unnamed = { ...items, all: (config?: object) => items.all({ ...config, pace: undefined } as never) }
        const batches = await all(
          place.createMirror().sync(
            { ...service.user, items: unnamed },
            {
              id: played,
              feeds: ['items'],
            },
          ),
        )
        expect(batches.map(({ userUuid, changedIds }) => [userUuid, changedIds])).toEqual([[undefined, ['1']]])
      })
    })

    it('is not mistaken: a DecodeError that is no error of a row may be about the service', async () => {
      const error = new DecodeError({ operation: 'a', page: { _tag: 'None' }, reason: 'not-json' })
      const { user } = town()
      const fails = () => {
        throw error
      }
      const broken = {
        ...user,
        items: { ...user.items, all: fails },
        accounts: { ...user.accounts, all: fails },
      }
      const ended = await outcome(place.createMirror().sync(broken, { id: played }))
      expect([ended.error, ended.feeds]).toEqual([error, []])
    })
  })
}
