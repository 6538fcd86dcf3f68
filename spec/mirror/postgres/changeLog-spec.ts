import { Client } from 'pg'
import { firstValueFrom, lastValueFrom, ReplaySubject, take } from 'rxjs'
import type { LoggedChange } from '../../../lib/mirror/log/MirrorChange.js'
import { createMirror } from '../../../lib/postgres.js'
import { waitUntil } from '../../helpers/waitUntil.js'
import { seeded } from '../../simulation/random.js'
import { all } from '../core/place.js'
import { ownSchema } from './ownSchema.js'
import { type Server, startServer } from './server.js'

/** How many seeds run; a run before a release takes 200. */
const seeds = Number(process.env.CHANGE_LOG_SEEDS ?? 20)

const ids = (changes: ReadonlyArray<LoggedChange>) =>
  changes.map((change) => ('id' in change ? change.id : change._tag))

describe('the change log of PostgreSQL', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.remove())
  const { schema, connect } = ownSchema('log', () => server)

  let clients: Array<Client>
  beforeEach(() => {
    clients = []
  })
  afterEach(() => Promise.all(clients.map((client) => client.end().catch(() => undefined))))

  const connectAlone = async (): Promise<Client> => {
    const client = new Client({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' })
    client.on('error', () => undefined)
    clients.push(client)
    await client.connect()
    return client
  }

  const opened = async () => {
    const mirror = createMirror({ pool: connect(), schema: schema() })
    await all(mirror.migrate({ features: ['changes'] }))
    await Promise.all(['a', 'b', 'c', 'd'].map((user) => lastValueFrom(mirror.claim(user))))
    const [one, other] = [await connectAlone(), await connectAlone()]
    const write = (client: Client, user: string, id: string) =>
      client.query(
        `INSERT INTO ${schema()}.transactions (user_id, id, row) VALUES ($1, $2, '{}')
         ON CONFLICT (user_id, id) DO UPDATE SET row = jsonb_build_object('changed', clock_timestamp())`,
        [user, id],
      )
    return { mirror, one, other, write, read: () => all(mirror.changes()) }
  }

  it('passes over no change that is committed late', async () => {
    const { one, other, write, read, mirror } = await opened()
    await one.query('BEGIN')
    await write(one, 'a', 'late')
    await write(other, 'b', 'early')
    expect(await read()).toEqual([])
    const cursor = await firstValueFrom(mirror.presentCursor())
    await one.query('COMMIT')
    expect(ids(await read())).toEqual(['late', 'early'])
    expect(ids(await all(mirror.changes({ after: cursor })))).toEqual(['late', 'early'])
  })

  it('gives a follower what was held back by a transaction that rolls back', async () => {
    const { one, other, write, mirror } = await opened()
    const batch = firstValueFrom(mirror.follow({ name: 'billing', process: () => Promise.resolve() }))
    await one.query('BEGIN')
    await write(one, 'a', 'never')
    await write(other, 'b', 'early')
    await one.query('ROLLBACK')
    expect(ids((await batch).changes)).toEqual(['early'])
  })

  it('goes on for a follower after the server was restarted', async () => {
    const { one, write, mirror } = await opened()
    const seen$ = new ReplaySubject<string>()
    const failures: Array<unknown> = []
    const following = mirror.follow({ name: 'billing', process: () => Promise.resolve() }).subscribe({
      next: ({ changes }) => {
        for (const id of ids(changes)) seen$.next(id)
      },
      error: (error: unknown) => failures.push(error),
    })
    await write(one, 'a', '1')
    expect(await firstValueFrom(seen$)).toBe('1')
    await server.stop()
    await server.start()
    await write(await connectAlone(), 'a', '2')
    expect(await lastValueFrom(seen$.pipe(take(2)))).toBe('2')
    following.unsubscribe()
    expect(failures).toEqual([])
  })

  it('takes one lock for a transaction, however many statements it has, and another after a savepoint', async () => {
    const { one, other, write, read } = await opened()
    const locks = async () =>
      (await other.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2`)).rows.length
    const many = async (first: number) => {
      for (let id = first; id < first + 20; id++) await write(one, 'a', String(id))
      for (let id = first; id < first + 10; id++)
        await one.query(`DELETE FROM ${schema()}.transactions WHERE id = '${String(id)}'`)
    }
    await one.query('BEGIN')
    await many(0)
    await write(other, 'b', 'early')
    expect([await locks(), await read()]).toEqual([1, []])
    await one.query('COMMIT')
    expect([await locks(), (await read()).length]).toEqual([0, 31])
    await one.query('BEGIN; SAVEPOINT before')
    await many(100)
    await one.query('ROLLBACK TO before')
    expect(await locks()).toBe(0)
    await many(200)
    await write(other, 'b', 'earlier')
    expect([await locks(), (await read()).length]).toEqual([1, 31])
    await one.query('COMMIT')
    expect(await read()).toHaveLength(62)
  })

  it('keeps changes after one that is not committed yet, however old they are', async () => {
    const { one, other, write, read, mirror } = await opened()
    await write(other, 'b', 'before')
    await one.query('BEGIN')
    await write(one, 'a', 'late')
    await write(other, 'b', 'after')
    await other.query(`UPDATE ${schema()}.changes SET at = now() - interval '31 days'`)
    expect(await all(mirror.deleteOldChanges())).toEqual([1])
    await one.query('COMMIT')
    expect(ids(await read())).toEqual(['late', 'after'])
  })

  it('is not held back by transactions of other programs', async () => {
    const { one, other, write, read } = await opened()
    await one.query('BEGIN; CREATE TABLE of_another_program (); SELECT pg_current_xact_id()')
    await write(other, 'b', 'early')
    expect(ids(await read())).toEqual(['early'])
    await one.query('ROLLBACK')
  })

  it('goes on where the lock of a number wraps', async () => {
    const { one, other, write, read } = await opened()
    await one.query(`SELECT setval('${schema()}.change_numbers', 2147483646)`)
    await one.query('BEGIN')
    await write(one, 'a', 'late')
    for (const id of ['1', '2', '3']) await write(other, 'b', id)
    expect(await read()).toEqual([])
    await one.query('COMMIT')
    expect(ids(await read())).toEqual(['late', '1', '2', '3'])
    await one.query('BEGIN')
    await write(other, 'b', '4')
    await write(one, 'a', 'later')
    await write(other, 'b', '5')
    expect(ids(await read())).toEqual(['late', '1', '2', '3', '4'])
    await one.query('COMMIT')
    expect(await read()).toHaveLength(7)
  })

  it('is read by functions in SQL, which refuse what would lose changes', async () => {
    const { one, write } = await opened()
    for (const id of ['1', '2', '3']) await write(one, 'a', id)
    const read = async (after: number | null, count: number) =>
      (await one.query<{ id: string }>(`SELECT * FROM ${schema()}.read_changes($1, $2)`, [after, count])).rows
    expect((await read(0, 2)).map(({ id }) => id)).toEqual(['1', '2'])
    expect((await read(2, 2)).map(({ id }) => id)).toEqual(['3'])
    await one.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await expect(read(0, 2)).rejects.toMatchObject({ code: 'RXB05' })
    await one.query('ROLLBACK')
    await one.query(`UPDATE ${schema()}.change_retention SET deleted_through = 2`)
    await expect(read(1, 2)).rejects.toMatchObject({ code: 'RXB04' })
    expect(await read(2, 2)).toHaveLength(1)
    expect(await read(3, 2)).toEqual([])
    await expect(read(4, 2)).rejects.toMatchObject({
      code: 'RXB06',
      message: expect.stringContaining('no place 4: it ends at 3'),
    })
    await expect(read(null, 2)).rejects.toMatchObject({ code: 'RXB06' })
  })

  it('logs what a statement has really changed', async () => {
    const { one, read } = await opened()
    const table = `${schema()}.transactions`
    await one.query(
      `INSERT INTO ${table} (user_id, id, row) SELECT 'a', number::text, '{}' FROM generate_series(1, 3) AS number`,
    )
    await one.query(`UPDATE ${table} SET pending_id = '7'`)
    await one.query(`UPDATE ${table} SET removed_at = now() WHERE id = '1'`)
    await one.query(`UPDATE ${table} SET removed_at = now() WHERE id = '1'`)
    await one.query(`DELETE FROM ${table} WHERE id <> '3'`)
    const changes = (await read()).map((change) => [change._tag, 'id' in change && change.id])
    expect(changes).toEqual([
      ['Added', '1'],
      ['Added', '2'],
      ['Added', '3'],
      ['Removed', '1'],
      ['Removed', '2'],
    ])
  })

  it.each(['items', 'accounts', 'stocks', 'transactions', 'refreshes', 'users', 'changes', 'account_sums'])(
    'refuses to empty %s without a trace, by TRUNCATE',
    async (table) => {
      const { one, write, read } = await opened()
      await write(one, 'a', '1')
      await expect(one.query(`TRUNCATE ${schema()}.${table}`)).rejects.toThrow(
        `TRUNCATE of ${table} is refused: consumers of the change log would not learn of it. Use DELETE`,
      )
      expect(ids(await read())).toEqual(['1'])
    },
  )

  it('notifies of what a program writes by SQL, and of nothing else, without saying what', async () => {
    const { one, other, write } = await opened()
    const heard: Array<unknown> = []
    other.on('notification', ({ channel, payload }) => heard.push([channel, payload]))
    await other.query(`LISTEN ${schema()}_changes`)
    await one.query('BEGIN')
    for (const id of ['1', '2']) await write(one, 'a', id)
    await one.query('COMMIT')
    await one.query(`UPDATE ${schema()}.users SET version = version`)
    await waitUntil(() => heard.length > 0)
    await other.query('SELECT 1')
    expect(heard).toEqual([[`${schema()}_changes`, '']])
  })

  describe('that begins while others write', () => {
    /** A mirror without a log, and its consumers, each of which keeps a copy of the transactions. */
    const begun = async () => {
      const mirror = createMirror({ pool: connect(), schema: schema() })
      await all(mirror.migrate())
      const admin = await connectAlone()
      const present = async () => {
        const { rows } = await admin.query<{ key: string; version: string }>(
          `SELECT user_id || ' ' || id AS key, row ->> 'version' AS version FROM ${schema()}.transactions WHERE removed_at IS NULL`,
        )
        return new Map(rows.map(({ key, version }) => [key, Number(version)]))
      }
      const consumer = (name: string) => {
        const copy = new Map<string, number>()
        const [snapshot, told]: [Array<number>, Array<number>] = [[], []]
        // A process of its own, with its own pool.
        const process = createMirror({ pool: connect(), schema: schema() })
        const follow = () =>
          all(
            process.follow({
              name,
              stopWhenCaughtUp: true,
              readTables: async () => {
                for (const [key, version] of await present()) {
                  copy.set(key, version)
                  snapshot.push(version)
                }
              },
              process: async ({ changes }) => {
                for (const change of changes) {
                  if (change._tag === 'Erased')
                    for (const key of copy.keys()) if (key.startsWith(`${change.user} `)) copy.delete(key)
                  if (change._tag === 'Removed') copy.delete(`${change.user} ${change.id}`)
                  if (change._tag !== 'Added' && change._tag !== 'Changed') continue
                  copy.set(`${change.user} ${change.id}`, Number(change.row.version))
                  told.push(Number(change.row.version))
                }
                await Promise.resolve()
              },
            }),
          )
        return { copy, snapshot, told, follow }
      }
      return { mirror, admin, present, consumer }
    }

    const write = (client: Client, user: string, id: string, version: number) =>
      client.query(
        `INSERT INTO ${schema()}.transactions (user_id, id, row) VALUES ($1, $2, jsonb_build_object('version', $3::integer))
         ON CONFLICT (user_id, id) DO UPDATE SET row = excluded.row, removed_at = NULL`,
        [user, id, version],
      )

    it('waits for the transactions that have written, and gives its first consumer their rows', async () => {
      const { admin, consumer } = await begun()
      const writer = await connectAlone()
      await writer.query('BEGIN')
      await write(writer, 'a', '1', 1)
      const { copy, told, follow } = consumer('billing')
      const following = follow()
      await waitUntil(async () => {
        const { rows } = await admin.query(
          `SELECT FROM pg_locks WHERE NOT granted AND relation = '${schema()}.transactions'::regclass`,
        )
        return rows.length > 0
      })
      const late = await connectAlone()
      const waiting = write(late, 'b', '1', 2)
      await writer.query('COMMIT')
      await Promise.all([following, waiting])
      await follow()
      expect([copy, told.filter((version) => version === 1)]).toEqual([
        new Map([
          ['a 1', 1],
          ['b 1', 2],
        ]),
        [],
      ])
    })

    it('misses and repeats no row for two consumers that begin at once, among eight writers', async () => {
      const { mirror, present, consumer } = await begun()
      const consumers = ['billing', 'search'].map((name) => consumer(name))
      const number = seeded(7)
      const below = (limit: number) => Math.floor(number() * limit)
      const users = ['a', 'b', 'c', 'd']
      for (const user of users) await lastValueFrom(mirror.claim(user))
      let version = 0
      let areWriting = true
      let transactions = 0
      const writer = async () => {
        const client = await connectAlone()
        while (areWriting) {
          const user = users[below(users.length)] ?? ''
          await client.query('BEGIN')
          // As in rounds, whose first statement raises the fence.
          await client.query(
            `UPDATE ${schema()}.users SET version = nextval('${schema()}.versions') WHERE id = '${user}'`,
          )
          for (let statements = below(4); statements >= 0; statements--) {
            const id = String(below(30))
            if (below(4) > 0) await write(client, user, id, ++version)
            else await client.query(`DELETE FROM ${schema()}.transactions WHERE user_id = $1 AND id = $2`, [user, id])
          }
          await client.query('COMMIT')
          transactions++
        }
      }
      const writing = Promise.all(Array.from({ length: 8 }, writer))
      await waitUntil(() => transactions > 40)
      const earlier = new Set((await present()).values())
      await Promise.all(consumers.map(({ follow }) => follow()))
      const reached = transactions
      await waitUntil(() => transactions > reached + 40)
      areWriting = false
      await writing
      await Promise.all(consumers.map(({ follow }) => follow()))
      const last = await present()
      for (const { copy, told } of consumers) {
        expect(copy).toEqual(last)
        expect(new Set(told).size).toBe(told.length)
        expect(told.filter((one) => earlier.has(one))).toEqual([])
        expect(told.length).toBeGreaterThan(40)
      }
    })
  })

  describe('with eight writers that are late, roll back and are killed', () => {
    /** Eight writers and a reader at once; then what was read, and what the tables have. */
    const run = async (seed: number) => {
      const { mirror, one: admin } = await opened()
      const number = seeded(seed)
      const below = (limit: number) => Math.floor(number() * limit)
      const users = ['a', 'b', 'c', 'd']
      const tables = ['transactions', 'accounts', 'stocks']
      let areWriting = true

      const write = async (client: Client) => {
        const [user = '', table = ''] = [users[below(users.length)], tables[below(tables.length)]]
        await client.query('BEGIN')
        const { rows } = await client.query<{ version: string }>(
          `UPDATE ${schema()}.users SET version = nextval('${schema()}.versions') WHERE id = $1 RETURNING version`,
          [user],
        )
        const [version] = rows
        if (version !== undefined) {
          for (let statements = 1 + below(3); statements > 0; statements--) {
            const choice = below(10)
            const row = { version: Number(version.version) }
            const some = [below(6), below(6), below(6)].map(String)
            if (choice < 7)
              await client.query(
                `INSERT INTO ${schema()}.${table} AS old (user_id, id, row) SELECT $1, id, $3 FROM (SELECT DISTINCT unnest($2::text[])) AS ids(id)
                 ON CONFLICT (user_id, id) DO UPDATE SET row = excluded.row, removed_at = NULL`,
                [user, some, JSON.stringify(row)],
              )
            else if (choice < 9)
              await client.query(
                `UPDATE ${schema()}.${table} SET removed_at = now() WHERE user_id = $1 AND id = ANY ($2) AND removed_at IS NULL`,
                [user, some],
              )
            else
              await client.query(`DELETE FROM ${schema()}.${table} WHERE user_id = $1 AND id = ANY ($2)`, [user, some])
            if (below(3) === 0) await client.query(`SELECT pg_sleep(${String(below(20) / 1000)})`)
          }
        }
        const end = below(12)
        if (end === 0) await client.query('SELECT pg_terminate_backend(pg_backend_pid())')
        await client.query(end === 1 ? 'ROLLBACK' : 'COMMIT')
      }

      const writer = async () => {
        let client = await connectAlone()
        for (let transactions = 0; transactions < 12; transactions++)
          try {
            await write(client)
          } catch {
            client = await connectAlone()
          }
      }

      const erase = async () => {
        for (let erasures = 0; erasures < 2; erasures++) {
          await admin.query(`SELECT pg_sleep(${String(below(50) / 1000)})`)
          const user = users[below(users.length)] ?? ''
          await lastValueFrom(mirror.erase(user))
          await lastValueFrom(mirror.claim(user))
        }
      }

      const seen: Array<LoggedChange> = []
      const reader = async () => {
        for (let isLast = false; !isLast;) {
          isLast = !areWriting
          const after = seen.at(-1)?.cursor
          seen.push(
            ...(await all(
              mirror.changes({ ...(after !== undefined && { after }), ...(!isLast && { limit: 1 + below(30) }) }),
            )),
          )
        }
      }

      const writing = Promise.all([...Array.from({ length: 8 }, writer), erase()]).finally(() => (areWriting = false))
      await Promise.all([writing, reader()])
      const present = await admin.query<{ key: string; version: string }>(
        tables
          .map(
            (table) =>
              `SELECT user_id || ' ${table} ' || id AS key, row ->> 'version' AS version FROM ${schema()}.${table} WHERE removed_at IS NULL`,
          )
          .join(' UNION ALL '),
      )
      return { seen, mirror, present: new Map(present.rows.map(({ key, version }) => [key, Number(version)])) }
    }

    it.each(Array.from({ length: seeds }, (_, index) => index + 1))(
      'loses none, and keeps the order of a user: seed %i',
      async (seed) => {
        const { seen, mirror, present } = await run(seed)
        const ours = new Map<string, number>()
        const versions = new Map<string, number>()
        for (const change of seen) {
          if (change._tag === 'Erased') {
            for (const key of ours.keys()) if (key.startsWith(`${change.user} `)) ours.delete(key)
            continue
          }
          const key = `${change.user} ${change.feed} ${change.id}`
          if (change._tag === 'Removed') ours.delete(key)
          else if ('row' in change) {
            const version = Number(change.row.version)
            expect(version).toBeGreaterThanOrEqual(versions.get(change.user) ?? 0)
            versions.set(change.user, version)
            ours.set(key, version)
          }
        }
        expect(ours).toEqual(present)
        const cursors = new Set(seen.map(({ cursor }) => cursor))
        expect(cursors.size).toBe(seen.length)
        const kept = await all(mirror.changes())
        expect(kept.filter(({ cursor }) => !cursors.has(cursor))).toEqual([])
        expect(kept.length).toBeGreaterThan(20)
        const [first] = await all(mirror.follow({ name: 'late', process: () => Promise.resolve() }).pipe(take(1)))
        expect(first?.changes).toEqual(kept.slice(0, 500))
      },
    )
  })
})
