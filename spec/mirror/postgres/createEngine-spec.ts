import { once } from 'node:events'
import { Pool } from 'pg'
import { filter, firstValueFrom, lastValueFrom, NEVER, type Observable, take, tap, timer, toArray } from 'rxjs'
import { createEngine, type Engine, FleetError } from '../../../lib/fleet.js'
import { ConfigError, createVirtualClock } from '../../../lib/index.js'
import type { PoolClientLike } from '../../../lib/mirror/postgres/PoolLike.js'
import { waitUntil } from '../../helpers/waitUntil.js'
import { pooled } from './pooled.js'
import type { Server } from './server.js'

const all = <A>(stream: Observable<A>): Promise<ReadonlyArray<A>> => lastValueFrom(stream.pipe(toArray()))
const failure = (stream: Observable<unknown>): Promise<unknown> => all(stream).catch((error: unknown) => error)
const concurrency = { scheduled: 1, immediate: 1 }

describe('createEngine', () => {
  let server: Server
  let pool: Pool
  let schema = ''
  let schemas = 0
  pooled((started) => ({ server, pool } = started))
  beforeEach(() => {
    schema = `fleet_${String(++schemas)}`
  })

  const migrated = async (): Promise<Engine> => {
    const engine = createEngine({ pool, schema })
    await all(engine.migrate())
    return engine
  }

  it('names all options that are wrong in one error', () => {
    const wrong = { pool: {}, schema: 'a b', lease: 10, name: '', clock: 1 } as never
    let refused: unknown
    try {
      createEngine(wrong)
    } catch (error) {
      refused = error
    }
    expect(refused).toBeInstanceOf(ConfigError)
    for (const option of ['pool', 'schema', 'lease', 'name', 'clock']) expect(String(refused)).toContain(option)
  })

  it('refuses a pool that has no connection besides that of the worker', () => {
    const wrong = new Pool({ max: 1 })
    let refused: unknown
    try {
      createEngine({ pool: wrong })
    } catch (error) {
      refused = error
    }
    expect(refused).toBeInstanceOf(ConfigError)
    expect(refused).toMatchObject({ issues: [{ path: '/pool' }] })
    expect(() => createEngine({ pool: new Pool({ max: 2 }) })).not.toThrow()
    expect(() => createEngine({ pool: { connect: () => wrong.connect() } })).not.toThrow()
  })

  it('hurries no round because of a notification, which any role may send, and tells no role a user', async () => {
    const engine = await migrated()
    await all(engine.add(['a', 'b'].map((id) => ({ id, wait: 0 }))))
    const heard: Array<string> = []
    const immediate: Array<string> = []
    const other = await pool.connect()
    other.on('notification', ({ channel, payload = '' }) => heard.push(`${channel} ${payload}`))
    await other.query(`LISTEN ${schema}_held`)
    let rounds = 0
    const working = engine.work({ concurrency: { scheduled: 2, immediate: 1 }, stop$: NEVER }).subscribe((one) => {
      if (!('user' in one)) return
      rounds++
      one.runNow$.subscribe(() => immediate.push(one.user))
    })
    await waitUntil(() => rounds === 2)
    await pool.query(`SELECT pg_notify('${schema}_held', 'held a'), pg_notify('${schema}_due', 'held a')`)
    expect(await firstValueFrom(engine.runNow({ id: 'b' }))).toBe(true)
    await waitUntil(() => immediate.length > 0 && heard.length > 1)
    working.unsubscribe()
    other.release(true)
    expect([immediate, heard]).toEqual([['b'], [`${schema}_held held a`, `${schema}_held `]])
  })

  it('makes its tables once, whoever asks at the same moment', async () => {
    const steps = await Promise.all([1, 2, 3, 4].map(() => all(createEngine({ pool, schema }).migrate())))
    expect(steps.flat()).toEqual([{ number: 1 }])
    expect(process.exitCode).toBe(undefined)
  })

  it('lets the migrations of its queue end before it gives a connection back, when it is unsubscribed from', async () => {
    const own = new Pool(pool.options)
    const seen: Array<string> = []
    let statements = 0
    const connect = async (): Promise<PoolClientLike> => {
      const client = await own.connect()
      return {
        query: (text, values) => {
          // The first is a lock.
          if (++statements === 3) migration.unsubscribe()
          if (seen.length > 0) seen.push(text)
          return client.query(text, values)
        },
        on: client.on.bind(client),
        off: client.off.bind(client),
        release: (error) => {
          seen.push('released')
          client.release(error)
        },
      }
    }
    const migration = createEngine({ pool: { connect }, schema }).migrate().subscribe()
    await firstValueFrom(timer(0, 20).pipe(filter(() => seen.length > 0)))
    // It waits for what may still be under way.
    await migrated()
    await own.end()
    expect(seen).toEqual(['released'])
  })

  it('counts a hurry that comes at the same moment as the uuid of its user', async () => {
    const engine = await migrated()
    const users = Array.from({ length: 30 }, (_, index) => ({ id: `user ${String(index)}`, wait: 0 }))
    await all(engine.add(users))
    let held = 0
    const working = engine
      .work({ concurrency: { scheduled: users.length, immediate: 1 }, stop$: NEVER })
      .subscribe(() => held++)
    await firstValueFrom(timer(0, 20).pipe(filter(() => held === users.length)))
    await Promise.all(
      users.flatMap(({ id }, index) => {
        const uuid = `0f0e0d0c-0000-4000-8000-${String(index).padStart(12, '0')}`
        const calls = [engine.setUuid(id, uuid), engine.runNow({ uuid })]
        return (index % 2 === 0 ? calls : calls.reverse()).map(all)
      }),
    )
    const { rows } = await pool.query<{ immediate: boolean }>(`SELECT immediate FROM ${schema}.follower`)
    expect(rows).toEqual(users.map(() => ({ immediate: true })))
    expect((await pool.query(`SELECT FROM ${schema}.unknown_uuid`)).rowCount).toBe(0)
    working.unsubscribe()
  })

  it('forgets after a day by which unknown uuids it was called', async () => {
    const engine = await migrated()
    await all(engine.add([{ id: 'a', wait: 0 }]))
    for (const uuid of ['old', 'late', 'late']) expect(await all(engine.runNow({ uuid }))).toEqual([false])
    await pool.query(`UPDATE ${schema}.unknown_uuid SET at = at - interval '25 hours' WHERE uuid = 'old'`)
    await all(engine.setUuid('a', 'another'))
    expect((await pool.query(`SELECT uuid FROM ${schema}.unknown_uuid`)).rows).toEqual([{ uuid: 'late' }])
  })

  it('says that there are no tables, or newer ones', async () => {
    const asked = (engine: Engine): ReadonlyArray<Observable<unknown>> => [
      engine.add([{ id: 'a', wait: 0 }]),
      engine.runNow({ id: 'a' }),
      engine.users(),
      engine.status(),
      engine.work({ concurrency, stop$: NEVER }),
    ]
    for (const stream of asked(createEngine({ pool, schema })))
      expect(await failure(stream)).toMatchObject({ _tag: 'FleetError', reason: 'outdated' })
    await migrated()
    await pool.query(`INSERT INTO ${schema}.fleet_migrations (number) VALUES (1000)`)
    const engine = createEngine({ pool, schema })
    for (const stream of [...asked(engine), engine.migrate()])
      expect(await failure(stream)).toMatchObject({ _tag: 'FleetError', reason: 'newer' })
  })

  it('does not touch tables of a newer graphile-worker, and leaves the exit code of the process alone', async () => {
    await migrated()
    await pool.query(`INSERT INTO ${schema}_engine.migrations (id, breaking) VALUES (1000, true)`)
    const before = process.exitCode
    expect(await failure(createEngine({ pool, schema }).migrate())).toMatchObject({ reason: 'newer' })
    expect(process.exitCode).toBe(before)
  })

  it('arms users who have lost their round, and deletes rounds of nobody', async () => {
    const engine = await migrated()
    await all(engine.add(['a', 'b', 'c'].map((id) => ({ id, wait: 600_000 }))))
    await pool.query(`DELETE FROM ${schema}_engine._private_jobs WHERE key <> 'c';
      DELETE FROM ${schema}.follower WHERE id = 'c';
      UPDATE ${schema}.sweep SET at = '-infinity'`)
    const reported = await all(engine.work({ concurrency: { scheduled: 5, immediate: 1 }, stop$: NEVER }).pipe(take(3)))
    expect(reported[0]).toEqual({ _tag: 'RoundsRestored', users: 2 })
    expect(
      reported
        .slice(1)
        .map((one) => 'user' in one && one.user)
        .sort(),
    ).toEqual(['a', 'b'])
    const { rows } = await pool.query(`SELECT key FROM ${schema}_engine._private_jobs ORDER BY key`)
    expect(rows).toEqual([{ key: 'a' }, { key: 'b' }])
  })

  it('a worker that was taken for dead changes nothing, also where nobody has taken its rounds yet', async () => {
    const engine = await migrated()
    await all(engine.add([{ id: 'a', wait: 0 }]))
    const ended: Array<boolean> = []
    const errors: Array<unknown> = []
    // Which of the two it learns first is open: the worker is woken when its round is given back.
    await new Promise<void>((done) => {
      const isDone = () => {
        if (ended.length > 0 && errors.length > 0) done()
      }
      engine.work({ concurrency, stop$: NEVER }).subscribe({
        next: (reported) => {
          if (!('user' in reported)) return
          void pool.query(`SELECT ${schema}.leave(w.id) FROM ${schema}.worker w`).then(() =>
            reported.end({ _tag: 'Again', wait: 600_000, every: 777, failures: 7 }).subscribe((isMine) => {
              ended.push(isMine)
              isDone()
            }),
          )
        },
        error: (error: unknown) => {
          errors.push(error)
          isDone()
        },
      })
    })
    expect(ended).toEqual([false])
    expect(errors).toMatchObject([{ _tag: 'FleetError', reason: 'stalled', isTransient: true }])
    expect(await all(engine.users())).toMatchObject([{ id: 'a', every: undefined, failures: 0 }])
    expect(await firstValueFrom(engine.status())).toMatchObject({ dueRounds: 1, heldRounds: 0, workers: [] })
  })

  it.each([
    ['while it is awake is told the code of it', 0, { reason: 'unavailable', code: 'ECONNREFUSED' }],
    ['when it has slept beyond its lease is told that it stalled', 5000, { reason: 'stalled', code: undefined }],
  ])('a worker that loses its database %s', async (_, slept, reported) => {
    await all((await migrated()).add([{ id: 'a', wait: 0 }]))
    const clock = createVirtualClock()
    let asleep = 0
    let isRefused = false
    const refused = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }))
    const engine = createEngine({
      pool: { connect: () => (isRefused ? refused() : pool.connect()) },
      schema,
      clock: { ...clock, monotonic: () => clock.monotonic() + asleep },
      lease: 1000,
    })
    const errors: Array<unknown> = []
    const rounds: Array<unknown> = []
    engine
      .work({ concurrency, stop$: NEVER })
      .subscribe({ next: (one) => rounds.push(one), error: (error: unknown) => errors.push(error) })
    await waitUntil(() => rounds.length > 0)
    isRefused = true
    asleep = slept
    const lost = once(pool, 'remove')
    await pool.query(`SELECT pg_terminate_backend(pid) FROM ${schema}.worker`)
    await lost
    while (errors.length === 0) {
      await new Promise((done) => setImmediate(done))
      clock.advance(50)
    }
    expect(errors).toMatchObject([{ _tag: 'FleetError', ...reported }])
  })

  it('a worker that leaves writes the ends that wait for their batch', async () => {
    const engine = await migrated()
    await all(engine.add(['a', 'b'].map((id) => ({ id, wait: 0 }))))
    const due = await all(
      engine.work({ concurrency: { scheduled: 2, immediate: 1 }, stop$: NEVER }).pipe(
        filter((one) => 'user' in one),
        tap(({ user, end }) => {
          if (user === 'a') end({ _tag: 'Again', wait: 600_000, every: 777, failures: 0 }).subscribe()
        }),
        take(2),
      ),
    )
    expect(due.map(({ user }) => user).sort()).toEqual(['a', 'b'])
    while ((await firstValueFrom(engine.status())).workers.length > 0);
    expect(await all(engine.users())).toMatchObject([
      { id: 'a', every: 777 },
      { id: 'b', every: undefined },
    ])
    expect(await firstValueFrom(engine.status())).toMatchObject({ dueRounds: 1, heldRounds: 0 })
  })

  it('takes rounds again whose answer was lost with the connection', async () => {
    const engine = await migrated()
    await all(engine.add([{ id: 'a', wait: 0 }]))
    let cuts = 0
    const cutting = {
      connect: async () => {
        const client = await pool.connect()
        return new Proxy(client, {
          get: (target, name) => {
            if (name !== 'query') {
              const value: unknown = Reflect.get(target, name)
              return typeof value === 'function' ? (value.bind(target) as unknown) : value
            }
            return async (text: string, values?: Array<unknown>) => {
              const result = await target.query<{ readonly id?: string }>(text, values)
              if (!text.includes('.take(') || result.rows.length === 0 || cuts++ > 0) return result
              const lost = once(target, 'end')
              await pool.query(`SELECT pg_terminate_backend(pid) FROM ${schema}.worker`)
              await lost
              throw new Error('Connection terminated unexpectedly')
            }
          },
        })
      },
    }
    const working = createEngine({ pool: cutting, schema }).work({
      concurrency: { scheduled: 5, immediate: 1 },
      stop$: NEVER,
    })
    expect(await firstValueFrom(working)).toMatchObject({ user: 'a' })
    expect(cuts).toBe(2)
  })

  it('a role that is shown no rows is denied, whatever it was granted', async () => {
    const owner = await migrated()
    await all(owner.add([{ id: 'a', wait: 0 }]))
    const role = `worker_${schema}`
    await pool.query(`CREATE ROLE ${role} LOGIN`)
    for (const name of [schema, `${schema}_engine`])
      await pool.query(`GRANT ALL ON SCHEMA ${name} TO ${role};
        GRANT ALL ON ALL TABLES IN SCHEMA ${name} TO ${role};
        GRANT ALL ON ALL SEQUENCES IN SCHEMA ${name} TO ${role};
        GRANT ALL ON ALL FUNCTIONS IN SCHEMA ${name} TO ${role}`)
    const others = new Pool({ host: '127.0.0.1', port: server.port, user: role, database: 'postgres' })
    const engine = createEngine({ pool: others, schema })
    const asked = [
      engine.work({ concurrency, stop$: NEVER }).pipe(take(1)),
      engine.add([{ id: 'b', wait: 0 }]),
      engine.runNow({ id: 'a' }),
      engine.users(),
      engine.status(),
    ]
    for (const stream of asked)
      expect(await failure(stream)).toMatchObject({ _tag: 'FleetError', reason: 'denied', isTransient: false })
    expect(await firstValueFrom(owner.status())).toMatchObject({ users: 1, dueRounds: 1, workers: [] })
    await pool.query(`ALTER ROLE ${role} BYPASSRLS`)
    expect(await firstValueFrom(engine.work({ concurrency, stop$: NEVER }))).toMatchObject({ user: 'a' })
    await others.end()
  })

  it('an error has nothing of users or of how the database is reached', async () => {
    const engine = await migrated()
    const error = await failure(
      createEngine({ pool: new Pool({ host: 'canary.invalid', password: 'canary' }), schema }).remove('canary'),
    )
    expect(error).toMatchObject({ reason: 'unavailable' })
    expect(error).toBeInstanceOf(FleetError)
    const { message, stack = '', cause } = error as FleetError
    expect([message, JSON.stringify(error), stack, cause].join()).not.toContain('canary')
    expect(await failure(engine.add([{ id: 'canary\0', wait: 0 }]))).toBeInstanceOf(ConfigError)
  })

  it('an id that the database cannot store is of nobody, and never that of another user', async () => {
    const engine = await migrated()
    await all(engine.add(['\uFFFD', 'b'].map((id) => ({ id, wait: 600_000 }))))
    await all(engine.setUuid('\uFFFD', 'x\uFFFD'))
    for (const id of ['\0', '\ud800', '', 'b'.repeat(256)]) {
      const answers = [engine.runNow({ id }), engine.retry(id), engine.remove(id), engine.setUuid(id, 'y')]
      for (const answer of answers) expect(await all(answer)).toEqual([false])
    }
    expect(await all(engine.setUuid('b', 'x\ud800'))).toEqual([true])
    expect(await all(engine.runNow({ uuid: 'x\0' }))).toEqual([false])
    expect(await all(engine.runNow({ uuid: 'x\ud800' }))).toEqual([true])
    expect((await all(engine.users())).map(({ id }) => id)).toEqual(['b', '\uFFFD'])
    expect(await firstValueFrom(engine.status())).toMatchObject({ users: 2, dueRounds: 1 })
  })

  it('an end that is no number ends its round, and none of its batch is lost', async () => {
    const engine = await migrated()
    await all(engine.add(['a', 'b'].map((id) => ({ id, wait: 0 }))))
    const rounds$ = engine.work({ concurrency: { scheduled: 2, immediate: 1 }, stop$: NEVER })
    const ended: Array<boolean> = []
    await new Promise<void>((done) => {
      const waits = [NaN, 1e300]
      const working = rounds$.pipe(filter((reported) => 'user' in reported)).subscribe(({ end }) => {
        const [wait = 600_000] = waits.splice(0, 1)
        end({ _tag: 'Again', wait, every: wait, failures: wait }).subscribe((isMine) => {
          ended.push(isMine)
          if (ended.length < 3) return
          working.unsubscribe()
          done()
        })
      })
    })
    expect(ended).toEqual([true, true, true])
    expect(await firstValueFrom(engine.status())).toMatchObject({ users: 2, suspendedUsers: 0 })
  })
})
