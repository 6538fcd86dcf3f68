import { lastValueFrom, NEVER, type Observable } from 'rxjs'
import { createEngine, createFleet, type FleetEvent } from '../../../lib/fleet.js'
import { ConfigError, createVirtualClock } from '../../../lib/index.js'
import { createMirror, createPermits, createTokenStore, type MirrorChange, statement } from '../../../lib/postgres.js'
import { waitUntil } from '../../helpers/waitUntil.js'
import { all, bank, differences, failure } from '../core/place.js'
import { ownSchema } from './ownSchema.js'
import { type Proxy, startProxy } from './proxy.js'
import { type Server, startServer } from './server.js'

const keys = [Buffer.alloc(32, 1).toString('base64')]
const turn = () => new Promise((done) => setImmediate(done))

describe('a PostgreSQL that does not answer', () => {
  let server: Server
  let proxy: Proxy
  let schema = ''
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.remove())
  // Before the pools are ended, which would wait for answers that the proxy holds back.
  afterEach(() => proxy.close())
  const { schema: ownName, connect, placeOf } = ownSchema('limits', () => server)
  beforeEach(async () => {
    proxy = await startProxy(server.port)
    schema = ownName()
  })

  /** What one call after the other errors with while a table is locked, and whether they succeed when it is free again. */
  const whileLocked = async (table: string, ...calls: ReadonlyArray<Observable<unknown>>) => {
    const holder = await connect().connect()
    await holder.query(`BEGIN; LOCK TABLE ${schema}.${table} IN ACCESS EXCLUSIVE MODE`)
    const errors = []
    for (const call of calls) errors.push(await failure(call))
    await holder.query('ROLLBACK')
    holder.release()
    const after = []
    for (const call of calls) after.push(await failure(call))
    return { errors, after }
  }

  it.each(['users', 'checkpoints', 'items', 'transactions'])(
    'a round while another session has locked %s ends as busy, and the next one goes on',
    async (table) => {
      const { user, id } = bank()
      const pool = connect()
      const mirror = createMirror({ pool, schema, lockTimeout: 50 })
      await all(mirror.migrate())
      const { errors, after } = await whileLocked(table, mirror.sync(user, { id }))
      expect(errors).toMatchObject([{ _tag: 'MirrorError', reason: 'busy', code: '55P03', isTransient: true }])
      expect(after).toEqual(['nothing'])
      expect(await differences(placeOf(pool), user, id)).toEqual([])
      await waitUntil(() => pool.idleCount === pool.totalCount)
    },
  )

  it('tokens, permits and an engine whose tables are locked end as busy, too', async () => {
    const config = { pool: connect(), schema, lockTimeout: 50 }
    const tokens = createTokenStore({ ...config, keys })
    const permits = createPermits({ ...config, application: { requests: 10, per: 1000 } })
    const engine = createEngine(config)
    for (const { migrate } of [tokens, permits, engine]) await all(migrate())
    const busy = { reason: 'busy', code: '55P03', isTransient: true }
    const ask = { lease: 'a', leaseFor: 1000 }
    const taken = await whileLocked('tokens', tokens.erase('A6J'), tokens.take('a', ask))
    expect(taken).toMatchObject({ errors: [busy, busy], after: ['nothing', 'nothing'] })
    expect(await whileLocked('permit_scopes', permits.status())).toMatchObject({ errors: [busy], after: ['nothing'] })
    const asked = await whileLocked('follower', engine.add([{ id: 'a', wait: 0 }]), engine.runNow({ id: 'a' }))
    expect(asked).toMatchObject({ errors: [busy, busy], after: ['nothing', 'nothing'] })
  })

  it('a statement that takes too long ends its round as busy, also one of the caller', async () => {
    const { user, id } = bank()
    // Longer than any other statement of a round takes on a busy machine.
    const mirror = createMirror({ pool: connect(), schema, statementTimeout: 3000 })
    await all(mirror.migrate())
    const slow$ = mirror.sync(user, {
      id,
      *extraStatements() {
        yield statement('SELECT pg_sleep(60)')
      },
    })
    expect(await failure(slow$)).toMatchObject({ reason: 'busy', code: '57014' })
    expect(await failure(mirror.sync(user, { id }))).toBe('nothing')
  })

  it('a migration waits for that of another process longer than a statement may take', async () => {
    const [pool, other] = [connect(), connect()]
    const holder = await other.connect()
    await holder.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('rxbank mirror ${schema}', 0))`)
    const migrated = all(createMirror({ pool, schema, lockTimeout: 1, statementTimeout: 300 }).migrate())
    const isWaiting = async () =>
      (await other.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rows.length > 0
    await waitUntil(isWaiting)
    await holder.query('SELECT pg_sleep(0.5); COMMIT')
    holder.release()
    expect(await migrated).not.toEqual([])
  })

  it.each(['its first statement', 'a page'])(
    'a connection that goes silent at %s ends the round, and the next one gets another',
    async (where) => {
      const { user, id } = bank({ transactions: 20 })
      const clock = createVirtualClock()
      const pool = connect({ port: proxy.port, max: 1 })
      const mirror = createMirror({ pool, schema, clock })
      await all(mirror.migrate())
      let pages = 0
      const ends: Array<unknown> = []
      if (where === 'its first statement') proxy.silence()
      mirror.sync(user, { id, limit: 5, feeds: ['transactions'] }).subscribe({
        next: () => {
          if (++pages === 2) proxy.silence()
        },
        error: (error: unknown) => ends.push(error),
        complete: () => ends.push('complete'),
      })
      await waitUntil(() => proxy.swallowed() > 0)
      clock.advance(69_999)
      expect(ends).toEqual([])
      clock.advance(1)
      expect(ends).toMatchObject([
        { _tag: 'MirrorError', reason: 'unavailable', code: 'NO_RESPONSE', isTransient: true },
      ])
      expect(String(ends[0])).toContain('the database has not answered in time')
      await waitUntil(() => pool.totalCount === 0)
      proxy.speak()
      expect(await failure(mirror.sync(user, { id }))).toBe('nothing')
      expect(await differences(placeOf(connect()), user, id)).toEqual([])
      expect(clock.pending()).toBe(0)
    },
  )

  it('a round that is left while its connection is silent drops the connection', async () => {
    const { user, id } = bank()
    const clock = createVirtualClock()
    const pool = connect({ port: proxy.port, max: 1 })
    const mirror = createMirror({ pool, schema, clock })
    await all(mirror.migrate())
    proxy.silence()
    const round = mirror.sync(user, { id }).subscribe()
    await waitUntil(() => proxy.swallowed() > 0)
    round.unsubscribe()
    await turn()
    expect(pool.totalCount).toBe(1)
    clock.advance(70_000)
    await waitUntil(() => pool.totalCount === 0)
    expect(clock.pending()).toBe(0)
  })

  it('who listens on a connection that went silent gets another one, and is told to read again', async () => {
    const clock = createVirtualClock()
    const mirror = createMirror({ pool: connect({ port: proxy.port }), schema, clock })
    const reported: Array<MirrorChange['_tag']> = []
    const listening = mirror.changes$.subscribe(({ _tag }) => reported.push(_tag))
    await waitUntil(() => reported.length === 1)
    proxy.silence()
    clock.advance(30_000)
    await waitUntil(() => proxy.swallowed() > 0)
    proxy.speak()
    clock.advance(70_000)
    clock.advance(1000)
    await waitUntil(() => reported.length === 2)
    listening.unsubscribe()
    expect(reported).toEqual(['Listening', 'Listening'])
  })

  it('a pool that gives no connection is not waited for without end, and a late connection goes back', async () => {
    const clock = createVirtualClock()
    const pool = connect({ max: 1 })
    const mirror = createMirror({ pool, schema, clock })
    await all(mirror.migrate())
    const holder = await pool.connect()
    const ends: Array<unknown> = []
    mirror.claim('A6J').subscribe({ error: (error: unknown) => ends.push(error) })
    clock.advance(30_000)
    expect(ends).toMatchObject([{ reason: 'unavailable', code: 'NO_CONNECTION', isTransient: true }])
    expect(String(ends[0])).toContain('the pool has given no connection')
    holder.release()
    await waitUntil(() => pool.idleCount === 1)
    expect(await all(mirror.claim('A6J'))).toHaveLength(1)
  })

  it('a fleet says that the database hangs, and goes on over another connection', async () => {
    const { user, id } = bank({ transactions: 5 })
    const clock = createVirtualClock()
    const mirror = createMirror({ pool: connect({ port: proxy.port }), schema, clock })
    const engine = createEngine({ pool: connect(), schema })
    const client = { user: () => ({ ...user, token$: NEVER }) }
    const fleet = createFleet({ client, mirror, engine, feeds: ['transactions'], every: 50 })
    await all(fleet.migrate())
    await all(fleet.add(id))
    await all(engine.setUuid(id, 'known'))
    const reported: Array<FleetEvent> = []
    const working = fleet.work().subscribe((event) => reported.push(event))
    await waitUntil(() => reported.some(({ _tag }) => _tag === 'RoundEnded'))
    reported.length = 0
    proxy.silence()
    await waitUntil(() => proxy.swallowed() > 0)
    clock.advance(70_000)
    await waitUntil(() => reported.some(({ _tag }) => _tag === 'RoundFailed'))
    proxy.speak()
    const failed = reported.length
    await waitUntil(() => reported.slice(failed).some(({ _tag }) => _tag === 'RoundEnded'))
    working.unsubscribe()
    expect(reported.find(({ _tag }) => _tag === 'RoundFailed')).toMatchObject({
      error: { _tag: 'MirrorError', code: 'NO_RESPONSE' },
    })
  })

  it('a worker whose connection went silent ends at its lease, and the pool drops the connection', async () => {
    const clock = createVirtualClock()
    const pool = connect({ port: proxy.port })
    const engine = createEngine({ pool, schema, clock })
    await all(engine.migrate())
    const watching = createEngine({ pool: connect(), schema })
    const ends: Array<unknown> = []
    engine
      .work({ concurrency: { scheduled: 1, immediate: 1 }, stop$: NEVER })
      .subscribe({ error: (error: unknown) => ends.push(error) })
    await waitUntil(async () => (await lastValueFrom(watching.status())).workers.length === 1)
    proxy.silence()
    while (proxy.swallowed() === 0) {
      clock.advance(10)
      await turn()
    }
    clock.advance(10_000)
    expect(ends).toMatchObject([{ _tag: 'FleetError', isTransient: true }])
    await turn()
    clock.advance(10_000)
    await waitUntil(() => pool.totalCount === pool.idleCount)
    expect(clock.pending()).toBe(0)
  })

  it('refuses limits that are no whole milliseconds', () => {
    const pool = connect()
    const wrong = { connectTimeout: 0, lockTimeout: 1.5, statementTimeout: 2 ** 31 }
    const creations = [
      () => createMirror({ pool, ...wrong }),
      () => createTokenStore({ pool, keys, ...wrong }),
      () => createPermits({ pool, application: { requests: 1, per: 1 }, ...wrong }),
      () => createEngine({ pool, ...wrong }),
    ]
    for (const create of creations) {
      let refused: unknown
      try {
        create()
      } catch (error) {
        refused = error
      }
      expect(refused).toBeInstanceOf(ConfigError)
      for (const option of Object.keys(wrong)) expect(String(refused)).toContain(option)
    }
  })
})
