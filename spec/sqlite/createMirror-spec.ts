import { DatabaseSync } from '@photostructure/sqlite'
import { MirrorError } from '../../lib/mirror/MirrorError.js'
import { createMirror } from '../../lib/sqlite/index.js'
import { migrations } from '../../lib/sqlite/migrations.js'
import { iso, played, playedBank } from '../helpers/playedBank.js'
import { temporaryFolder } from '../helpers/temporaryFolder.js'
import { conformance } from '../mirror/conformance.js'
import { oddTexts } from '../mirror/oddTexts.js'
import { all, bank, type DatabaseRow, failure, type Place } from '../mirror/place.js'
import { smallBank } from '../mirror/smallBank.js'

const folder = temporaryFolder()
const newFile = () => folder('mirror.db')

const open = (): Promise<Place> => {
  const file = newFile()
  const opened: Array<InstanceType<typeof DatabaseSync>> = []
  const connect = () => {
    const database = new DatabaseSync(file, { timeout: 5000 })
    database.exec('PRAGMA synchronous = OFF')
    opened.push(database)
    return database
  }
  const reader = connect()
  return Promise.resolve({
    createMirror: (settings = {}) => createMirror({ database: connect(), ...settings }),
    query: (sql) => Promise.resolve(reader.prepare(sql).all() as ReadonlyArray<DatabaseRow>),
    table: (name) => `rxbank_${name}`,
    close: () => {
      for (const database of opened) database.close()
      return Promise.resolve()
    },
  })
}

conformance('SQLite', open)
oddTexts('SQLite', open, 30)

describe('tables of SQLite that an earlier version made', () => {
  it('lose the rows of accounts that were removed before', async () => {
    const bank = smallBank()
    const item = bank.item()
    const [gone, kept] = [bank.account(item), bank.account(item)]
    bank.transaction(gone, -30)
    bank.transaction(kept, -7)
    const database = new DatabaseSync(newFile())
    database.exec(`CREATE TABLE rxbank_migrations (number INTEGER PRIMARY KEY, applied_at TEXT) STRICT;
      ${String(migrations[0])} INSERT INTO rxbank_migrations VALUES (1, '')`)
    // What the earlier version left: the rows of both accounts, of which one was removed.
    const put = (table: string, columns: string, ...values: Array<string | number>) =>
      database
        .prepare(`INSERT INTO rxbank_${table} (user_id, ${columns}) VALUES ('A6J', ${values.map(() => '?').join()})`)
        .run(...values)
    for (const { id, account_id } of bank.rows.transactions)
      put('transactions', 'id, account_id, row', String(id), String(account_id), '{}')
    put('accounts', 'id, removed_at, row', String(gone), '2025-12-01T00:00:00.000Z', '{}')
    const bookmark = { format: 1, list: '/v2/transactions/updated', position: null, rows: [] }
    put('checkpoints', 'feed, bookmark, is_cut, posted_round', 'transactions', JSON.stringify(bookmark), 0, 1)
    bank.vanish('accounts', gone)
    bank.rows.transactions = bank.rows.transactions.filter(({ account_id }) => account_id !== gone)

    bank.clock.advance(Date.now() - bank.clock.wall())
    const mirror = createMirror({ database, clock: bank.clock })
    const present = () =>
      database.prepare('SELECT account_id FROM rxbank_transactions WHERE removed_at IS NULL').all().map(Object.values)
    await all(mirror.sync(bank.user, { id: 'A6J' }))
    expect(await all(mirror.migrate())).toEqual([])
    expect(present()).toHaveLength(2)
    for (const wait of [24, 1]) {
      bank.clock.advance(wait * 3_600_000)
      await all(mirror.sync(bank.user, { id: 'A6J' }))
    }
    expect(present()).toEqual([[String(kept)]])
    database.close()
  })
})

describe('createMirror of SQLite', () => {
  const { user, id } = bank({ transactions: 1500 })

  it('says that somebody else writes', async () => {
    const file = newFile()
    const [database, other] = [new DatabaseSync(file, { timeout: 0 }), new DatabaseSync(file, { timeout: 0 })]
    const mirror = createMirror({ database })
    await all(mirror.migrate())
    other.exec('BEGIN IMMEDIATE')
    expect(await failure(mirror.claim(id))).toMatchObject({ reason: 'busy', code: 'SQLITE_BUSY', isTransient: true })
    other.exec('ROLLBACK')
    database.exec('BEGIN')
    expect(await failure(mirror.claim(id))).toMatchObject({ reason: 'busy', code: undefined })
    database.exec('ROLLBACK')
    expect(await all(mirror.claim(id))).toHaveLength(1)
  })

  it('goes on after the disk was full', async () => {
    const database = new DatabaseSync(newFile())
    const mirror = createMirror({ database })
    await all(mirror.migrate())
    database.exec('PRAGMA max_page_count = 100')
    const error = await failure(mirror.sync(user, { id }))
    expect(error).toBeInstanceOf(MirrorError)
    expect(error).toMatchObject({ reason: 'full', code: 'SQLITE_FULL' })
    database.exec('PRAGMA max_page_count = 1000000')
    await all(mirror.sync(user, { id }))
    expect(database.prepare('SELECT count(*) AS rows FROM rxbank_transactions').all()).toMatchObject([{ rows: 1500 }])
  })

  it('says that the database is closed, and refuses what is none', async () => {
    const database = new DatabaseSync(newFile())
    const mirror = createMirror({ database })
    database.close()
    expect(await failure(mirror.claim(id))).toMatchObject({ reason: 'unavailable' })
    expect(() => createMirror({ database: {} as never })).toThrow('a DatabaseSync')
  })
})

describe('a mirror whose times have fractions of milliseconds', () => {
  it.each([
    [undefined, undefined],
    [['transactions'] as const, undefined],
    [['transactions'] as const, 3_600_000.5],
    [undefined, 1000.25],
  ])('writes the rounds of %j, compared every %j milliseconds', (feeds, fullSyncEvery) => {
    const { clock, user, state } = playedBank()
    const dates = { date: '2026-01-10', updated_at: iso(-5) }
    state.lists.accounts = [{ id: 1, item_id: 1 }]
    state.lists.transactions = [{ id: 1, account_id: 1, amount: 1, currency_code: 'EUR', ...dates }]
    const mirror = createMirror({
      database: new DatabaseSync(':memory:'),
      clock: { ...clock, wall: () => clock.wall() + 0.123 },
      ...(fullSyncEvery !== undefined && { fullSyncEvery }),
    })
    const ends: Array<unknown> = []
    for (const refusedWhole of [{}, {}, { transactions: 403 }, {}]) {
      state.refusedWhole = refusedWhole
      mirror
        .sync(user, { id: played, ...(feeds && { feeds }) })
        .subscribe({ error: (error) => ends.push(error), complete: () => ends.push('completed') })
      clock.advance(3 * 3_600_000)
    }
    expect(ends.filter((end) => end instanceof MirrorError)).toEqual([])
    expect([ends[0], ends[1], ends[3]]).toEqual(Array(3).fill('completed'))
  })
})
