import { Pool } from 'pg'
import { Subscription } from 'rxjs'
import { createMirror } from '../../../lib/postgres.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { program, type Running } from '../../helpers/program.js'
import { all, differences, userOf } from '../core/place.js'
import { type Server, startServer } from './server.js'

/** A round of a user; writes a line for each batch, and one that says how it ended. */
const worker = program(`
  import { createRequire } from 'node:module'
  import { writeSync } from 'node:fs'
  import { createClient, documentedProfile } from '../lib/index.js'
  import { createMirror } from '../lib/postgres.js'
  const [baseUrl, clientId, clientSecret, externalUserId, port] = process.argv.slice(2)
  const { Pool } = createRequire(process.cwd() + '/package.json')('pg')
  const pool = new Pool({ host: '127.0.0.1', port: Number(port), user: 'postgres', database: 'postgres' })
  pool.on('error', () => undefined)
  const user = createClient({ profile: documentedProfile, baseUrl, clientId, clientSecret }).user({ externalUserId })
  const say = (text) => void writeSync(1, text + '\\n')
  const end = (text) => { say(text); void pool.end() }
  createMirror({ pool }).sync(user, { id: externalUserId, limit: 3, feeds: ['transactions'] }).subscribe({
    next: ({ isLast }) => say(isLast ? 'last' : 'batch'),
    error: (error) => end(error._tag),
    complete: () => end('done'),
  })
`)

describe('workers of a mirror that die', () => {
  const open = new Subscription()
  const sandbox = createSandbox({ profile: documentedProfile, seed: 9, transactions: 60, stocks: 0 })
  const [person] = sandbox.users
  if (person === undefined) throw new Error('nobody')
  const { externalUserId, uuid } = person
  const { clientId, clientSecret } = sandbox.credentials
  const started: Array<Running> = []
  let server: Server
  let pool: Pool
  let url = ''

  beforeAll(async () => {
    server = await startServer()
    pool = new Pool({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' })
    pool.on('error', () => undefined)
    await all(createMirror({ pool }).migrate())
    url = await new Promise<string>((done) => open.add(sandbox.listen().subscribe(done)))
  })
  afterAll(async () => {
    for (const { child } of started) child.kill('SIGKILL')
    open.unsubscribe()
    await pool.end()
    await server.remove()
  })

  const start = (): Running => {
    const running = worker.start([url, clientId, clientSecret, externalUserId, String(server.port)])
    started.push(running)
    return running
  }

  /** Reads so many lines of a worker. */
  const lines = async ({ line }: Running, most = Infinity): Promise<ReadonlyArray<string>> => {
    const read: Array<string> = []
    for (let next = await line(); next !== undefined; next = await line()) {
      read.push(next)
      if (read.length >= most) break
    }
    return read
  }

  const place = {
    query: async (sql: string) => (await pool.query<Record<string, unknown>>(sql)).rows,
    table: (name: string) => `rxbank.${name}`,
  }
  const wrong = async () => {
    const user = userOf(sandbox, externalUserId)
    return (await differences(place, user, externalUserId)).filter(({ list }) => list === 'transactions')
  }

  it('are followed by others, who lose no row', async () => {
    const ids: Array<number> = []
    for (const batches of [1, 4, 9, 2, 13, 6, 3, 17, 5, 8]) {
      ids.push(...sandbox.insertTransactions(uuid, 3))
      const [gone = 0, changed = 0] = ids
      if (batches % 2 === 0) sandbox.updateTransaction(changed, { amount: -batches })
      if (batches % 3 === 0) sandbox.deleteTransaction(ids.splice(0, 1)[0] ?? gone)
      const running = start()
      await lines(running, batches)
      running.child.kill('SIGKILL')
      await running.ended
    }
    expect((await lines(start())).at(-1)).toBe('done')
    expect(await wrong()).toEqual([])
  })

  it('and one that slept while another took its user over writes nothing more', async () => {
    sandbox.insertTransactions(uuid, 40)
    const sleeper = start()
    expect(await lines(sleeper, 2)).toEqual(['batch', 'batch'])
    sleeper.child.kill('SIGSTOP')
    sandbox.insertTransactions(uuid, 3)
    // What the sleeper has open is ended after half a minute; it holds no locks between transactions.
    await pool.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'")
    expect((await lines(start())).at(-1)).toBe('done')
    const before = await pool.query('SELECT id, version FROM rxbank.users')
    sleeper.child.kill('SIGCONT')
    const ends = (await lines(sleeper)).filter((line) => line !== 'batch')
    expect(['StaleFencingToken', 'MirrorError']).toContain(ends[0])
    expect((await pool.query('SELECT id, version FROM rxbank.users')).rows).toEqual(before.rows)
    expect(await wrong()).toEqual([])
  })
})
