import { concatMap, firstValueFrom, lastValueFrom, map, of, take } from 'rxjs'
import type { MirrorChange } from '../../../lib/mirror/log/MirrorChange.js'
import { createMirror, MirrorError, StaleFencingToken } from '../../../lib/postgres.js'
import { waitUntil } from '../../helpers/waitUntil.js'
import { all, bank, differences, failure } from '../core/place.js'
import { ownSchema } from './ownSchema.js'
import { type Server, startServer } from './server.js'

describe('a mirror whose PostgreSQL fails', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.remove())
  const { schema: ownName, connect, placeOf } = ownSchema('bank', () => server)
  let schema = ''
  beforeEach(() => {
    schema = ownName()
  })

  it.each([
    ['is restarted', () => server.stop()],
    ['crashes', () => server.crash()],
  ])('a round in which it %s ends with an error, and the next one goes on', async (_, end) => {
    const { user, id } = bank({ transactions: 200 })
    const pool = connect()
    const mirror = createMirror({ pool, schema })
    let ended: Promise<void> | undefined
    const round$ = mirror
      .sync(user, { id, limit: 1, feeds: ['transactions'] })
      .pipe(concatMap((batch, index) => (index === 3 ? (ended = end()) : of(batch))))
    const error = await failure(round$)
    await ended
    expect(error).toBeInstanceOf(MirrorError)
    expect(error).toMatchObject({ reason: 'unavailable', isTransient: true })
    expect(await failure(mirror.sync(user, { id }))).toMatchObject({ reason: 'unavailable' })
    await server.start()
    await all(mirror.sync(user, { id }))
    expect(await differences(placeOf(pool), user, id)).toEqual([])
  })

  it('a connection that is cut in the middle of a round ends it, and nothing is lost', async () => {
    const { user, id } = bank({ transactions: 200 })
    const [pool, other] = [connect({ max: 1 }), connect()]
    const mirror = createMirror({ pool, schema })
    const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const cut = () => other.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    const config = { id, limit: 1, feeds: ['transactions'] } as const
    const round$ = mirror.sync(user, config).pipe(concatMap((batch, index) => (index === 3 ? cut() : of(batch))))
    // Between two transactions the pool replaces the connection, and the round goes on.
    const error = await failure(round$)
    expect(error === 'nothing' || (error instanceof MirrorError && error.reason === 'unavailable')).toBe(true)
    await all(mirror.sync(user, { id }))
    expect(await differences(placeOf(pool), user, id)).toEqual([])
  })

  it('who listens hears that the connection was lost, and what comes after', async () => {
    const { user, id } = bank()
    const mirror = createMirror({ pool: connect({ application_name: `listening_${schema}` }), schema })
    const other = connect()
    await all(mirror.migrate())
    const reported: Array<MirrorChange['_tag']> = []
    const listening = mirror.changes$.pipe(map(({ _tag }) => _tag)).subscribe((tag) => reported.push(tag))
    await waitUntil(() => reported.length === 1)
    await other.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
      `listening_${schema}`,
    ])
    await waitUntil(() => reported.length === 2)
    await all(createMirror({ pool: other, schema }).sync(user, { id, feeds: ['stocks'] }))
    await waitUntil(() => reported.length === 3)
    listening.unsubscribe()
    expect(reported).toEqual(['Listening', 'Listening', 'Changed'])
  })

  it('those who listen share a connection, which is given back unheard', async () => {
    const pool = connect()
    const { changes$ } = createMirror({ pool, schema })
    const reported: Array<MirrorChange> = []
    const both = [
      changes$.subscribe((change) => reported.push(change)),
      changes$.subscribe((change) => reported.push(change)),
    ]
    await waitUntil(() => reported.length === 2)
    await waitUntil(() => pool.totalCount - pool.idleCount === 1)
    both.forEach((one) => one.unsubscribe())
    await waitUntil(() => pool.totalCount === pool.idleCount)
    const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
    const heard = await Promise.all(clients.map((client) => client.query('SELECT * FROM pg_listening_channels()')))
    clients.forEach((client) => client.release())
    expect(heard.map(({ rowCount }) => rowCount)).toEqual(clients.map(() => 0))
  })

  it('of two rounds of a user at once one writes, and the database is whole', async () => {
    const { user, id, sandbox, uuid } = bank({ transactions: 100 })
    const pool = connect()
    const mirrors = [createMirror({ pool, schema }), createMirror({ pool, schema })]
    for (let round = 0; round < 5; round++) {
      sandbox.insertTransactions(uuid, 5)
      // The one that claims last writes; the other has ended before that, or writes no more.
      const ends = await Promise.all(mirrors.map((mirror) => failure(mirror.sync(user, { id, limit: 3 }))))
      expect(ends).toContain('nothing')
      expect(ends.filter((end) => end !== 'nothing').every((end) => end instanceof StaleFencingToken)).toBe(true)
      await all(createMirror({ pool, schema }).sync(user, { id }))
      expect(await differences(placeOf(pool), user, id)).toEqual([])
    }
  })

  it('of two rounds that have claimed a user the earlier writes nothing', async () => {
    const { user, id } = bank({ transactions: 100 })
    const mirror = createMirror({ pool: connect(), schema })
    const fences = [await firstValueFrom(mirror.claim(id)), await firstValueFrom(mirror.claim(id))]
    const ends = await Promise.all(fences.map((fence) => failure(mirror.sync(user, { id, fence, limit: 3 }))))
    expect([ends[0] instanceof StaleFencingToken, ends[1]]).toEqual([true, 'nothing'])
  })

  it('a transaction that nobody waits for is rolled back, and its connection given back', async () => {
    const { user, id } = bank()
    const [pool, other] = [connect(), connect()]
    const mirror = createMirror({ pool, schema })
    await all(mirror.claim(id))
    const holder = await other.connect()
    await holder.query('BEGIN')
    await holder.query(`SELECT * FROM ${schema}.users FOR UPDATE`)
    const waiting = mirror.sync(user, { id }).subscribe()
    const isWaiting = async () => {
      const { rows } = await holder.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
      return rows.length > 0
    }
    await waitUntil(isWaiting)
    waiting.unsubscribe()
    await holder.query('ROLLBACK')
    holder.release()
    await waitUntil(() => pool.idleCount === pool.totalCount)
    const { rows } = await other.query("SELECT 1 FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'")
    expect(rows).toEqual([])
    expect((await other.query(`SELECT 1 FROM ${schema}.items`)).rows).toEqual([])
  })

  it('a worker that stops in a transaction loses its locks', async () => {
    const pool = connect()
    const mirror = createMirror({ pool, schema })
    await all(mirror.migrate())
    const { user, id } = bank()
    let setting = ''
    const spying = {
      connect: async () => {
        const client = await pool.connect()
        const query = client.query.bind(client) as (text: string, values?: Array<unknown>) => Promise<unknown>
        const spied = async (text: string, values?: Array<unknown>) => {
          const result = await query(text, values)
          if (text.startsWith('BEGIN')) {
            const shown = (await query('SHOW idle_in_transaction_session_timeout')) as { rows: Array<object> }
            setting = JSON.stringify(shown.rows)
          }
          return result
        }
        return new Proxy(client, {
          get: (target, name) => {
            if (name === 'query') return spied
            const value: unknown = Reflect.get(target, name)
            return typeof value === 'function' ? (value.bind(target) as unknown) : value
          },
        })
      },
    }
    await lastValueFrom(createMirror({ pool: spying, schema }).sync(user, { id }).pipe(take(1)))
    expect(setting).toBe('[{"idle_in_transaction_session_timeout":"30s"}]')
  })

  it('is told apart from one that refuses, without a word of how it is reached', async () => {
    const errors = [
      await failure(createMirror({ pool: connect({ database: 'canary' }), schema }).claim('A6J')),
      await failure(createMirror({ pool: connect({ user: 'canary', password: 'canary' }), schema }).claim('A6J')),
      await failure(createMirror({ pool: connect({ host: 'canary.invalid' }), schema }).claim('A6J')),
    ]
    expect(errors).toMatchObject([
      { reason: 'denied', code: '3D000' },
      { reason: 'denied', code: '28000' },
      { reason: 'unavailable' },
    ])
    for (const error of errors) {
      const { message, stack = '' } = error as Error
      expect([message, JSON.stringify(error), stack, (error as Error).cause].join()).not.toContain('canary')
    }
  })

  it('an error of a statement has nothing of the rows', async () => {
    const { user, id } = bank()
    const pool = connect()
    const mirror = createMirror({ pool, schema })
    await all(mirror.migrate())
    await pool.query(`ALTER TABLE ${schema}.transactions ADD CHECK (amount > 1e9)`)
    const error = (await failure(mirror.sync(user, { id }))) as MirrorError
    expect(error).toMatchObject({ _tag: 'MirrorError', reason: 'failed', code: '23514' })
    expect([error.message, Object.keys(error), error.cause]).toEqual([
      'mirror: the database failed (23514)',
      ['_tag', 'reason', 'code'],
      undefined,
    ])
  })

  it('a role that may not change the tables uses them as they are', async () => {
    const owner = connect()
    await all(createMirror({ pool: owner, schema }).migrate())
    await owner.query(`CREATE ROLE worker_${schema} LOGIN; GRANT USAGE ON SCHEMA ${schema} TO worker_${schema};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO worker_${schema};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO worker_${schema}`)
    const pool = connect({ user: `worker_${schema}` })
    const { user, id } = bank()
    expect(await all(createMirror({ pool, schema }).sync(user, { id }))).toHaveLength(4)
    const error = await failure(createMirror({ pool, schema: `${schema}_other` }).migrate())
    expect(error).toMatchObject({ reason: 'denied', code: '42501' })
    // The role may not create the log, and need not have rights to it to write rows.
    const mirror = createMirror({ pool, schema })
    for (const stream of [mirror.presentCursor(), mirror.changes$, mirror.maintainTransfers()])
      expect(String(await failure(stream))).toBe(
        "SchemaRefused: mirror: the tables of changes have version 0, this library expects 1: call migrate({ features: ['changes'] })",
      )
    const owning = createMirror({ pool: owner, schema })
    await all(owning.migrate({ features: ['changes'] }))
    await all(mirror.sync(user, { id: 'other' }))
    expect((await all(owning.changes())).length).toBeGreaterThan(60)
  })
})
