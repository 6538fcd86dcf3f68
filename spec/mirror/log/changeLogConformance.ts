import fc from 'fast-check'
import { concat, concatMap, defer, EMPTY, firstValueFrom, NEVER, of, Subject, type Subscription, take, tap } from 'rxjs'
import type { VirtualClock } from '../../../lib/index.js'
import type { Feed } from '../../../lib/mirror/core/Feed.js'
import type { MirrorSettings } from '../../../lib/mirror/core/Mirror.js'
import { CursorRefused } from '../../../lib/mirror/log/changeCursor.js'
import type { FollowConfig } from '../../../lib/mirror/log/FollowConfig.js'
import type { LoggedChange } from '../../../lib/mirror/log/MirrorChange.js'
import { iso, played, playedBank, type PlayedRow, uuids } from '../../helpers/playedBank.js'
import { verifiedEvent } from '../../helpers/verifiedEvent.js'
import { waitUntil } from '../../helpers/waitUntil.js'
import { rekeyed } from '../core/keptSums.js'
import { all, bank, failure, held, type Place } from '../core/place.js'

const [uuid, nextUuid] = uuids
const day = 24 * 3_600_000

/** The rows that a consumer of the log has in the end, by user, feed and id. */
const fold = (changes: ReadonlyArray<LoggedChange>) => {
  const rows = new Map<string, unknown>()
  for (const change of changes) {
    if (change._tag === 'Erased') {
      if (change.itemId !== undefined) continue
      for (const key of rows.keys()) if (key.startsWith(`${change.user} `)) rows.delete(key)
      continue
    }
    const key = `${change.user} ${change.feed} ${change.id}`
    if (change._tag === 'Removed') rows.delete(key)
    else if ('row' in change) rows.set(key, change.row)
  }
  return rows
}

const brief = (changes: ReadonlyArray<LoggedChange>) =>
  changes.map((change) =>
    change._tag === 'Erased'
      ? ['Erased', change.user, ...(change.itemId === undefined ? [] : [change.itemId])]
      : [change._tag, change.feed, change.id],
  )

/** How mirrors, on whatever database, log the changes of rows, and give them to consumers. */
export const changeLogConformance = (name: string, open: () => Promise<Place>): void => {
  describe(`the change log of a mirror on ${name}`, () => {
    let place: Place
    let following: Array<Subscription>
    beforeEach(async () => {
      place = await open()
      following = []
    })
    afterEach(async () => {
      for (const one of following) one.unsubscribe()
      await place.close()
    })

    const payment = (id: number, fields: object = {}): PlayedRow => ({
      id,
      account_id: 10,
      amount: -id,
      currency_code: 'EUR',
      date: '2026-01-10',
      updated_at: iso(-10),
      ...fields,
    })

    /** A bank with an item, an account, and two transactions, which have been read. */
    const opened = async (settings: MirrorSettings = {}, hasLog = true) => {
      const bank = playedBank()
      const { lists } = bank.state
      lists.items = [{ id: 1, bank_id: 1, status: 0 }]
      lists.accounts = [{ id: 10, item_id: 1, balance: 12.3, currency_code: 'EUR', updated_at: iso(-10) }]
      lists.transactions = [payment(1), payment(2)]
      const mirror = place.createMirror({ clock: bank.clock, ...settings })
      if (hasLog) await all(mirror.migrate({ features: ['changes'] }))
      const sync = (id = played) => all(mirror.sync(bank.user, { id }))
      await sync()
      const read = (config = {}) => all(mirror.changes(config))
      const now = () => firstValueFrom(mirror.presentCursor())
      /** What a round logs after a change at the service. */
      const logged = async (change: () => void, id = played) => {
        const after = await now()
        // Less than the limits of a follower's statements, which go by this clock.
        bank.clock.advance(1000)
        change()
        await sync(id)
        return read({ after })
      }
      return { ...bank, lists, mirror, sync, read, now, logged }
    }

    const texts = async () =>
      JSON.stringify(await place.query(`SELECT CAST(row AS text) AS row FROM ${place.table('changes')}`))

    it('has each new row, with its JSON, and when it was logged', async () => {
      const { read } = await opened()
      const changes = await read()
      expect(brief(changes)).toEqual([
        ['Added', 'items', '1'],
        ['Added', 'accounts', '10'],
        ['Added', 'transactions', '1'],
        ['Added', 'transactions', '2'],
      ])
      expect(changes[2]).toMatchObject({ user: played, row: { id: 1, amount: -1, updated_at: iso(-10) } })
      for (const { at } of changes) expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(day)
      expect(new Set(changes.map(({ cursor }) => cursor)).size).toBe(4)
      const numbers = changes.map(({ number }) => number)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    })

    it('has what statements of other programs change: also keys, and rows that others replace', async () => {
      const mirror = place.createMirror()
      await all(mirror.migrate({ features: ['changes'] }))
      for (const user of ['A6J', 'B7K']) await all(mirror.claim(user))
      const isSqlite = name === 'SQLite'
      const table = place.table('transactions')
      const key = { user: fc.constantFrom('A6J', 'B7K'), id: fc.constantFrom('1', '2', '3') }
      const insert = fc
        .record({ ...key, row: fc.constantFrom('1', '2'), isRemoved: fc.boolean(), how: fc.nat(1) })
        .map(({ user, id, row, isRemoved, how }) => {
          const isReplaced = how === 1 && isSqlite
          return `INSERT ${isReplaced ? 'OR REPLACE' : ''} INTO ${table} (user_id, id, row, removed_at)
            VALUES ('${user}', '${id}', '{"a":${row}}', ${isRemoved ? `'2026-01-01'` : 'NULL'})
            ${isReplaced ? '' : 'ON CONFLICT (user_id, id) DO UPDATE SET row = excluded.row, removed_at = excluded.removed_at'}`
        })
      const rekey = fc.record({ ...key, toUser: key.user, toId: key.id }).map((to) => rekeyed(table, isSqlite, to))
      const others = fc
        .constantFrom(
          `DELETE FROM ${table} WHERE `,
          `UPDATE ${table} SET removed_at = NULL WHERE `,
          `UPDATE ${table} SET removed_at = '2026-01-01' WHERE `,
          // `-n` becomes another suffix in each statement: PostgreSQL compares a new key with old ones, row by row.
          ...(isSqlite ? [] : [`UPDATE ${table} SET id = id || '-n' WHERE removed_at IS NULL OR `]),
        )
        .chain((sql) => fc.record(key).map(({ user, id }) => `${sql} user_id = '${user}' AND id = '${id}'`))
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(insert, rekey, others), { minLength: 1, maxLength: 12 }),
          fc.boolean(),
          async (statements, isRecursive) => {
            if (isSqlite) await place.script(`PRAGMA recursive_triggers = ${String(isRecursive)}`)
            await place.script(`DELETE FROM ${table}; DELETE FROM ${place.table('changes')}`)
            const rows = new Map<string, unknown>()
            let after = await firstValueFrom(mirror.presentCursor())
            for (const [index, drawn] of statements.entries()) {
              const statement = drawn.replace('-n', `-${String(index)}`)
              await place.script(statement)
              for (const change of await all(mirror.changes({ after }))) {
                after = change.cursor
                if (change._tag === 'Erased') throw new Error('erased')
                const own = `${change.user} ${change.id}`
                // The one is for rows that are there, the other for new ones.
                expect([statement, change._tag, rows.has(own)]).toEqual([
                  statement,
                  change._tag,
                  change._tag !== 'Added',
                ])
                if (change._tag === 'Removed') rows.delete(own)
                else if ('row' in change) {
                  expect(change.row).not.toEqual(rows.get(own))
                  rows.set(own, change.row)
                }
              }
              const present = await place.query(
                `SELECT user_id, id, CAST(row AS text) AS row FROM ${table} WHERE removed_at IS NULL`,
              )
              expect([statement, rows]).toEqual([
                statement,
                new Map(
                  present.map(({ user_id, id, row }) => [`${String(user_id)} ${String(id)}`, JSON.parse(String(row))]),
                ),
              ])
            }
          },
        ),
        { numRuns: isSqlite ? 300 : 60 },
      )
    })

    it('has no row of a user whose id was changed, and says that they were erased', async () => {
      const { read, mirror } = await opened()
      await place.script(`UPDATE ${place.table('users')} SET id = 'new' WHERE id = '${played}'`)
      expect(brief(await read())).toEqual([['Erased', played]])
      await place.script(`UPDATE ${place.table('transactions')} SET user_id = 'new' WHERE id = '1'`)
      expect(
        brief(await read())
          .slice(1)
          .sort(),
      ).toEqual([
        ['Added', 'transactions', '1'],
        ['Removed', 'transactions', '1'],
      ])
      expect((await all(mirror.changes({ users: ['new'] }))).map(({ _tag }) => _tag)).toEqual(['Added'])
    })

    it('has what a round changes, and nothing of what it leaves', async () => {
      const { lists, logged } = await opened()
      expect(await logged(() => undefined)).toEqual([])
      const changed = await logged(() => {
        lists.transactions = [payment(1, { amount: -7, updated_at: iso(1) }), payment(3), payment(2)]
      })
      expect(brief(changed).sort()).toEqual([
        ['Added', 'transactions', '3'],
        ['Changed', 'transactions', '1'],
      ])
      expect(changed.find(({ _tag }) => _tag === 'Changed')).toMatchObject({ row: { amount: -7 } })
    })

    it.each(['keep', 'delete'] as const)('has removed rows, and rows that return, with %s', async (removedRows) => {
      const { lists, logged, clock } = await opened({ removedRows })
      const removed = await logged(() => {
        lists.transactions = [payment(1, { is_deleted: true, updated_at: iso(1) }), payment(2)]
      })
      expect(brief(removed)).toEqual([['Removed', 'transactions', '1']])
      expect(removed[0]).not.toHaveProperty('row')
      const again = await logged(() => {
        lists.transactions = [payment(1, { updated_at: iso(2) }), payment(2)]
      })
      expect(brief(again)).toEqual([['Added', 'transactions', '1']])
      const disconnected = [
        ...(await logged(() => {
          lists.items = []
          lists.accounts = []
        })),
        ...(await logged(() => clock.advance(day))),
        ...(await logged(() => clock.advance(day))),
      ]
      expect(brief(disconnected).sort()).toEqual([
        ['Removed', 'accounts', '10'],
        ['Removed', 'items', '1'],
        ['Removed', 'transactions', '1'],
        ['Removed', 'transactions', '2'],
      ])
    })

    it('gives the rows of the tables to whoever reads all of it', async () => {
      const { user, id, sandbox, uuid: sandboxUuid } = bank()
      const mirror = place.createMirror()
      await all(mirror.migrate({ features: ['changes'] }))
      for (let round = 0; round < 4; round++) {
        await all(mirror.sync(user, { id, limit: 25 }))
        const [one = 0, other = 0] = sandbox.insertTransactions(sandboxUuid, 5)
        sandbox.updateTransaction(one, { amount: -round })
        sandbox.touchStocks(sandboxUuid, 3)
        await all(mirror.sync(user, { id, limit: 25 }))
        sandbox.deleteTransaction(other)
      }
      const ours = fold(await all(mirror.changes()))
      const theirs = new Map<string, unknown>()
      for (const [list, rows] of await held(place, id))
        for (const [row, value] of rows) theirs.set(`${id} ${list} ${row}`, value)
      expect(theirs.size).toBeGreaterThan(70)
      expect(ours).toEqual(theirs)
    })

    it('is read from a cursor, up to a limit, for users and feeds, and at the pace of a loop', async () => {
      const { read, sync, mirror } = await opened()
      await sync('other')
      const changes = await read()
      expect(changes).toHaveLength(8)
      for (const [index, { cursor }] of changes.entries())
        expect(brief(await read({ after: cursor, limit: 3 }))).toEqual(brief(changes.slice(index + 1, index + 4)))
      expect(brief(await read({ users: ['other', 'nobody'], feeds: ['transactions', 'stocks'] }))).toEqual([
        ['Added', 'transactions', '1'],
        ['Added', 'transactions', '2'],
      ])
      const looped: Array<LoggedChange> = []
      for await (const change of mirror.changes({ users: [played] })) looped.push(change)
      expect(brief(looped)).toEqual(brief(changes.slice(0, 4)))
      expect(await read({ after: changes.at(-1)?.cursor })).toEqual([])
    })

    it('is read whole when it has more than a page', async () => {
      const { lists, read, logged } = await opened()
      const added = await logged(() => {
        lists.transactions = Array.from({ length: 4500 }, (_, index) => payment(index + 10))
      })
      expect(new Set(added.filter(({ _tag }) => _tag === 'Added').map((one) => 'id' in one && one.id)).size).toBe(4500)
      expect(await read({ limit: 4001 })).toHaveLength(4001)
    })

    it.each([
      [{ after: 'x' }, '/after'],
      [{ after: '1; DROP TABLE users' }, '/after'],
      [{ limit: 0 }, '/limit'],
      [{ feeds: ['users'] }, '/feeds/0'],
      [{ feeds: [] }, '/feeds'],
      [{ users: 'A6J' }, '/users'],
      [{ users: [] }, '/users'],
      [{ since: 1 }, '/since'],
    ])('refuses the options %j', async (config, path) => {
      const { mirror } = await opened()
      expect(await failure(mirror.changes(config as never))).toMatchObject({ _tag: 'ConfigError', issues: [{ path }] })
    })

    it('has nothing of a user who was erased, and says once that they were', async () => {
      const { read, sync, mirror } = await opened()
      await sync('other')
      await all(mirror.erase(played))
      await all(mirror.erase(played))
      expect(brief(await read({ users: [played] }))).toEqual([['Erased', played]])
      expect(await read()).toHaveLength(4 + 1)
      await sync()
      expect(brief(await read({ users: [played] }))[0]).toEqual(['Erased', played])
      expect(await read({ users: [played], feeds: ['transactions'] })).toHaveLength(3)
    })

    it('has no rows of an item that the service deleted, and says what was erased', async () => {
      const { read, mirror, now, lists, logged } = await opened()
      await logged(() => {
        lists.transactions = [payment(1, { is_deleted: true, updated_at: iso(1) }), payment(2, { description: 'own' })]
      })
      const after = await now()
      await all(mirror.eraseDeleted(await verifiedEvent('item.deleted', { item_id: 1, user_uuid: uuid })))
      expect(brief(await read({ after }))).toEqual([
        ['Removed', 'transactions', '2'],
        ['Removed', 'accounts', '10'],
        ['Removed', 'items', '1'],
        ['Erased', played, '1'],
      ])
      // A consumer that slept reads that the row is gone which was removed before.
      expect(brief(await read())[0]).toEqual(['Removed', 'transactions', '1'])
      expect(await texts()).not.toContain('own')
      await all(mirror.eraseDeleted(await verifiedEvent('item.deleted', { item_id: 1, user_uuid: uuid })))
      expect(await read({ after })).toHaveLength(4)
      await all(mirror.eraseDeleted(await verifiedEvent('user.deleted', { user_uuid: uuid })))
      expect(brief(await read())).toEqual([['Erased', played]])
    })

    it.each(['keep', 'delete'] as const)('says that a user was replaced, with %s', async (removedRows) => {
      const { read, sync, remake } = await opened({ removedRows })
      remake({ items: [{ id: 7, bank_id: 1, status: 0 }] }, nextUuid)
      await sync()
      expect(brief(await read())).toEqual([
        ['Erased', played],
        ['Added', 'items', '7'],
      ])
    })

    describe('without a consumer', () => {
      /** The names of objects of the database, without those of indexes and sequences. */
      const objects = async () => {
        const schema = place.table('').replace('.', '')
        const rows = await place.query(
          name === 'SQLite'
            ? `SELECT substr(name, 8) AS name, type FROM sqlite_master WHERE name LIKE 'rxbank!_%' ESCAPE '!'`
            : `SELECT relname AS name, CASE relkind WHEN 'r' THEN 'table' ELSE 'view' END AS type FROM pg_class
                 WHERE relnamespace = '${schema}'::regnamespace AND relkind IN ('r', 'v')
               UNION ALL SELECT DISTINCT tgname, 'trigger' FROM pg_trigger WHERE NOT tgisinternal
                 AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = '${schema}'::regnamespace)
               UNION ALL SELECT proname, 'function' FROM pg_proc WHERE pronamespace = '${schema}'::regnamespace`,
        )
        const named = (...types: ReadonlyArray<string>) =>
          rows.flatMap((row) => (types.includes(String(row.type)) ? [String(row.name)] : [])).sort()
        return { tables: named('table'), views: named('view'), code: named('trigger', 'function') }
      }

      /** Everything that the tables have, as text. */
      const content = async () => {
        const { tables } = await objects()
        const rows = await Promise.all(tables.map((table) => place.query(`SELECT * FROM ${place.table(table)}`)))
        return JSON.stringify(rows)
      }

      it('does not exist, and costs a mirror that is only synced no table, trigger or function', async () => {
        const { mirror, sync, lists } = await opened({}, false)
        await all(mirror.claim('other'))
        lists.transactions = [payment(1, { updated_at: iso(1), amount: -9 })]
        await sync()
        expect((await all(mirror.export(played))).length).toBeGreaterThan(3)
        expect(await all(mirror.deleteOldChanges())).toEqual([0])
        await all(mirror.erase('other'))
        const { tables, views, code } = await objects()
        expect(tables).toEqual([
          'absences',
          'account_sums',
          'accounts',
          'balance_proofs',
          'balances',
          'checkpoints',
          'erasures',
          'items',
          'migrations',
          'refreshes',
          'removed_sums',
          ...(name === 'SQLite' ? ['replaced_rows'] : []),
          'stocks',
          'transactions',
          'users',
          ...(name === 'SQLite' ? ['versions'] : []),
        ])
        expect(views).toHaveLength(5)
        expect(code.filter((one) => /log|lock|change[s_]/.test(one))).toEqual([])
        await all(mirror.presentCursor())
        const present = await objects()
        expect(present.tables).toEqual(expect.arrayContaining(['changes', 'change_retention', 'consumers']))
        expect(present.code.length).toBeGreaterThan(code.length)
      })

      it.each(['keep', 'delete'] as const)(
        'erases users and items, and leaves its first consumer nothing, with %s',
        async (removedRows) => {
          const { mirror, sync, lists } = await opened({ removedRows }, false)
          lists.items = [...lists.items, { id: 2, bank_id: 1, status: 0 }]
          lists.accounts = [...lists.accounts, { id: 20, item_id: 2, currency_code: 'EUR', updated_at: iso(-10) }]
          lists.transactions = [
            payment(1, { description: 'private lunch', is_deleted: true, updated_at: iso(1) }),
            payment(2, { description: 'private lunch', updated_at: iso(1) }),
            payment(7, { account_id: 20, updated_at: iso(1) }),
          ]
          await sync()
          await sync('gone.here')
          await sync('gone.by the service')
          await place.script(`UPDATE ${place.table('users')} SET uuid = '${nextUuid}' WHERE id = 'gone.by the service'`)
          expect(await content()).toContain('private lunch')
          for (let delivery = 0; delivery < 2; delivery++) {
            await all(mirror.eraseDeleted(await verifiedEvent('item.deleted', { item_id: 1, user_uuid: uuid })))
            await all(mirror.eraseDeleted(await verifiedEvent('user.deleted', { user_uuid: nextUuid })))
            await all(mirror.erase('gone.here'))
          }
          const told: Array<LoggedChange> = []
          let tables: unknown
          const follow = () =>
            all(
              mirror.follow({
                name: 'billing',
                stopWhenCaughtUp: true,
                readTables: async () => {
                  tables = await place.query(
                    `SELECT user_id, id FROM ${place.table('transactions')} WHERE removed_at IS NULL`,
                  )
                },
                process: ({ changes }) => of(told.push(...changes)),
              }),
            )
          await follow()
          expect([tables, told]).toEqual([[{ user_id: played, id: '7' }], []])
          const left = await content()
          for (const gone of ['private lunch', 'gone.']) expect(left).not.toContain(gone)
          await all(mirror.eraseDeleted(await verifiedEvent('item.deleted', { item_id: 2, user_uuid: uuid })))
          await follow()
          await all(mirror.erase(played))
          await follow()
          expect(brief(told)).toEqual([
            ['Removed', 'transactions', '7'],
            ['Removed', 'accounts', '20'],
            ['Removed', 'items', '2'],
            ['Erased', played, '2'],
            ['Erased', played],
          ])
        },
      )
    })

    describe('that deletes old changes', () => {
      /** Makes the first changes so many days old. */
      const age = (count: number, days: number) => {
        const at = new Date(Date.now() - days * day).toISOString()
        return place.script(
          `UPDATE ${place.table('changes')} SET at = '${at}' WHERE number IN
             (SELECT number FROM ${place.table('changes')} ORDER BY number LIMIT ${String(count)})`,
        )
      }

      it('keeps them for thirty days, and tells a reader who slept longer', async () => {
        const { read, mirror } = await opened()
        const [first, second, third] = await read()
        await age(2, 31)
        expect(await all(mirror.deleteOldChanges())).toEqual([2])
        expect(await all(mirror.deleteOldChanges())).toEqual([0])
        const refused = await failure(mirror.changes({ after: first?.cursor ?? '' }))
        expect(refused).toBeInstanceOf(CursorRefused)
        expect(refused).toMatchObject({ reason: 'expired' })
        expect(await read({ after: second?.cursor })).toHaveLength(2)
        expect(await read({ after: third?.cursor })).toHaveLength(1)
        expect(await read()).toHaveLength(2)
      })

      it('deletes only what is older than all that follows, and as the option says', async () => {
        const { mirror, sync } = await opened({ keepChangesFor: 2 * day })
        await age(4, 3)
        await sync('other')
        await age(2, 1)
        expect(await all(mirror.deleteOldChanges())).toEqual([0])
        await age(3, 3)
        expect(await all(mirror.deleteOldChanges())).toEqual([4])
        expect(() => place.createMirror({ keepChangesFor: 1000 })).toThrow(
          'keepChangesFor: expected milliseconds, 3600000 or more',
        )
      })

      it('passes over those from the future, as of a clock that was ahead, if an old one follows', async () => {
        const { mirror, sync, read } = await opened()
        await sync('other')
        await age(7, 31)
        await age(2, -365)
        const [first, second, , , , , seventh] = await read()
        expect(await all(mirror.deleteOldChanges())).toEqual([7])
        for (const one of [first, second])
          expect(await failure(mirror.changes({ after: one?.cursor ?? '' }))).toMatchObject({ reason: 'expired' })
        expect(await read({ after: seventh?.cursor })).toHaveLength(1)
        await age(1, -365)
        expect(await all(mirror.deleteOldChanges())).toEqual([0])
      })

      it('does so in rounds, a part at a time', async () => {
        const { lists, logged, sync, clock, read } = await opened()
        await logged(() => {
          lists.transactions = Array.from({ length: 6000 }, (_, index) => payment(index + 10))
        })
        await age(9000, 40)
        await sync()
        expect((await read()).length).toBeGreaterThan(6000)
        clock.advance(3_600_000)
        await sync()
        expect((await read()).length).toBeLessThan(2000)
        await sync()
        expect(await read()).toEqual([])
      })
    })

    it('refuses a cursor of another history', async () => {
      const { read, sync, now } = await opened()
      await sync('other')
      const cursor = await now()
      expect(await failure(defer(() => read({ after: '999' })))).toMatchObject({ reason: 'unknown' })
      await place.script(`UPDATE ${place.table('changes')} SET at = '2020-01-01T00:00:00.000Z'`)
      expect(await failure(defer(() => read({ after: cursor })))).toMatchObject({ _tag: 'CursorRefused' })
    })

    describe('of a follower', () => {
      /** Follows until unsubscribed; `batches` has what was processed. */
      const followed = (mirror: Awaited<ReturnType<typeof opened>>['mirror'], config: Partial<FollowConfig> = {}) => {
        const processed: Array<LoggedChange> = []
        const failures: Array<unknown> = []
        const batches$ = new Subject<number>()
        const subscription = mirror
          .follow({
            name: 'billing',
            process: ({ changes }) =>
              defer(() => {
                processed.push(...changes)
                return EMPTY
              }),
            ...config,
          })
          .subscribe({
            next: ({ changes }) => batches$.next(changes.length),
            error: (error: unknown) => {
              failures.push(error)
              batches$.next(-1)
            },
          })
        following.push(subscription)
        return { processed, failures, batches$, subscription }
      }

      /** Lets the database answer. */
      const turn = async () => {
        await new Promise((done) => setImmediate(done))
        await place.query('SELECT 1')
      }
      /** Waits until a condition holds. The clock moves slowly, because limits of the database go by it. */
      const until = async (condition: () => boolean | Promise<boolean>, clock?: VirtualClock) => {
        const moveOn = () => {
          clock?.advance(200)
          return turn()
        }
        await waitUntil(condition, { turn: moveOn })
      }
      const heldUntil = async () => {
        const [row] = await place.query(
          `SELECT CAST(held_until AS text) AS held_until FROM ${place.table('consumers')} WHERE name = 'billing'`,
        )
        return Number(row?.held_until)
      }
      const position = async () => {
        const [row] = await place.query(
          `SELECT CAST(position AS text) AS position FROM ${place.table('consumers')} ORDER BY name LIMIT 1`,
        )
        return Number(row?.position)
      }

      it('catches up, and then gets what rounds write', async () => {
        const { mirror, logged, lists } = await opened()
        const { processed } = followed(mirror)
        await until(() => processed.length === 4)
        await logged(() => {
          lists.transactions = [payment(3), payment(2)]
        })
        await until(() => processed.length === 5)
        expect(brief(processed).at(-1)).toEqual(['Added', 'transactions', '3'])
      })

      it('gets the same batch after a failure, and the place is kept', async () => {
        const { mirror, clock } = await opened()
        let calls = 0
        const config: Partial<FollowConfig> = {
          limit: 2,
          process: ({ changes }) =>
            defer(() => {
              calls++
              if (calls === 2) throw new Error('no disk')
              return of(changes.length)
            }),
        }
        const first = followed(mirror, config)
        await until(() => first.failures.length === 1)
        expect(first.failures).toMatchObject([{ message: 'no disk' }])
        const second = followed(mirror)
        await until(() => second.processed.length === 2, clock)
        expect(brief(second.processed)).toEqual([
          ['Added', 'transactions', '1'],
          ['Added', 'transactions', '2'],
        ])
      })

      it('acknowledges a batch that no process has ended as not processed', async () => {
        const { mirror, clock } = await opened()
        const first = followed(mirror, { process: () => NEVER })
        await until(() => following.length === 1)
        first.subscription.unsubscribe()
        const second = followed(mirror)
        await until(() => second.processed.length === 4, clock)
      })

      it('is one of all that have its name, until it leaves', async () => {
        const { mirror, clock, logged, lists } = await opened()
        const first = followed(mirror)
        await until(() => first.processed.length === 4)
        const second = followed(mirror)
        const other = followed(mirror, { name: 'search' })
        await until(() => other.processed.length === 4)
        for (let renewals = 0; renewals < 2; renewals++) {
          await place.script(`UPDATE ${place.table('consumers')} SET held_until = held_until - 1000`)
          const before = await heldUntil()
          clock.advance(10_001)
          await until(async () => (await heldUntil()) > before)
        }
        await logged(() => {
          lists.transactions = [payment(3), payment(2)]
        })
        await until(async () => (await position()) === 5)
        expect(second.processed).toEqual([])
        first.subscription.unsubscribe()
        await logged(() => {
          lists.transactions = [payment(4), payment(2)]
        })
        await until(() => second.processed.length === 1, clock)
        expect(first.processed).toHaveLength(5)
      })

      it('leaves a lease alone that was renewed after the time of its own claim was read', async () => {
        const { mirror, clock } = await opened()
        const holder = () => place.query(`SELECT holder FROM ${place.table('consumers')} WHERE name = 'billing'`)
        const first = followed(mirror)
        await until(() => first.processed.length === 4)
        const before = await holder()
        await place.script(`UPDATE ${place.table('consumers')} SET held_until = held_until + 5000`)
        const second = followed(mirror)
        const other = followed(mirror, { name: 'search' })
        await until(() => other.processed.length === 4)
        expect(await holder()).toEqual(before)
        await place.script(
          `UPDATE ${place.table('consumers')} SET holder = 'gone', held_until = held_until + 3600000, position = 3 WHERE name = 'billing'`,
        )
        await until(() => first.processed.length + second.processed.length === 5, clock)
      })

      it('takes over from a process that was killed, which can acknowledge nothing afterwards', async () => {
        const { mirror, clock } = await opened()
        const done$ = new Subject<void>()
        const suspended = followed(mirror, { process: () => done$ })
        await until(() => done$.observed)
        await place.script(`UPDATE ${place.table('consumers')} SET held_until = 1`)
        const second = followed(mirror)
        await until(() => second.processed.length === 4, clock)
        await until(async () => (await position()) === 4)
        await place.script(`UPDATE ${place.table('consumers')} SET position = 3`)
        done$.complete()
        for (let turns = 0; turns < 10; turns++) await turn()
        expect(await position()).toBe(3)
        expect(suspended.failures).toEqual([])
      })

      it('gives changes numbers, by which a suspended process overwrites nothing that is newer', async () => {
        const { mirror, clock, logged, lists, read } = await opened()
        const rows = new Map<string, unknown>()
        let written = 0
        let refused = 0
        const write = async (changes: ReadonlyArray<LoggedChange>) => {
          await turn()
          for (const change of changes) {
            if (change.number <= written) refused++
            else {
              written = change.number
              const key = 'id' in change ? `${change.user} ${change.feed} ${change.id}` : ''
              if (change._tag === 'Removed') rows.delete(key)
              else if ('row' in change) rows.set(key, change.row)
            }
          }
        }
        const wakes$ = new Subject<void>()
        let isSuspended = false
        followed(mirror, {
          process: ({ changes }) => {
            isSuspended = true
            return firstValueFrom(wakes$, { defaultValue: undefined }).then(() => write(changes))
          },
        })
        await until(() => isSuspended)
        await place.script(`UPDATE ${place.table('consumers')} SET held_until = 1`)
        const second = followed(mirror, { process: ({ changes }) => write(changes) })
        await until(() => written > 0, clock)
        await logged(() => {
          lists.transactions = [payment(1, { is_deleted: true, updated_at: iso(1) }), payment(3), payment(2)]
        })
        await until(async () => (await position()) === 6)
        const expected = fold(await read())
        expect(rows).toEqual(expected)
        wakes$.next()
        await until(() => refused === 4)
        expect(rows).toEqual(expected)
        expect(second.failures).toEqual([])
      })

      it('takes over at once a lease that was given by a clock that was far ahead', async () => {
        const { mirror } = await opened()
        await all(mirror.follow({ name: 'billing', process: () => EMPTY }).pipe(take(1)))
        await place.script(
          `UPDATE ${place.table('consumers')} SET position = 0, holder = 'another', held_until = ${String(Date.now() + day)}`,
        )
        const { processed } = followed(mirror)
        await until(() => processed.length === 4)
      })

      it('gets the changes of other processes', async () => {
        const { mirror, clock, user } = await opened()
        const { processed } = followed(mirror)
        await until(async () => (await position()) === 4)
        await all(place.createMirror({ clock }).sync(user, { id: 'other' }))
        await until(() => processed.length === 8, clock)
      })

      it.each([
        ['of all changes', {}, 4],
        ['of a feed', { feeds: ['transactions'] as const, limit: 1 }, 2],
        ['of a user who has none', { users: ['nobody'] }, 0],
      ])('completes when it has caught up, with a filter %s, and lets go of the consumer', async (_, filter, size) => {
        const { mirror, logged, lists } = await opened()
        const processed: Array<LoggedChange> = []
        const run = () => {
          processed.splice(0)
          const process: FollowConfig['process'] = ({ changes }) => of(processed.push(...changes))
          return all(mirror.follow({ name: 'billing', stopWhenCaughtUp: true, process, ...filter }))
        }
        await run()
        expect([processed.length, await position()]).toEqual([size, 4])
        expect(await place.query(`SELECT holder FROM ${place.table('consumers')}`)).toEqual([{ holder: null }])
        await logged(() => {
          lists.transactions = [payment(1), payment(2), payment(3, { updated_at: iso(1) })]
        })
        const batches = await run()
        expect([processed.length, await position()]).toEqual([Math.min(size, 1), 5])
        expect(batches.flatMap(({ changes }) => changes)).toEqual(processed)
        expect([await run(), processed]).toEqual([[], []])
      })

      it('completes although changes come faster than they are processed', async () => {
        const { mirror, logged, lists } = await opened()
        let id = 2
        const process = () =>
          defer(() =>
            logged(() => {
              lists.transactions = [...lists.transactions, payment(++id, { updated_at: iso(id) })]
            }),
          )
        const batches = await all(mirror.follow({ name: 'billing', limit: 1, stopWhenCaughtUp: true, process }))
        expect([batches.length, await position()]).toEqual([4, 4])
      })

      it('completes with the tables, which have all changes, or with the error of a place that was refused', async () => {
        const { mirror } = await opened()
        let readings = 0
        const config = { name: 'billing', stopWhenCaughtUp: true, process: () => EMPTY }
        expect(await all(mirror.follow({ ...config, readTables: () => of(readings++) }))).toEqual([])
        expect([readings, await position()]).toEqual([1, 4])
        await place.script(`UPDATE ${place.table('consumers')} SET position = 9`)
        expect(await failure(mirror.follow(config))).toMatchObject({ _tag: 'CursorRefused', reason: 'unknown' })
      })

      it('begins with the tables if it has a function for it, and with the oldest change if not', async () => {
        const { mirror, read, logged, lists } = await opened()
        let readings = 0
        let start = 0
        const readTables: FollowConfig['readTables'] = ({ number }) =>
          defer(() => {
            readings++
            start = number
            return EMPTY
          })
        const { processed } = followed(mirror, { readTables })
        await until(() => readings === 1)
        expect((await read()).map(({ number }) => number - start)).toEqual([-3, -2, -1, 0])
        await logged(() => {
          lists.transactions = [payment(3), payment(2)]
        })
        await until(() => processed.length === 1)
        expect(await read()).toHaveLength(5)
      })

      it('is told if it slept too long, or reads the tables again', async () => {
        const { mirror, logged, lists, clock } = await opened()
        const first = followed(mirror, { limit: 1 })
        await until(() => first.processed.length === 4)
        first.subscription.unsubscribe()
        await logged(() => {
          lists.transactions = [payment(3), payment(4)]
        })
        await place.script(`UPDATE ${place.table('changes')} SET at = '2020-01-01T00:00:00.000Z'`)
        await all(mirror.deleteOldChanges())
        const late = followed(mirror)
        await until(() => late.failures.length === 1, clock)
        expect(late.failures).toMatchObject([{ _tag: 'CursorRefused', reason: 'expired' }])
        let readings = 0
        const again = followed(mirror, { readTables: () => of(readings++) })
        await until(() => readings === 1, clock)
        await logged(() => {
          lists.transactions = [payment(5), payment(4)]
        })
        await until(() => again.processed.length === 1)
        expect(readings).toBe(1)
      })

      it('reads the tables again if its position was set to -1, as after a restore', async () => {
        const { mirror, clock } = await opened()
        const first = followed(mirror)
        await until(async () => (await position()) === 4)
        first.subscription.unsubscribe()
        await place.script(`UPDATE ${place.table('consumers')} SET position = -1, holder = NULL, held_until = NULL`)
        const starts: Array<number> = []
        const second = followed(mirror)
        await until(() => second.failures.length === 1, clock)
        expect(second.failures).toMatchObject([
          {
            _tag: 'CursorRefused',
            reason: 'unset',
            message: expect.stringContaining('position was set to -1') as unknown,
          },
        ])
        followed(mirror, { readTables: ({ number }) => defer(() => of(starts.push(number))) })
        await until(async () => (await position()) === 4, clock)
        expect(starts).toEqual([4])
      })

      it('moves past changes that it does not want', async () => {
        const { mirror, logged, lists } = await opened()
        const stocks = followed(mirror, { feeds: ['stocks'] as ReadonlyArray<Feed> })
        await until(async () => (await position()) === 4)
        await logged(() => {
          lists.transactions = [payment(3), payment(2)]
        })
        await until(async () => (await position()) === 5)
        expect(stocks.processed).toEqual([])
      })

      it('refuses wrong options, and a function that returns no work', async () => {
        const { mirror } = await opened()
        for (const wrong of ['', 'rxbank.transfers', 'rxbank.recurring', 'rxbank.'])
          for (const stream of [
            mirror.follow({ name: wrong, process: () => EMPTY }),
            mirror.maintainTransfers({ name: wrong }),
            mirror.maintainRecurring({ name: wrong }),
          ])
            expect(await failure(stream)).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/name' }] })
        for (const [path, empty] of [
          ['/users', { users: [] }],
          ['/feeds', { feeds: [] }],
        ] as const)
          expect(await failure(mirror.follow({ name: 'none', process: () => EMPTY, ...empty }))).toMatchObject({
            _tag: 'ConfigError',
            issues: [{ path }],
          })
        const idle = mirror.follow({ name: 'idle', process: (() => undefined) as never })
        expect(await failure(idle)).toMatchObject({ issues: [{ path: '/process' }] })
      })

      it('works off what it gets one batch after another', async () => {
        const { mirror } = await opened()
        let running = 0
        const seen: Array<number> = []
        const process: FollowConfig['process'] = ({ changes }) =>
          concat(
            defer(() => of(++running)),
            defer(() => place.query('SELECT 1')),
          ).pipe(
            tap(() => seen.push(running)),
            concatMap(() => EMPTY),
            (source) =>
              concat(
                source,
                defer(() => of(--running, changes)),
              ),
          )
        await all(mirror.follow({ name: 'slow', limit: 1, process }).pipe(take(4)))
        expect(Math.max(...seen)).toBe(1)
      })
    })
  })
}
