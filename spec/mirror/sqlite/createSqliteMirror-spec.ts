import assert from 'node:assert/strict'
import { DatabaseSync } from '@photostructure/sqlite'
import { map } from 'rxjs'
import { bridge2018, bridge2021, bridge2025 } from '../../../lib/bridge.js'
import { createClient, createVirtualClock, documentedProfile, type HttpRequest } from '../../../lib/index.js'
import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { createMirror } from '../../../lib/sqlite.js'
import { iso, played, playedBank } from '../../helpers/playedBank.js'
import { temporaryFolder } from '../../helpers/temporaryFolder.js'
import { conformance } from '../core/conformance.js'
import { oddTexts } from '../core/oddTexts.js'
import { all, bank, failure } from '../core/place.js'
import { smallBank } from '../core/smallBank.js'
import { betterSqlite } from './betterSqlite.js'
import { sqlitePlace } from './sqlitePlace.js'

const folder = temporaryFolder()
const newFile = () => folder('mirror.db')

const open = () => Promise.resolve(sqlitePlace(newFile()))

conformance('SQLite', open)
oddTexts('SQLite', open, 30)

describe('a user of a mirror on SQLite whose row is replaced', () => {
  it.each(['OFF', 'ON'])('was erased if the uuid differs, with recursive triggers %s', async (isRecursive) => {
    const database = new DatabaseSync(newFile())
    database.exec(`PRAGMA recursive_triggers = ${isRecursive}`)
    const mirror = createMirror({ database })
    await all(mirror.migrate({ features: ['changes'] }))
    const replace = (uuid: string | null) =>
      database.prepare(`INSERT OR REPLACE INTO rxbank_users (id, version, uuid) VALUES ('A6J', 1, ?)`).run(uuid)
    const tags = async () => (await all(mirror.changes())).map(({ _tag }) => _tag)
    replace('a')
    database.exec(`INSERT INTO rxbank_transactions (user_id, id, row) VALUES ('A6J', '1', '{}')`)
    if (isRecursive === 'OFF') replace('a')
    expect(await tags()).toEqual(['Added'])
    replace('b')
    expect(await tags()).toEqual(['Erased'])
    database.close()
  })

  it('leaves nothing of a row in the note of what a statement replaced once the row is deleted', async () => {
    const database = new DatabaseSync(newFile())
    const mirror = createMirror({ database })
    await all(mirror.migrate({ features: ['changes'] }))
    await all(mirror.claim('A6J'))
    const replace = (table: string) =>
      database.exec(`INSERT OR REPLACE INTO rxbank_${table} (user_id, id, row) VALUES ('A6J', '1', '{}')`)
    for (const table of ['transactions', 'transactions', 'accounts', 'accounts']) replace(table)
    database.exec(`UPDATE rxbank_transactions SET account_id = '7', date = '2026-01-01', row = '{"a":1}'`)
    replace('transactions')
    const notes = () =>
      database
        .prepare('SELECT * FROM rxbank_replaced_rows')
        .all()
        .flatMap((note) => Object.values(note as object) as ReadonlyArray<unknown>)
        .filter((one) => one !== null)
    expect(notes()).toEqual([
      'accounts',
      1,
      0,
      'items',
      'refreshes',
      'stocks',
      'transactions',
      1,
      1,
      '7',
      '2026-01-01',
      'users',
    ])
    await all(mirror.erase('A6J'))
    expect(notes()).toEqual(['accounts', 'items', 'refreshes', 'stocks', 'transactions', 'users'])
    database.close()
  })
})

describe('an account that the list lacks, though the service has it', () => {
  const profiles = [bridge2018, bridge2021, bridge2025] as unknown as ReadonlyArray<typeof documentedProfile>

  it.each(profiles)('stays under $name: the mirror asks for it', async (profile) => {
    const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15, 12) })
    const sandbox = createSandbox({ profile, clock, transactions: 20, stocks: 2 })
    const [{ email, password, accountIds } = assert.fail('no user')] = sandbox.users
    const [hidden = 0] = accountIds
    let isHidden = false
    const http = (request: HttpRequest) =>
      sandbox.http(request).pipe(
        map((answer) => {
          if (!isHidden || !new URL(request.url).pathname.endsWith('/accounts')) return answer
          const { resources, ...rest } = JSON.parse(answer.body) as { resources: ReadonlyArray<{ id: number }> }
          return {
            ...answer,
            body: JSON.stringify({ resources: resources.filter(({ id }) => id !== hidden), ...rest }),
          }
        }),
      )
    const client = createClient({ ...sandbox.credentials, profile, http, clock })
    const person = client.user(profile.name === 'bridge2025' ? { externalUserId: 'A6J' } : { email, password })
    const database = new DatabaseSync(':memory:')
    const mirror = createMirror({ database, clock })
    await all(mirror.sync(person, { id: 'A6J' }))
    isHidden = true
    for (let round = 0; round < 4; round++) {
      clock.advance(6 * 60_000)
      await all(mirror.sync(person, { id: 'A6J' }))
    }
    const listed = database.prepare('SELECT id FROM rxbank_accounts WHERE removed_at IS NULL').all()
    expect(listed.map(({ id }) => String(id)).sort()).toEqual(accountIds.map(String).sort())
    const removed = database.prepare('SELECT count(*) AS rows FROM rxbank_transactions WHERE removed_at IS NOT NULL')
    expect(removed.all()).toMatchObject([{ rows: 0 }])
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

describe('a mirror on better-sqlite3', () => {
  it('writes what the service has, once, and erases it', async () => {
    const { user, id } = bank({ transactions: 40 })
    const database = betterSqlite(newFile())
    const mirror = createMirror({ database })
    const counts = async () =>
      (await all(mirror.sync(user, { id }))).map(({ feed, changedIds }) => [feed, changedIds.length])
    expect((await counts()).at(-1)).toEqual(['transactions', 40])
    expect((await counts()).at(-1)).toEqual(['transactions', 0])
    await all(mirror.reportConsents())
    expect((await all(mirror.export(id))).length).toBeGreaterThan(40)
    expect(await all(mirror.erase(id))).toMatchObject([{ wasKnown: true }])
    database.close()
    expect(await failure(mirror.claim(id))).toMatchObject({ reason: 'unavailable' })
  })

  it('says that somebody else writes, or that a transaction is open', async () => {
    const file = newFile()
    const [database, other] = [betterSqlite(file, { timeout: 0 }), betterSqlite(file, { timeout: 0 })]
    const mirror = createMirror({ database })
    await all(mirror.migrate())
    other.exec('BEGIN IMMEDIATE')
    expect(await failure(mirror.claim('A6J'))).toMatchObject({ reason: 'busy', code: 'SQLITE_BUSY' })
    other.exec('ROLLBACK')
    database.exec('BEGIN')
    expect(await failure(mirror.claim('A6J'))).toMatchObject({ reason: 'busy', code: undefined })
    for (const one of [database, other]) one.close()
  })
})

describe('a library for SQLite that a mirror cannot use', () => {
  it.each<[string, () => unknown]>([
    ['answers by callbacks', () => ({ all: () => ({}) })],
    ['prepares later', () => Promise.resolve({})],
    ['steps through rows', () => ({ bind: () => true, step: () => true })],
    ['gives rows later', () => ({ all: () => Promise.resolve([]) })],
    ['gives nothing', () => undefined],
  ])('is named, and those that it can use, where it %s', async (_, prepare) => {
    const ran: Array<string> = []
    const database = { exec: (sql: string) => ran.push(sql), prepare } as never
    const error = await failure(createMirror({ database }).claim('A6J'))
    expect(error).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/database' }] })
    for (const name of ['node:sqlite', '@photostructure/sqlite', 'better-sqlite3'])
      expect(String(error)).toContain(name)
    expect(ran).toEqual(['BEGIN IMMEDIATE; PRAGMA secure_delete = ON', 'ROLLBACK'])
  })
})

describe('rounds of a mirror on SQLite', () => {
  it('store whole milliseconds, whatever the clock gives', async () => {
    const { clock, user } = smallBank()
    const wall = () => clock.wall() + 0.25
    const mirror = createMirror({ database: new DatabaseSync(':memory:'), clock: { ...clock, wall }, fullSyncEvery: 1 })
    for (let round = 0; round < 2; round++) {
      await all(mirror.sync(user, { id: 'A6J' }))
      clock.advance(60_000)
    }
  })

  it('have the priority that is asked for in all their requests', async () => {
    const sandbox = createSandbox({ profile: documentedProfile, transactions: 4, stocks: 2 })
    const asked: Array<string | undefined> = []
    const http = (request: HttpRequest) => {
      if (request.operation !== 'authenticate') asked.push(request.priority)
      return sandbox.http(request)
    }
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...sandbox.credentials,
      http,
    })
    const mirror = createMirror({ database: new DatabaseSync(':memory:') })
    for (const priority of ['background', 'interactive'] as const) {
      asked.length = 0
      await all(mirror.sync(client.user({ externalUserId: 'A6J' }), { id: priority, priority }))
      expect([priority, new Set(asked)]).toEqual([priority, new Set([priority])])
    }
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
