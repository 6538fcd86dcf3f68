import { none, type Option } from 'fp-ts/lib/Option.js'
import { Pool } from 'pg'
import { firstValueFrom, from, lastValueFrom, type ObservableInput } from 'rxjs'
import { createClient, type PermitRequest, type PermitSource, type PermitStatus } from '../../../lib/index.js'
import { createPermits, type PermitsConfig, readPermits } from '../../../lib/postgres.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { permitSourceLaws } from '../../laws/permitSourceLaws.js'
import { permitStatusLaws } from '../../laws/permitStatusLaws.js'
import { all } from '../core/place.js'
import { pooled } from './pooled.js'
import type { Server } from './server.js'

const done = (input: ObservableInput<unknown>) => lastValueFrom(from(input), { defaultValue: undefined })

const lease = (source: PermitSource, ask: Partial<PermitRequest> = {}) =>
  firstValueFrom(from(source.lease({ count: 20, priority: 'interactive', hold: 60_000, ...ask })))

describe('createPermits', () => {
  let server: Server
  let pool: Pool

  pooled((started) => ({ server, pool } = started))

  it.each(permitSourceLaws)('$name', ({ name, check }) =>
    expect(check((application) => createPermits({ pool, application, name }))).resolves.toBeUndefined(),
  )

  it.each(permitStatusLaws)('$name', ({ name, check }) =>
    check((application) => createPermits({ pool, application, name })),
  )

  it('reports how many processes hold leased or spent permits, and the limit of the process that started last', async () => {
    const open = (requests: number) => createPermits({ pool, name: 'reported', application: { requests, per: 60_000 } })
    const [first, second, third] = [open(10), open(10), open(8)]
    const [permit = ''] = (await lease(first, { count: 2 })).permits
    await done(first.release([{ permit, arrivesIn: 0 }]))
    await lease(second, { count: 1 })
    expect(await firstValueFrom(third.status())).toMatchObject({ limit: { requests: 10 }, processes: 2 })
    const [unspent = ''] = (await lease(third, { count: 1 })).permits
    const reported = { limit: { requests: 8, per: 60_000 }, leased: 3, spent: 1, free: 4, coolDown: 0, processes: 3 }
    expect(await firstValueFrom(first.status())).toEqual(reported)
    await done(third.release([{ permit: unspent }]))
    expect(await firstValueFrom(third.status())).toMatchObject({ leased: 2, spent: 1, free: 5, processes: 2 })
  })

  it('are read by who does not know the limit, who makes nothing and changes nothing', async () => {
    const read = (options: { readonly schema?: string; readonly name?: string }): Promise<Option<PermitStatus>> =>
      firstValueFrom(readPermits({ pool, ...options }))
    await expect(read({ schema: 'nowhere' })).rejects.toMatchObject({ _tag: 'SchemaRefused', reason: 'outdated' })
    const permits = createPermits({ pool, name: 'read', application: { requests: 7, per: 9000 } })
    await lease(permits, { count: 2 })
    expect(await read({ name: 'unread' })).toEqual(none)
    expect(await read({ name: 'read' })).toMatchObject({
      _tag: 'Some',
      value: { limit: { requests: 7, per: 9000 }, leased: 2, free: 5, processes: 1 },
    })
    const { rows } = await pool.query("SELECT 1 FROM rxbank.permit_scopes WHERE scope = 'unread'")
    expect(rows).toEqual([])
    expect(() => readPermits({ pool, name: '' })).toThrow(expect.objectContaining({ _tag: 'ConfigError' }) as Error)
  })

  it('migrates by command, or at the first use, also where many begin at once', async () => {
    const config = { pool, schema: 'many', application: { requests: 3, per: 60_000 } }
    const leases = await Promise.all(Array.from({ length: 8 }, () => lease(createPermits(config), { count: 1 })))
    expect(leases.flatMap(({ permits }) => permits)).toHaveLength(3)
    expect(await all(createPermits({ ...config, schema: 'once' }).migrate())).toEqual([{ number: 1 }])
    const refusing = createPermits({ ...config, schema: 'never', onOutdatedTables: 'error' })
    await expect(lease(refusing)).rejects.toMatchObject({ _tag: 'SchemaRefused', reason: 'outdated' })
  })

  it('tell what newer tables lack, at the first use and later, and what the role may not', async () => {
    const config = { pool, schema: 'newer', application: { requests: 3, per: 60_000 } }
    const permits = createPermits(config)
    await lease(permits)
    await pool.query(
      'ALTER FUNCTION newer.lease_permits RENAME TO lease; INSERT INTO newer.permit_migrations VALUES (2)',
    )
    const refused = { _tag: 'SchemaRefused', reason: 'newer', found: 2 }
    await expect(lease(permits)).rejects.toMatchObject(refused)
    await expect(lease(createPermits(config))).rejects.toMatchObject(refused)
    await expect(firstValueFrom(readPermits({ pool, schema: 'newer' }))).rejects.toMatchObject(refused)
    await pool.query('DROP SCHEMA newer CASCADE')
    await expect(lease(permits)).rejects.toMatchObject({ _tag: 'SchemaRefused', reason: 'outdated' })
    await expect(firstValueFrom(permits.status())).rejects.toMatchObject({ reason: 'outdated' })
    await pool.query('CREATE ROLE nobody LOGIN')
    const guests = new Pool({ host: '127.0.0.1', port: server.port, user: 'nobody', database: 'postgres' })
    const denied = lease(createPermits({ pool: guests, application: config.application }))
    await expect(denied).rejects.toMatchObject({ _tag: 'MirrorError', reason: 'denied' })
    await guests.end()
  })

  it('keeps applications apart', async () => {
    const open = (name: string) => createPermits({ pool, name, application: { requests: 2, per: 60_000 } })
    expect((await lease(open('north'))).permits).toHaveLength(2)
    expect((await lease(open("south'; --"))).permits).toHaveLength(2)
    expect((await lease(open('north'))).permits).toHaveLength(0)
  })

  it('keeps to the stricter number of requests, its own or that of who started last', async () => {
    const open = (requests: number) => createPermits({ pool, name: 'fewer', application: { requests, per: 60_000 } })
    const wide = open(10)
    expect((await lease(wide, { count: 4 })).permits).toHaveLength(4)
    const narrow = open(6)
    expect((await lease(narrow)).permits).toHaveLength(2)
    expect((await lease(wide)).permits).toHaveLength(0)
    expect((await lease(open(10))).permits).toHaveLength(4)
    expect((await lease(narrow)).permits).toHaveLength(0)
  })

  it('counts what was spent before for a window that becomes longer, also where the old one gives it back', async () => {
    const open = (per: number) => createPermits({ pool, name: 'longer', application: { requests: 2, per } })
    const short = open(1)
    const [first = '', second = ''] = (await lease(short)).permits
    await done(short.release([{ permit: first, arrivesIn: 0 }]))
    const long = open(60_000)
    const { permits, wait } = await lease(long)
    expect(permits).toEqual([])
    expect(wait).toBeGreaterThan(1000)
    await done(short.release([{ permit: second, arrivesIn: 0 }]))
    expect((await lease(short)).permits).toEqual([])
  })

  it('tells the failure of the database without what it holds, leases again when it is back, and has forgotten nothing', async () => {
    const application = { requests: 5, per: 600_000 }
    const permits = createPermits({ pool, name: 'crash', application })
    expect((await lease(permits, { count: 3 })).permits).toHaveLength(3)
    await server.crash()
    const error: unknown = await lease(permits).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ _tag: 'MirrorError', reason: 'unavailable' })
    const reported = new Promise<string>((tell) => {
      const client = createClient({
        profile: documentedProfile,
        baseUrl: 'https://bank.example',
        clientId: 'id',
        permits,
      })
      const asking = client.banks.pages().subscribe({ error: () => undefined })
      client.events$.subscribe(({ _tag }) => {
        asking.unsubscribe()
        tell(_tag)
      })
    })
    expect(await reported).toBe('PermitsFailed')
    await server.start()
    expect((await lease(permits)).permits).toHaveLength(2)
  })

  it.each([
    ['pool', { pool: {} }],
    ['application', { application: { requests: 1_000_001, per: 1 } }],
    ['application', { application: { requests: 0, per: 1 } }],
    ['name', { name: '' }],
    ['schema', { schema: 'a"b' }],
    ['limits', { limits: {} }],
  ])('refuses a wrong %s', (name, wrong) => {
    const config = { pool, application: { requests: 1, per: 1 }, ...wrong } as PermitsConfig
    const issues = [expect.objectContaining({ path: `/${name}` })]
    const refusal: unknown = expect.objectContaining({ _tag: 'ConfigError', issues })
    expect(() => createPermits(config)).toThrow(refusal as Error)
  })
})
