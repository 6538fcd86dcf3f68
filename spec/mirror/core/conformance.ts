import { some } from 'fp-ts/lib/Option.js'
import {
  catchError,
  concatMap,
  EMPTY,
  firstValueFrom,
  lastValueFrom,
  type Observable,
  of,
  take,
  takeUntil,
  tap,
  throwError,
} from 'rxjs'
import type { MirrorBatch, MirrorSettings } from '../../../lib/mirror/core/Mirror.js'
import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { statement } from '../../../lib/mirror/core/Program.js'
import { SchemaRefused } from '../../../lib/mirror/core/SchemaRefused.js'
import { StaleFencingToken } from '../../../lib/mirror/core/StaleFencingToken.js'
import type { MirrorChange } from '../../../lib/mirror/log/MirrorChange.js'
import type { Bookmark } from '../../../lib/streams/polling/Bookmark.js'
import { waitUntil } from '../../helpers/waitUntil.js'
import { changeLogConformance } from '../log/changeLogConformance.js'
import { changedRows } from './changedRows.js'
import { consentConformance } from './consentConformance.js'
import { erasureConformance } from './erasureConformance.js'
import { exportConformance } from './exportConformance.js'
import { feedConformance } from './feedConformance.js'
import { lagConformance } from './lagConformance.js'
import { all, bank, differences, failure, held, type Place, scriptedUser, type Stage, stages, truth } from './place.js'
import { removalConformance } from './removalConformance.js'

const tables = ['users', 'checkpoints', 'items', 'accounts', 'stocks', 'transactions', 'refreshes']

const rowOf = (fields: string, id: string | number = 1) => `{"id":${JSON.stringify(id)},${fields}}`
const onlyTransactions = { id: 'A6J', feeds: ['transactions'] } as const

/** What every mirror does, on whatever database. */
export const conformance = (name: string, open: () => Promise<Place>): void => {
  changeLogConformance(name, open)
  consentConformance(name, open)
  erasureConformance(name, open)
  exportConformance(name, open)
  feedConformance(name, open)
  lagConformance(name, open)
  removalConformance(name, open)
  changedRows(name, open)
  describe(`the mirror on ${name}`, () => {
    let place: Place
    beforeEach(async () => {
      place = await open()
    })
    afterEach(() => place.close())

    const count = async (table: string, where = 'true') => {
      const [row] = await place.query(`SELECT count(*) AS rows FROM ${place.table(table)} WHERE ${where}`)
      return Number(row?.rows)
    }
    const counts = () => Promise.all(tables.map((table) => count(table)))
    const one = async (columns: string, table = 'transactions') => {
      const [row] = await place.query(`SELECT ${columns} FROM ${place.table(table)}`)
      return { ...row }
    }

    it.each(Object.keys(stages) as ReadonlyArray<Stage>)('holds each row of %s after a round', async (stage) => {
      const { user, id } = bank({ stage })
      await all(place.createMirror().sync(user, { id }))
      expect(await differences(place, user, id)).toEqual([])
      const needed = ['account_id', 'date', 'amount', 'minor_units', 'currency_code', 'description', 'raw_description']
      const lacking = needed.map((column) => `${column} IS NULL`).join(' OR ')
      expect([await count('transactions'), await count('transactions', lacking)]).toEqual([60, 0])
      expect(await count('items', 'bank_id IS NULL OR status IS NULL')).toBe(0)
      expect(await count('accounts', 'item_id IS NULL OR bank_id IS NULL')).toBe(0)
      expect(await count('stocks', 'account_id IS NULL OR quantity IS NULL OR label IS NULL')).toBe(0)
    })

    it('emits each page once it is committed, and marks the last of each feed', async () => {
      const { user, id } = bank()
      const batches = await all(place.createMirror().sync(user, { id, limit: 25 }))
      expect(batches.map(({ feed, isLast }) => [feed, isLast])).toEqual([
        ['items', true],
        ['accounts', true],
        ['stocks', true],
        ['transactions', false],
        ['transactions', false],
        ['transactions', true],
      ])
      expect(batches.at(-1)).toMatchObject({ user: id, removedIds: [], links: [], rejected: [] })
      expect(batches.map(({ checkpoint }) => checkpoint._tag)).toEqual(['None', 'None', 'Some', 'None', 'None', 'Some'])
      const [kept] = await place.query(
        `SELECT CAST(bookmark AS text) AS bookmark FROM ${place.table('checkpoints')} WHERE feed = 'transactions'`,
      )
      const { position } = JSON.parse(String(kept?.bookmark)) as Bookmark
      expect(batches.at(-1)?.checkpoint).toEqual(some(new Date(position?.moment ?? NaN)))
      expect(batches.flatMap(({ feed, changedIds }) => (feed === 'transactions' ? changedIds : []))).toHaveLength(60)
    })

    it.each<MirrorSettings>([{ removedRows: 'keep' }, { removedRows: 'delete' }])(
      'follows what changes, %p',
      async (settings) => {
        const { user, id, sandbox, uuid } = bank()
        const mirror = place.createMirror(settings)
        await all(mirror.sync(user, { id }))
        const [one = 0, other = 0, third = 0] = sandbox.insertTransactions(uuid, 3)
        await all(mirror.sync(user, { id }))
        sandbox.updateTransaction(one, { amount: -1.5 })
        sandbox.deleteTransaction(other)
        sandbox.touchStocks(uuid, 3)
        const batches = await all(mirror.sync(user, { id }))
        expect(await differences(place, user, id)).toEqual([])
        expect(batches.filter(({ feed }) => feed === 'transactions')).toMatchObject([
          { changedIds: [String(one)], removedIds: [String(other)] },
        ])
        expect(await count('transactions', 'removed_at IS NOT NULL')).toBe(settings.removedRows === 'keep' ? 1 : 0)
        expect(await count('transactions', `id = '${String(third)}'`)).toBe(1)
      },
    )

    it('asks for one page of a feed that is quiet, and changes nothing', async () => {
      const { user, id, sandbox } = bank()
      const mirror = place.createMirror()
      await all(mirror.sync(user, { id }))
      const before = sandbox.journal.counts().started
      const batches = await all(mirror.sync(user, { id, feeds: ['stocks', 'transactions'] }))
      expect(batches.map(({ changedIds, removedIds }) => [changedIds, removedIds])).toEqual([
        [[], []],
        [[], []],
      ])
      expect(sandbox.journal.counts().started - before).toBe(2)
    })

    it('a removed row that comes again is there again, and one that never was is no row', async () => {
      const mirror = place.createMirror()
      const states = ['"is_deleted":true', '"is_deleted":false', '"is_deleted":true', '"is_deleted":false,"amount":2']
      const seen: Array<unknown> = []
      for (const [index, state] of states.entries()) {
        const user = scriptedUser([rowOf(`${state},"updated_at":"2024-01-01T00:00:0${String(index)}.000Z"`)])
        const [batch] = await all(mirror.sync(user, onlyTransactions))
        seen.push([batch?.changedIds, batch?.removedIds, await count('transactions', 'removed_at IS NULL')])
      }
      expect(seen).toEqual([
        [[], [], 0],
        [['1'], [], 1],
        [[], ['1'], 0],
        [['1'], [], 1],
      ])
    })

    it('a removed row that comes again as it was is there again', async () => {
      const mirror = place.createMirror()
      const row = rowOf('"amount":1,"updated_at":"2024-01-01T00:00:00.000Z"')
      const gone = rowOf('"is_deleted":true,"updated_at":"2024-01-02T00:00:00.000Z"')
      const seen: Array<unknown> = []
      for (const version of [row, gone, row]) {
        const [batch] = await all(mirror.sync(scriptedUser([version]), onlyTransactions))
        seen.push([batch?.changedIds, batch?.removedIds, await count('transactions', 'removed_at IS NULL')])
      }
      expect(seen).toEqual([
        [['1'], [], 1],
        [[], ['1'], 0],
        [['1'], [], 1],
      ])
    })

    it('is whole after rounds that were cut off between pages', async () => {
      const { user, id, sandbox, uuid } = bank()
      const mirror = place.createMirror()
      const config = { id, limit: 10, feeds: ['transactions'] } as const
      for (const pages of [1, 2, 3]) {
        sandbox.insertTransactions(uuid, 2)
        await lastValueFrom(mirror.sync(user, config).pipe(take(pages)))
        expect(await one('is_truncated', 'checkpoints')).toMatchObject({ is_truncated: expect.anything() as unknown })
      }
      await all(mirror.sync(user, config))
      const expected = (await truth(user)).get('transactions')
      expect((await held(place, id)).get('transactions')).toEqual(expected)
      expect(await count('transactions')).toBe(expected?.size)
    })

    it('what a cut round wrote gives way to what the service shows after it', async () => {
      const version = (amount: number) => rowOf(`"amount":${String(amount)},"updated_at":"2024-01-01T00:00:00.000Z"`)
      const mirror = place.createMirror()
      await all(mirror.sync(scriptedUser([version(1)]), onlyTransactions))
      // The round ends with its first page, since the second one fails; then the service shows what it did before.
      const cut = scriptedUser([version(2)])
      const failing = { ...cut, transactions: { ...cut.transactions, sync: halved(cut.transactions.sync) } }
      expect(await failure(mirror.sync(failing, onlyTransactions))).toEqual(new Error('cut'))
      expect(await one('amount')).toEqual({ amount: '2' })
      await all(mirror.sync(scriptedUser([version(1)]), onlyTransactions))
      expect(await one('amount')).toEqual({ amount: '1' })
    })

    it('a round whose user was claimed meanwhile writes nothing more', async () => {
      const { user, id } = bank()
      const mirror = place.createMirror()
      const other = place.createMirror()
      await all(other.migrate())
      const batches: Array<MirrorBatch> = []
      const round$ = mirror.sync(user, { id, limit: 1, feeds: ['transactions'] }).pipe(
        tap((batch) => batches.push(batch)),
        concatMap((_, index) => (index === 1 ? other.claim(id) : of(index))),
      )
      const error = await failure(round$)
      expect(error).toBeInstanceOf(StaleFencingToken)
      expect(error).toMatchObject({ _tag: 'StaleFencingToken', fence: batches.at(-1)?.fence })
      expect(await count('transactions')).toBe(batches.length)
      expect(batches.length).toBeLessThan(60)
    })

    it('a fence is given once: who has it goes on, who had one before does not', async () => {
      const { user, id } = bank()
      const mirror = place.createMirror()
      const first = await firstValueFrom(mirror.claim(id))
      const second = await firstValueFrom(mirror.claim(id))
      expect(second).toBeGreaterThan(first)
      expect(await failure(mirror.sync(user, { id, fence: first }))).toBeInstanceOf(StaleFencingToken)
      expect(await count('items')).toBe(0)
      const batches = await all(mirror.sync(user, { id, fence: second }))
      const last = batches.at(-1)?.fence ?? 0
      expect(await all(mirror.users())).toEqual([{ id, fence: last }])
      expect(await all(mirror.sync(user, { id, fence: last }))).toHaveLength(4)
    })

    it('erasing a user removes all that is theirs, fences their round, and no other user', async () => {
      const { user, id } = bank()
      const mirror = place.createMirror()
      await all(mirror.sync(user, { id: 'other' }))
      const before = await counts()
      await all(mirror.sync(user, { id, feeds: ['items', 'accounts', 'stocks', 'transactions', 'refreshes'] }))
      const fence = (await all(mirror.users())).find((known) => known.id === id)?.fence ?? 0
      const rows = (await counts()).slice(2).reduce((sum, n) => sum + n) - before.slice(2).reduce((sum, n) => sum + n)
      expect(await all(mirror.erase(id))).toEqual([{ user: id, wasKnown: true, rows }])
      expect(await counts()).toEqual(before)
      expect(await failure(mirror.sync(user, { id, fence }))).toBeInstanceOf(StaleFencingToken)
      expect(await all(mirror.erase(id))).toEqual([{ user: id, wasKnown: false, rows: 0 }])
      expect(await firstValueFrom(mirror.claim(id))).toBeGreaterThan(fence)
    })

    it('a round that is under way does not bring an erased user back', async () => {
      const { user, id } = bank()
      const mirror = place.createMirror()
      const other = place.createMirror()
      await all(other.migrate())
      const round$ = mirror.sync(user, { id, limit: 1 }).pipe(concatMap(() => other.erase(id)))
      expect(await failure(round$)).toBeInstanceOf(StaleFencingToken)
      expect(await counts()).toEqual(tables.map(() => 0))
    })

    it('replaces lists that are read whole', async () => {
      const { user, id, sandbox } = bank({ stage: 'bridge 2021' })
      const mirror = place.createMirror()
      const feeds = ['items', 'accounts', 'refreshes'] as const
      await all(mirror.sync(user, { id, feeds }))
      const [item = 0] = sandbox.users[0]?.itemIds ?? []
      await all(user.items.delete(item))
      const batches = await all(mirror.sync(user, { id, feeds }))
      const found = await held(place, id)
      const expected = await truth(user)
      expect([found.get('items'), found.get('accounts')]).toEqual([expected.get('items'), expected.get('accounts')])
      expect(batches).toContainEqual(
        expect.objectContaining({ feed: 'items', removedIds: [String(item)], changedIds: [] }),
      )
      expect(await count('refreshes', 'removed_at IS NULL')).toBe(expected.get('items')?.size)
    })

    it('links a posted transaction to the pending one that it replaces, over rounds', async () => {
      const stamp = (day: number) => `"updated_at":"2024-01-0${String(day)}T00:00:00.000Z"`
      const row = (id: number, rest: string) =>
        rowOf(
          `"account_id":7,"currency_code":"EUR","amount":-4.99,"description":"Spotify","date":"2024-01-01",${rest}`,
          id,
        )
      const pending = row(1, stamp(1))
      const mirror = place.createMirror()
      await all(mirror.sync(scriptedUser([pending]), onlyTransactions))
      // A tombstone may have no more than an id.
      await all(mirror.sync(scriptedUser([rowOf(`"is_deleted":true,${stamp(2)}`)]), onlyTransactions))
      const [batch] = await all(mirror.sync(scriptedUser([row(2, stamp(3))]), onlyTransactions))
      expect(batch?.links).toEqual([{ pending: 1, posted: 2 }])
      const links = await place.query(`SELECT id, pending_id FROM ${place.table('transactions')} ORDER BY id`)
      expect(links.map((found) => ({ ...found }))).toEqual([
        { id: '1', pending_id: null },
        { id: '2', pending_id: '1' },
      ])
    })

    it('makes its tables once, whoever begins, and refuses those of a newer version', async () => {
      const mirrors = [place.createMirror(), place.createMirror(), place.createMirror()]
      const refusing = place.createMirror({ onOutdatedTables: 'error' })
      expect(await failure(refusing.claim('A6J'))).toMatchObject({
        _tag: 'SchemaRefused',
        reason: 'outdated',
        found: 0,
      })
      const applied = await Promise.all(mirrors.map((mirror) => all(mirror.migrate())))
      expect(applied.flat()).toEqual(applied.flat().map((_, index) => ({ number: index + 1 })))
      expect(applied.flat()).toContainEqual({ number: 1 })
      expect(await all(refusing.claim('A6J'))).toHaveLength(1)
      await place.query(`INSERT INTO ${place.table('migrations')} (number) VALUES (1000)`)
      for (const mirror of [place.createMirror(), place.createMirror({ onOutdatedTables: 'error' })]) {
        const error = await failure(mirror.claim('A6J'))
        expect(error).toBeInstanceOf(SchemaRefused)
        expect(error).toMatchObject({ reason: 'newer', found: 1000 })
      }
      expect(await failure(place.createMirror().migrate())).toBeInstanceOf(SchemaRefused)
    })

    it('has the tables of a feature once it is used, and erases and exports users without them before', async () => {
      const { user, id } = bank()
      const mirror = place.createMirror()
      const exists = (name: string) =>
        Promise.resolve()
          .then(() => place.query(`SELECT 1 AS one FROM ${place.table(name)}`))
          .then(
            () => true,
            () => false,
          )
      const existing = async () => {
        const names = ['consents', 'transfers', 'recurring_streams', 'suspended_users']
        const found = await Promise.all(names.map(exists))
        return names.filter((_, index) => found[index])
      }
      await all(mirror.sync(user, { id }))
      expect((await all(mirror.export(id))).length).toBeGreaterThan(60)
      expect(await all(mirror.erase(id))).toMatchObject([{ wasKnown: true }])
      await all(mirror.sync(user, { id }))
      expect(await existing()).toEqual([])
      await all(mirror.reportConsents())
      expect(await existing()).toEqual(['consents'])
      await all(mirror.decide({ user: id, decision: { _tag: 'Withdrawn', from: '1', to: '2' } }))
      expect(await existing()).toEqual(['consents', 'transfers', 'suspended_users'])
      const maintaining = mirror.maintainRecurring().subscribe()
      await waitUntil(() => exists('recurring_streams'))
      maintaining.unsubscribe()
      expect(await all(mirror.erase(id))).toMatchObject([{ wasKnown: true }])
    })

    it('makes the tables of features that a deployment names, and without them refuses their use', async () => {
      const refusing = place.createMirror({ onOutdatedTables: 'error' })
      const migrating = place.createMirror()
      expect(await all(migrating.migrate({ features: ['consents'] }))).toEqual([
        { number: 1 },
        { number: 1, feature: 'consents' },
      ])
      expect(await all(migrating.migrate({ features: ['consents'] }))).toEqual([])
      expect(await all(refusing.reportConsents())).toEqual([])
      for (const [feature, use] of [
        ['changes', () => refusing.follow({ name: 'billing', process: () => EMPTY })],
        ['changes', () => refusing.changes()],
        ['changes', () => refusing.presentCursor()],
        ['changes', () => refusing.maintainTransfers()],
        ['transfers', () => refusing.decide({ user: 'A6J', decision: { _tag: 'Withdrawn', from: '1', to: '2' } })],
      ] as const)
        expect(String(await failure(use()))).toBe(
          `SchemaRefused: mirror: the tables of ${feature} have version 0, this library expects 1: call migrate({ features: ['${feature}'] })`,
        )
      expect(await all(migrating.migrate({ features: ['recurring', 'changes'] }))).toEqual([
        { number: 1, feature: 'changes' },
        { number: 1, feature: 'recurring' },
      ])
      expect(await all(refusing.changes())).toEqual([])
    })

    it('tells changes once they are committed', async () => {
      const { user, id } = bank()
      const mirror = place.createMirror()
      await all(mirror.migrate())
      const reported: Array<MirrorChange> = []
      const listening = mirror.changes$.subscribe((change) => reported.push(change))
      const until = (length: number) => waitUntil(() => reported.length >= length)
      await until(1)
      await all(mirror.sync(user, { id, feeds: ['transactions', 'stocks'], limit: 500 }))
      await until(3)
      await all(mirror.sync(user, { id, feeds: ['transactions', 'stocks'] }))
      await all(mirror.erase(id))
      await until(4)
      listening.unsubscribe()
      const ids = expect.arrayContaining([expect.any(String)]) as unknown
      expect(reported).toEqual([
        { _tag: 'Listening' },
        { _tag: 'Changed', user: id, feed: 'stocks', ids, count: 7 },
        { _tag: 'Changed', user: id, feed: 'transactions', ids, count: 60 },
        { _tag: 'Erased', user: id },
      ])
    })

    it('a failing service leaves what was committed, and the next round goes on', async () => {
      const { user, id, sandbox } = bank()
      const mirror = place.createMirror()
      let pages = 0
      const round$ = mirror.sync(user, { id, limit: 10, feeds: ['transactions'] }).pipe(
        tap(() => {
          if (++pages === 2) sandbox.faults.add({ kind: 'status', status: 403, times: 1 })
        }),
      )
      expect(await failure(round$)).toMatchObject({ _tag: 'StatusError', status: 403 })
      expect(await count('transactions')).toBe(20)
      await all(mirror.sync(user, { id }))
      expect(await differences(place, user, id)).toEqual([])
    })

    it('an interrupted round keeps what is committed and frees the user', async () => {
      const { user, id } = bank()
      const mirror = place.createMirror()
      const interrupted$ = mirror.sync(user, { id, limit: 10 }).pipe(takeUntil(mirror.claim(id)))
      // The round may learn of the claim from the database before this process does.
      await all(interrupted$).catch((error: unknown) => expect(error).toBeInstanceOf(StaleFencingToken))
      // The interrupted round may have been claiming the user, and be later than the next one.
      const next$ = mirror.sync(user, { id })
      await all(
        next$.pipe(
          catchError((error: unknown) => (error instanceof StaleFencingToken ? next$ : throwError(() => error))),
        ),
      )
      expect(await differences(place, user, id)).toEqual([])
    })

    it('keeps what a database cannot hold as U+FFFD, and the rest as it came', async () => {
      const text = 'a\\u0000b\\ud800c\\\\u0000\\ud83d\\ude00'
      const user = scriptedUser([rowOf(`"description":"${text}","x\\u0000":{"y":["${text}"]},"updated_at":null`, '12')])
      await all(place.createMirror().sync(user, onlyTransactions))
      const { id, description, row } = await one('id, description, CAST(row AS text) AS row')
      const kept = 'a\uFFFDb\uFFFDc\\u0000\u{1F600}'
      expect([id, description]).toEqual(['12', kept])
      expect(JSON.parse(String(row))).toMatchObject({ description: kept, 'x\uFFFD': { y: [kept] } })
    })

    it.each([
      ['-4.99', '-4.99', '-499'],
      ['0.1', '0.1', '10'],
      ['0.30000000000000004', '0.3', '30'],
      ['"12.30"', '12.30', '1230'],
      ['1e400', null, null],
      ['4.995', '4.995', null],
      ['1e20', '1'.padEnd(21, '0'), null],
      ['1e300', '1'.padEnd(301, '0'), null],
      ['-0', '0', '0'],
    ])('an amount of %s is exact or none', async (amount, exact, units) => {
      await all(
        place.createMirror().sync(scriptedUser([rowOf(`"amount":${amount},"currency_code":"EUR"`)]), onlyTransactions),
      )
      expect(await one('amount, CAST(minor_units AS text) AS minor_units')).toEqual({
        amount: exact,
        minor_units: units,
      })
    })

    it('a day and a moment that a database does not have are none', async () => {
      const rows = [
        rowOf('"date":"0000-02-29","updated_at":"0000-03-01T00:00:00.000Z"', 1),
        rowOf('"date":"9999-12-31"', 2),
      ]
      await all(place.createMirror().sync(scriptedUser(rows), onlyTransactions))
      const sql = `SELECT CAST(date AS text) AS date, updated_at FROM ${place.table('transactions')} ORDER BY id`
      expect((await place.query(sql)).map((row) => ({ ...row }))).toEqual([
        { date: null, updated_at: null },
        { date: '9999-12-31', updated_at: null },
      ])
    })

    it('holds a text of ten million characters', async () => {
      const text = 'x'.repeat(10_000_000)
      await all(place.createMirror().sync(scriptedUser([rowOf(`"description":"${text}"`)]), onlyTransactions))
      expect(await one('length(description) AS length')).toMatchObject({ length: 10_000_000 })
    })

    it('a row that is nested too deep is an error, and nothing of its page is written', async () => {
      const deep = (depth: number) => `"x":${'['.repeat(depth)}${']'.repeat(depth)}`
      const mirror = place.createMirror()
      const error = await failure(
        mirror.sync(scriptedUser([rowOf(deep(5), 1), rowOf(deep(2000), 2)]), onlyTransactions),
      )
      expect(error).toBeInstanceOf(MirrorError)
      expect(error).toMatchObject({ reason: 'unwritable', isTransient: false })
      await all(mirror.sync(scriptedUser([rowOf(deep(490), 3)]), { ...onlyTransactions, id: 'other' }))
      expect(await count('transactions')).toBe(1)
    })

    it('of two versions on a page the last one counts', async () => {
      const version = (amount: number, second: number) =>
        rowOf(`"amount":${String(amount)},"updated_at":"2024-01-01T00:00:0${String(second)}.000Z"`)
      await all(place.createMirror().sync(scriptedUser([version(1, 1), version(2, 2)]), onlyTransactions))
      expect(await one('amount')).toEqual({ amount: '2' })
    })

    it('commits statements of the caller with the rows and the bookmark, where rows change', async () => {
      const { user, id, sandbox, uuid } = bank()
      const mirror = place.createMirror()
      await all(mirror.migrate())
      const sums = place.table('sums')
      await place.query(`CREATE TABLE ${sums} (feed text, changed integer, known integer)`)
      const sync = () =>
        all(
          mirror.sync(user, {
            id,
            limit: 25,
            *extraStatements({ feed, changedIds }) {
              const [row] = yield statement(`SELECT count(*) AS known FROM ${place.table(feed)} WHERE user_id = $1`, id)
              yield statement(`INSERT INTO ${sums} VALUES ($1, $2, $3)`, feed, changedIds.length, Number(row?.known))
            },
          }),
        )
      await sync()
      const kept = async () =>
        (await place.query(`SELECT * FROM ${sums} WHERE feed = 'transactions'`)).map(Object.values)
      expect(await kept()).toEqual([25, 25, 10].map((changed, index) => ['transactions', changed, [25, 50, 60][index]]))
      await sync()
      expect(await kept()).toHaveLength(3)
      sandbox.insertTransactions(uuid, 2)
      await sync()
      expect((await kept()).at(-1)).toEqual(['transactions', 2, 62])
    })

    it.each([
      ['a statement that the database refuses', statement('SELECT nothing_there'), { _tag: 'MirrorError' }],
      ['an error of their generator', undefined, { message: 'of the caller' }],
    ])('writes nothing of a transaction with %s', async (_, refused, expected) => {
      const { user, id } = bank()
      const mirror = place.createMirror()
      const error = await failure(
        mirror.sync(user, {
          id,
          feeds: ['transactions'],
          limit: 25,
          *extraStatements() {
            if (refused === undefined) throw new Error('of the caller')
            yield refused
          },
        }),
      )
      expect(error).toMatchObject(expected)
      expect([await count('transactions'), await count('checkpoints')]).toEqual([0, 0])
      await all(mirror.sync(user, { id }))
      expect(await differences(place, user, id)).toEqual([])
    })

    it('has no secret and no token in any table', async () => {
      const { user, id, sandbox } = bank()
      const token = await firstValueFrom(user.token$)
      await all(place.createMirror().sync(user, { id }))
      for (const table of tables) {
        const text = JSON.stringify(await place.query(`SELECT * FROM ${place.table(table)}`))
        for (const secret of [sandbox.credentials.clientSecret, JSON.stringify(token.access_token)])
          expect(text).not.toContain(secret)
      }
    })

    it('refuses wrong options before anything is read or written', async () => {
      const { user, id, sandbox } = bank()
      const mirror = place.createMirror()
      const wrong = [{ id: '' }, { id: 'a\0' }, { id: 'x'.repeat(256) }, { id, fence: 0 }, { id, fees: [] }]
      for (const config of [...wrong, { id, feeds: ['users'] }])
        expect(await failure(mirror.sync(user, config as never))).toMatchObject({ _tag: 'ConfigError' })
      for (const [name, values] of Object.entries({
        feeds: [[], 'items', null],
        since: ['x', new Date(NaN), 5, null],
        limit: [0, 501, 1.5, '5', NaN],
        maxPages: [0, Infinity, '1'],
        overlap: [NaN, -1, Infinity, '5'],
        onInvalidRow: ['x', true],
        timeout: ['x', 0, NaN],
        priority: ['x', 1],
        runNow$: [5, {}, () => 1],
        extraStatements: ['x', {}, 5],
      }))
        for (const value of values)
          expect(await failure(mirror.sync(user, { id, [name]: value }))).toMatchObject({
            _tag: 'ConfigError',
            issues: [{ path: `/${name}` }],
          })
      for (const none of [undefined, null, {}, 5, 'user', { ...user, stocks: undefined }])
        expect(await failure(mirror.sync(none as never, { id }))).toMatchObject({
          _tag: 'ConfigError',
          issues: [{ path: '/user' }],
        })
      for (const stream of [mirror.claim(''), mirror.erase('')])
        expect(await failure(stream)).toMatchObject({ _tag: 'ConfigError' })
      expect(() => place.createMirror({ removedRows: 'hide' } as never)).toThrow('removedRows')
      expect(sandbox.journal.counts().started).toBe(0)
    })

    it.each([() => 1, () => undefined, async () => Promise.resolve()])(
      'refuses %p as also, which is no generator function, before anything is committed',
      async (also) => {
        const { user, id } = bank()
        const mirror = place.createMirror()
        expect(await failure(mirror.sync(user, { id, extraStatements: also as never }))).toMatchObject({
          _tag: 'ConfigError',
          issues: [{ path: '/extraStatements' }],
        })
        for (const feed of ['items', 'accounts', 'transactions'])
          expect(await place.query(`SELECT * FROM ${place.table(feed)}`)).toEqual([])
      },
    )
  })
}

/** Makes of `sync` one whose first batch has another page behind it that never comes. */
const halved =
  <C extends { readonly process?: (batch: never) => unknown }, B>(sync: (config?: C) => Observable<B>) =>
  (config?: C) => {
    const process = config?.process as (batch: unknown) => Observable<unknown>
    return sync({
      ...config,
      process: (batch: object) =>
        of(0).pipe(
          concatMap(() => process({ ...batch, isLast: false, bookmark: { _tag: 'None' } })),
          tap({
            complete: () => {
              throw new Error('cut')
            },
          }),
        ),
    } as unknown as C)
  }
