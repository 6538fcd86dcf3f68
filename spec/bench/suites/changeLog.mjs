/** The change log of a mirror and its proof: what they add to a round's write, the size of the log, and how fast it is read. */
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { createClient, documentedProfile, redact } from 'rxbank'
import { createMirror } from 'rxbank/postgres'
import { createMirror as createSqliteMirror } from 'rxbank/sqlite'
import { lastValueFrom, of } from 'rxjs'
import { startPostgres } from '../harness/postgresServer.mjs'
import { provenRounds, steppingClock } from '../harness/provenUser.mjs'
import { timed } from '../harness/timed.mjs'
import { transactions } from '../harness/transactions.mjs'

const token = {
  access_token: redact('t0k3n'),
  expires_at: new Date(Date.now() + 7_200_000),
  user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415' },
}

const lastPage = '],"pagination":{"previous_uri":null,"next_uri":null}}'

/** The client of a user with these transactions, which answers in this process. */
const userWith = (rows) => {
  const body = `{"resources":[${rows.map((row) => JSON.stringify(row)).join()}${lastPage}`
  const http = () => of({ status: 200, headers: { date: new Date().toUTCString() }, body })
  return createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'bench',
    clientSecret: 's3cr3t',
    http,
  }).user({
    token$: of(token),
  })
}

const feeds = ['transactions']

/** Rounds of users nobody had before: one whose 500 rows are new, and one in which all of them have changed. */
const rounds = (name, mirror) => {
  const rows = transactions(500)
  const [added, changed] = [userWith(rows), userWith(rows.map((row) => ({ ...row, amount: row.amount - 1 })))]
  let users = 0
  const sample = async () => {
    const id = `user-${String(++users)}`
    const write = async (user) => {
      const { changedIds } = await lastValueFrom(mirror.sync(user, { id, feeds }))
      if (changedIds.length !== rows.length) throw new Error(`${name}: ${String(changedIds.length)} rows`)
    }
    const [inserting] = await timed(() => write(added))
    const [updating] = await timed(() => write(changed))
    return [inserting, updating]
  }
  return { name, sample }
}

const unit = ['ms, 500 rows added', 'ms, 500 rows changed']
const bars = unit.map((one) => ({ name: 'with the log', most: 1.25, unit: one }))
const [without, withLog] = ['without the log', 'with the log']
/** The triggers of the log, and of the sums that the proof reads. */
const addedTriggers = /_(log|sum)_/
const tables = ['items', 'accounts', 'stocks', 'transactions', 'refreshes', 'users']

const dropTriggers = (database) => {
  for (const { name } of database.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all())
    if (addedTriggers.test(name)) database.exec(`DROP TRIGGER ${name}`)
}

const sqliteWrite = async () => {
  const open = async (isLogged) => {
    const database = new DatabaseSync(':memory:')
    const mirror = createSqliteMirror({ database })
    await lastValueFrom(mirror.migrate({ features: ['changes'] }))
    if (!isLogged) dropTriggers(database)
    return rounds(isLogged ? withLog : without, mirror)
  }
  const candidates = [await open(false), await open(true)]
  return { suite: 'changeLog: a round on SQLite', unit, reference: without, rounds: 15, candidates, bars }
}

const postgresWrite = async ({ connect }) => {
  const pool = new pg.Pool(connect)
  const open = async (isLogged) => {
    const schema = isLogged ? 'logged' : 'unlogged'
    const mirror = createMirror({ pool, schema })
    await lastValueFrom(mirror.migrate({ features: ['changes'] }))
    if (!isLogged) for (const table of tables) await pool.query(`ALTER TABLE ${schema}.${table} DISABLE TRIGGER USER`)
    return rounds(isLogged ? withLog : without, mirror)
  }
  const candidates = [await open(false), await open(true)]
  const close = () => pool.end()
  return { suite: 'changeLog: a round on PostgreSQL', unit, reference: without, rounds: 15, candidates, bars, close }
}

const proofUnit = { sqlite: 'ms of CPU, 10 rows changed', postgres: 'ms, 10 rows changed' }
const [withoutBoth, withBoth] = ['without log and proof', 'with both']

/** Rounds of a user with so many rows, with the log and the proof, and without both. `open` opens a mirror. */
const proving = async (database, count, open, rest = {}) => {
  const side = async (isProven) => {
    const clock = steppingClock()
    const round = await provenRounds({ createClient, redact }, await open(isProven, clock), clock, { count, isProven })
    const sample = async () => (await timed(round))[database === 'sqlite' ? 1 : 0]
    return { name: isProven ? withBoth : withoutBoth, sample }
  }
  return {
    suite: `changeLog: a round of ${count.toLocaleString('en')} rows on ${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
    unit: proofUnit[database],
    reference: withoutBoth,
    rounds: 61,
    candidates: [await side(false), await side(true)],
    bars: [{ name: withBoth, most: 1.25 }],
    ...rest,
  }
}

/** The proof adds all rows up once a day, so the mirror compares no whole list meanwhile. */
const settings = { fullSyncEvery: 365 * 86_400_000 }

const sqliteProof = (count) =>
  proving('sqlite', count, async (isProven, clock) => {
    const database = new DatabaseSync(':memory:')
    const mirror = createSqliteMirror({ database, clock, ...settings })
    await lastValueFrom(mirror.migrate({ features: ['changes'] }))
    if (!isProven) dropTriggers(database)
    return mirror
  })

const postgresProof = ({ connect }, count) => {
  const pool = new pg.Pool(connect)
  const open = async (isProven, clock) => {
    const schema = `${isProven ? 'proven' : 'unproven'}_${String(count)}`
    const mirror = createMirror({ pool, schema, clock, ...settings })
    await lastValueFrom(mirror.migrate({ features: ['changes'] }))
    if (!isProven) for (const table of tables) await pool.query(`ALTER TABLE ${schema}.${table} DISABLE TRIGGER USER`)
    return mirror
  }
  return proving('postgres', count, open, { close: () => pool.end() })
}

/** Fills the log with so many changes, those of one page again and again. */
const fill = async (pool, count) => {
  const mirror = createMirror({ pool, schema: 'read' })
  await lastValueFrom(mirror.migrate({ features: ['changes'] }))
  const rows = transactions(500)
  for (let user = 0; user < 4; user += 1)
    await lastValueFrom(mirror.sync(userWith(rows), { id: `user-${String(user)}`, feeds }))
  await pool.query(`INSERT INTO read.changes (user_id, change, feed, id, row)
    SELECT user_id, change, feed, id, row FROM read.changes, generate_series(1, ${String(count / 2000 - 1)})`)
  await pool.query('VACUUM ANALYZE read.changes')
  return mirror
}

const reading = async ({ connect, quick }) => {
  const count = quick ? 100_000 : 1_000_000
  const pool = new pg.Pool(connect)
  const mirror = await fill(pool, count)
  const expectAll = (read) => {
    if (read !== count) throw new Error(`changeLog: ${String(read)} of ${String(count)} changes`)
  }

  const cursor = async () => {
    const client = await pool.connect()
    await client.query('BEGIN')
    await client.query('DECLARE bare CURSOR FOR SELECT * FROM read.changes ORDER BY number')
    let read = 0
    for (let isLast = false; !isLast;) {
      const { rows } = await client.query('FETCH 2000 FROM bare')
      read += rows.length
      isLast = rows.length === 0
    }
    await client.query('ROLLBACK')
    client.release()
    expectAll(read)
  }

  const changes = async () => {
    let read = 0
    await mirror.changes().forEach(() => (read += 1))
    expectAll(read)
  }

  const [bare, ours] = ['a bare cursor', 'changes()']
  const candidates = [
    { name: bare, sample: async () => (await timed(cursor))[0] / 1000 },
    { name: ours, sample: async () => (await timed(changes))[0] / 1000 },
  ]
  return {
    suite: `changeLog: ${count.toLocaleString('en')} changes read`,
    unit: 's',
    reference: bare,
    rounds: 5,
    warmUp: 1,
    candidates,
    bars: [{ name: ours, most: 2 }],
    close: () => pool.end(),
  }
}

const size = async ({ connect }) => {
  const pool = new pg.Pool(connect)
  return {
    suite: 'changeLog: size on PostgreSQL, with indexes',
    unit: 'B',
    measure: async () => {
      const mirror = createMirror({ pool, schema: 'size' })
      await lastValueFrom(mirror.migrate({ features: ['changes'] }))
      for (let user = 0; user < 40; user += 1)
        await lastValueFrom(mirror.sync(userWith(transactions(500)), { id: `user-${String(user)}`, feeds }))
      await pool.query('VACUUM FULL size.transactions, size.changes')
      const { rows } = await pool.query(`SELECT
        pg_total_relation_size('size.transactions')::float / (SELECT count(*) FROM size.transactions) AS row,
        pg_total_relation_size('size.changes')::float / (SELECT count(*) FROM size.changes) AS change`)
      const [{ row, change }] = rows
      return [
        { name: 'a row', value: row },
        { name: 'a change', value: change, ratio: change / row },
      ]
    },
    bars: [{ name: 'a change', most: 2, note: 'of its row' }],
    close: () => pool.end(),
  }
}

export const comparisons = async ({ quick }) => {
  const server = await startPostgres()
  const connect = { host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' }
  const counts = quick ? [200, 2000] : [200, 2000, 20_000]
  const all = [
    await sqliteWrite(),
    await postgresWrite({ connect }),
    ...(await Promise.all(counts.map(sqliteProof))),
    ...(await Promise.all(counts.map((count) => postgresProof({ connect }, count)))),
    await size({ connect }),
    await reading({ connect, quick }),
  ]
  const last = all.at(-1)
  const close = async () => {
    await last.close()
    await server.remove()
  }
  return [...all.slice(0, -1), { ...last, close }]
}
