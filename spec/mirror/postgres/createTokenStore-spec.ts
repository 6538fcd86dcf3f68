import { inspect } from 'node:util'
import { Pool, type QueryResultRow } from 'pg'
import { firstValueFrom, forkJoin, lastValueFrom, toArray } from 'rxjs'
import { type ClientEvent, createClient, redact, reveal } from '../../../lib/index.js'
import { createMirror, createTokenStore, SchemaRefused, StaleFencingToken } from '../../../lib/postgres.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { newTokenMs } from '../../../lib/streams/tokens/RenewalBackoff.js'
import { patientClock } from '../../helpers/patientClock.js'
import { played, playedBank } from '../../helpers/playedBank.js'
import { verifiedEvent } from '../../helpers/verifiedEvent.js'
import { tokenStoreLaws } from '../../laws/tokenStoreLaws.js'
import { type Server, startServer } from './server.js'

let server: Server
let pool: Pool
const opened: Array<Pool> = []
const connect = () => {
  const made = new Pool({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' })
  made.on('error', () => undefined)
  opened.push(made)
  return made
}

beforeAll(async () => {
  server = await startServer()
  pool = connect()
})
afterAll(async () => {
  await Promise.all(opened.map((one) => one.end()))
  await server.remove()
})

const keyOf = (byte: number): string => Buffer.alloc(32, byte).toString('base64')
const keys = [keyOf(1)]
const second = 1000
const hour = 3600 * second
const user = { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id: 'c4nary-user' }
const token = { access_token: redact('c4nary-token'), expires_at: new Date(0), user }
const done = (work: Parameters<typeof lastValueFrom>[0]) => lastValueFrom(work, { defaultValue: undefined })

let schemas = 0
const newSchema = () => `tokens_${String(++schemas)}`

const query = async (sql: string) => (await pool.query<QueryResultRow>(sql)).rows

/** A store of a schema of its own with the token of a principal. */
const withToken = async (
  principal = 'https://bank.example/v2/authenticate?client_id=app&external_user_id=c4nary-user',
) => {
  const schema = newSchema()
  const store = createTokenStore({ pool, schema, keys })
  await firstValueFrom(store.take(principal, { lease: 'a', leaseFor: second }))
  await done(store.save(principal, 'a', token, hour))
  const take = (given = store, of = principal) => firstValueFrom(given.take(of, { lease: 'b', leaseFor: second }))
  return { schema, store, principal, take }
}

describe('the laws of token stores, on PostgreSQL', () => {
  it.each(tokenStoreLaws)('$name', async ({ check }) => {
    const schema = newSchema()
    await done(createTokenStore({ pool, schema, keys }).migrate())
    const times = ['held_at', 'held_until', 'kept_at', 'ends_at']
    const earlier = (ms: number) => times.map((time) => `${time} = ${time} - interval '${String(ms)} ms'`).join()
    await check(
      () => createTokenStore({ pool, schema, keys }),
      (ms) => query(`UPDATE ${schema}.tokens SET ${earlier(ms)}`),
    )
  })
})

describe('createTokenStore', () => {
  it('keeps no token, key or user in the clear', async () => {
    const { schema, take } = await withToken()
    expect(await take()).toMatchObject({ _tag: 'Stored', lease: 'a' })
    const rows = await query(`SELECT * FROM ${schema}.tokens`)
    expect(rows).toHaveLength(1)
    const texts = rows
      .flatMap((row) => Object.values(row) as ReadonlyArray<unknown>)
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') + value.toString('utf16le') : String(value)))
    const shown = texts.join('\n')
    const canaries = [
      'c4nary',
      user.uuid,
      Buffer.from('c4nary').toString('base64'),
      Buffer.alloc(32, 1).toString('latin1'),
    ]
    expect(canaries.filter((canary) => shown.includes(canary))).toEqual([])
  })

  it('reads what many ask for at once by one statement', async () => {
    const schema = newSchema()
    const texts: Array<string> = []
    const reported = connect().on('connect', (client) => {
      const query = client.query.bind(client) as (...given: ReadonlyArray<unknown>) => unknown
      client.query = ((text: string, ...rest: ReadonlyArray<unknown>) => {
        texts.push(text.trim().slice(0, 6))
        return query(text, ...rest)
      }) as never
    })
    const store = createTokenStore({ pool: reported, schema, keys })
    const names = Array.from({ length: 30 }, (_, index) => `user-${String(index)}`)
    const takeAll = (lease: string) =>
      lastValueFrom(forkJoin(names.map((name) => store.take(name, { lease, leaseFor: hour }))))
    expect((await takeAll('a')).map(({ _tag }) => _tag)).toEqual(names.map(() => 'Leased'))
    await Promise.all(names.map((name) => done(store.save(name, 'a', { ...token, access_token: redact(name) }, hour))))
    texts.length = 0
    const kept = await takeAll('b')
    expect(kept.map((answer) => answer._tag === 'Stored' && reveal(answer.token.access_token))).toEqual(names)
    expect(texts.filter((text) => text === 'SELECT')).toHaveLength(2)
  })

  it('opens by any of its keys, and leaves what none of them opens', async () => {
    const { schema, take } = await withToken()
    const both = await take(createTokenStore({ pool, schema, keys: [keyOf(2), keyOf(1)] }))
    expect(both._tag === 'Stored' && reveal(both.token.access_token)).toBe('c4nary-token')
    expect(await take(createTokenStore({ pool, schema, keys: [keyOf(2)] }))).toEqual({ _tag: 'Unreadable' })
    expect((await take(createTokenStore({ pool, schema, keys: [keyOf(1)] })))._tag).toBe('Stored')
  })

  it('opens no token whose row was given to another user', async () => {
    const { schema, store, take } = await withToken()
    await take(store, 'thief')
    await query(`UPDATE ${schema}.tokens SET principal = '\\x00' WHERE sealed IS NOT NULL`)
    await query(`UPDATE ${schema}.tokens SET sealed = (SELECT sealed FROM ${schema}.tokens WHERE sealed IS NOT NULL),
      lease = 'a', kept_at = now(), ends_at = now() + interval '1 hour', holder = NULL WHERE sealed IS NULL`)
    expect(await take(store, 'thief')).toEqual({ _tag: 'Unreadable' })
  })

  it('lets no clock of the database that was set back prolong a lease or a token', async () => {
    const { schema, principal, store, take } = await withToken()
    const times = ['held_at', 'held_until', 'kept_at', 'ends_at']
    const moved = times.map((time) => `${time} = ${time} + interval '2 hours'`).join()
    await query(`UPDATE ${schema}.tokens SET ${moved}`)
    expect(await take()).toEqual({ _tag: 'Leased' })
    await query(`UPDATE ${schema}.tokens SET ${moved}`)
    expect(await firstValueFrom(store.take(principal, { lease: 'c', leaseFor: second }))).toEqual({ _tag: 'Leased' })
  })

  it('removes tokens that ended a day ago, and leases that nobody took up, as others are saved', async () => {
    const { schema, store } = await withToken()
    await firstValueFrom(store.take('gone', { lease: 'x', leaseFor: second }))
    await query(
      `UPDATE ${schema}.tokens SET ends_at = now() - interval '25 hours', held_until = held_until - interval '25 hours'`,
    )
    await firstValueFrom(store.take('other', { lease: 'y', leaseFor: second }))
    await done(store.save('other', 'y', token, hour))
    expect(await query(`SELECT lease FROM ${schema}.tokens`)).toEqual([{ lease: 'y' }])
  })

  it('erases a user by external id and by uuid, and a token that is on its way', async () => {
    const { schema, store, principal } = await withToken()
    const byUuid = `https://bank.example/v2/authenticate?client_id=app&user_uuid=${user.uuid}`
    for (const [of, lease] of [
      [byUuid, 'u'],
      [principal.replace('app', 'other'), 'o'],
      [`${principal}2`, 'n'],
    ] as const) {
      await firstValueFrom(store.take(of, { lease, leaseFor: hour }))
      if (lease !== 'o') await done(store.save(of, lease, token, hour))
    }
    expect(await lastValueFrom(store.erase('c4nary-user'))).toBe(1)
    await done(store.save(principal.replace('app', 'other'), 'o', token, hour))
    expect(await lastValueFrom(store.erase(user.uuid.toUpperCase()))).toBe(1)
    expect(await query(`SELECT lease FROM ${schema}.tokens`)).toEqual([{ lease: 'n' }])
    expect(await lastValueFrom(store.erase('nobody'))).toBe(0)
  })

  it('loses its tokens to a mirror that erases the user, in one transaction', async () => {
    const { schema, store } = await withToken()
    const mirror = createMirror({ pool, schema, tokens: store })
    await lastValueFrom(mirror.claim('c4nary-user'))
    await query(`CREATE FUNCTION ${schema}.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`)
    await query(`CREATE TRIGGER refuse BEFORE DELETE ON ${schema}.users EXECUTE FUNCTION ${schema}.refuse()`)
    await expect(lastValueFrom(mirror.erase('c4nary-user'))).rejects.toMatchObject({ _tag: 'MirrorError' })
    expect(await query(`SELECT lease FROM ${schema}.tokens`)).toEqual([{ lease: 'a' }])
    await query(`DROP TRIGGER refuse ON ${schema}.users`)
    expect(await lastValueFrom(mirror.erase('c4nary-user'))).toEqual({ user: 'c4nary-user', wasKnown: true, rows: 0 })
    expect(await query(`SELECT lease FROM ${schema}.tokens`)).toEqual([])
  })

  it.each([true, false])(
    'loses its tokens to a round that finds its user deleted; known before: %p',
    async (isKnown) => {
      const schema = newSchema()
      const tokens = createTokenStore({ pool, schema, keys })
      const mirror = createMirror({ pool, schema, tokens })
      const { connect: connectClient, state } = playedBank({ tokenStore: tokens })
      const person = connectClient().user({ externalUserId: played })
      const sync = () => lastValueFrom(mirror.sync(person, { id: played, feeds: ['items'] }))
      if (isKnown) {
        await sync()
        // The process died after it had remembered the deletion.
        await query(`INSERT INTO ${schema}.erasures VALUES ('${state.uuid}', '', ${String(Date.now())})`)
      } else {
        const event = await verifiedEvent('user.deleted', { user_uuid: state.uuid })
        await done(mirror.eraseDeleted(event))
      }
      await expect(sync()).rejects.toBeInstanceOf(StaleFencingToken)
      expect(await query(`SELECT lease FROM ${schema}.tokens`)).toEqual([])
      expect(await lastValueFrom(mirror.users().pipe(toArray()))).toEqual([])
    },
  )

  it('makes its tables where a mirror is the first to need them', async () => {
    const schema = newSchema()
    const mirror = createMirror({ pool, schema, tokens: createTokenStore({ pool, schema, keys }) })
    expect(await lastValueFrom(mirror.erase('nobody'))).toEqual({ user: 'nobody', wasKnown: false, rows: 0 })
  })

  it('migrates once, also where many begin at once, beside a mirror', async () => {
    const schema = newSchema()
    const stores = Array.from({ length: 5 }, () => createTokenStore({ pool, schema, keys }))
    const steps = await lastValueFrom(
      forkJoin([
        ...stores.map((store) => store.migrate().pipe(toArray())),
        createMirror({ pool, schema }).migrate().pipe(toArray()),
      ]),
    )
    expect(steps.slice(0, 5).flat()).toEqual([{ number: 1 }])
    expect(steps[5]).toContainEqual({ number: 1 })
    expect(await lastValueFrom(createTokenStore({ pool, schema, keys }).migrate().pipe(toArray()))).toEqual([])
  })

  it('refuses tables that are newer, and makes none where it is told not to', async () => {
    const { schema } = await withToken()
    const ask = (given: ReturnType<typeof createTokenStore>) =>
      firstValueFrom(given.take('user', { lease: 'a', leaseFor: second }))
    await query(`INSERT INTO ${schema}.token_migrations (number) VALUES (99)`)
    await expect(ask(createTokenStore({ pool, schema, keys }))).rejects.toBeInstanceOf(SchemaRefused)
    const strict = createTokenStore({ pool, schema: newSchema(), keys, onOutdatedTables: 'error' })
    await expect(ask(strict)).rejects.toMatchObject({ reason: 'outdated' })
  })

  it.each<readonly [string, object]>([
    ['/keys', {}],
    ['/keys', { keys: ['c4nary-key'] }],
    ['/pool', { keys, pool: {} }],
    ['/schema', { keys, schema: 'A b' }],
  ])('names %s where it is wrong, and shows no key', (path, wrong) => {
    let error: unknown
    try {
      createTokenStore({ pool, ...wrong } as never)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toMatchObject({ _tag: 'ConfigError', issues: [{ path }] })
    expect(inspect(error, { depth: 9 })).not.toContain('c4nary')
  })

  it('is refused by a mirror where it is another store', () => {
    expect(() => createMirror({ pool, tokens: {} as never })).toThrow('tokens')
  })
})

describe('clients of one database', () => {
  it('authenticate each user once, and once more where all tokens are revoked', async () => {
    const schema = newSchema()
    const sandbox = createSandbox({ profile: documentedProfile, users: 20, transactions: 0 })
    sandbox.faults.add({ kind: 'latency', ms: 200, on: 'authenticate', times: Infinity })
    let passed = 0
    const clock = {
      ...patientClock,
      wall: () => patientClock.wall() + passed,
      monotonic: () => patientClock.monotonic() + passed,
    }
    const clients = [0, 1, 2].map(() =>
      createClient({
        profile: documentedProfile,
        baseUrl: 'https://bank.example',
        ...sandbox.credentials,
        http: sandbox.http,
        clock,
        tokenStore: createTokenStore({ pool: connect(), schema, keys }),
      }),
    )
    const failures: Array<string> = []
    for (const { events$ } of clients)
      events$.subscribe((event) => {
        if (event._tag === 'TokenStoreFailed') failures.push(`${event.action} ${event.reason}`)
      })
    const askAll = () =>
      lastValueFrom(
        forkJoin(
          clients.flatMap((client) =>
            sandbox.users.map(({ externalUserId }) => client.user({ externalUserId }).items.pages()),
          ),
        ),
      )
    expect([(await askAll()).length, failures]).toEqual([60, []])
    expect(sandbox.journal.counts().routes.authenticate).toBe(20)
    sandbox.revokeTokens()
    // No token is new any more.
    passed = newTokenMs
    expect(await askAll()).toHaveLength(60)
    expect(sandbox.journal.counts().routes.authenticate).toBe(40)
  })

  it('with another key authenticate for themselves once, tell it, and disturb no other', async () => {
    const schema = newSchema()
    const sandbox = createSandbox({ profile: documentedProfile, users: 5, transactions: 0 })
    const clients = [keys, keys, [keyOf(2)]].map((own) =>
      createClient({
        profile: documentedProfile,
        baseUrl: 'https://bank.example',
        ...sandbox.credentials,
        http: sandbox.http,
        clock: patientClock,
        tokenStore: createTokenStore({ pool: connect(), schema, keys: own }),
      }),
    )
    const failures = clients.map(({ events$ }) => {
      const reported: Array<string> = []
      events$.subscribe((event) => {
        if (event._tag === 'TokenStoreFailed') reported.push(event.reason)
      })
      return reported
    })
    for (const client of [...clients, ...clients])
      for (const { externalUserId } of sandbox.users)
        await firstValueFrom(client.user({ externalUserId }).items.pages())
    expect(sandbox.journal.counts().routes.authenticate).toBe(10)
    expect(failures).toEqual([[], [], Array(5).fill('unreadable')])
  })

  it('go on without a database that is gone, and tell it', async () => {
    const gone = { connect: () => Promise.reject(Object.assign(new Error('c4nary'), { code: 'ECONNREFUSED' })) }
    const sandbox = createSandbox({ profile: documentedProfile })
    const tokenStore = createTokenStore({ pool: gone, keys })
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...sandbox.credentials,
      http: sandbox.http,
      tokenStore,
    })
    const events: Array<ClientEvent> = []
    client.events$.subscribe((event) => events.push(event))
    await firstValueFrom(client.user({ externalUserId: 'A6J' }).items.pages())
    const reported = events.filter(({ _tag }) => _tag === 'TokenStoreFailed')
    expect(reported).toMatchObject([{ action: 'take', reason: 'unavailable' }])
    expect(inspect(events, { depth: 9 })).not.toContain('c4nary')
  })
})
