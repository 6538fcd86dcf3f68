import { Client, Pool } from 'pg'
import { firstValueFrom, lastValueFrom, type Subscription } from 'rxjs'
import { drainRequested, holdDrainLock } from '../../../lib/cli/fleet/drainFleet.js'
import { readerRole } from '../../../lib/cli/mcp/runMcp.js'
import { createEngine, type Engine } from '../../../lib/fleet.js'
import type { MirrorChange } from '../../../lib/mirror/log/MirrorChange.js'
import { createMirror, createPermits, createTokenStore, type Mirror } from '../../../lib/postgres.js'
import { waitUntil } from '../../helpers/waitUntil.js'
import { all, bank } from '../core/place.js'
import { type Server, startServer } from './server.js'

/** A function of a schema, as PostgreSQL lists it. */
interface Routine {
  readonly name: string
  readonly isTrigger: boolean
  readonly types: ReadonlyArray<string>
}

/** What the attacker knows: the names of everything, as the catalogs show them to every role, and the id of a user. */
interface Knowledge {
  readonly routines: ReadonlyArray<Routine>
  readonly tables: ReadonlyArray<string>
  /** The class of the advisory locks of earlier versions: the oid of the table of changes. */
  readonly changes: number
  readonly victim: string
  readonly victimUuid: string
}

const schemas = ['bank', 'bank_fleet', 'bank_fleet_engine']

/** The columns of all tables that have triggers. */
const columns = `user_id text, id text, account_id text, currency_code text, minor_units bigint, row_count bigint, date date,
  updated_at timestamptz, removed_at timestamptz, is_future boolean, show_client_side boolean, uuid text, row jsonb`

/** Each trigger function on temporary tables with the names of ours, with rows of the attacker's choice. */
const ownTables = ({ routines, victim }: Knowledge): ReadonlyArray<string> =>
  routines
    .filter(({ isTrigger }) => isTrigger)
    .flatMap(({ name }) =>
      ['transactions', 'users', 'account_sums'].flatMap((table) => {
        const on = `pg_temp.${table}`
        const statement = (event: string, rows: string) =>
          `CREATE TRIGGER s${event} AFTER ${event} ON ${on} REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`
        const [older, newer] = ['OLD TABLE AS old_rows', 'NEW TABLE AS new_rows']
        return [
          `DROP TABLE IF EXISTS ${on}`,
          `CREATE TEMPORARY TABLE ${table} (${columns})`,
          `CREATE TRIGGER each_row AFTER DELETE OR UPDATE ON ${on} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
          statement('INSERT', newer),
          statement('UPDATE', `${older} ${newer}`),
          statement('DELETE', older),
          `INSERT INTO ${on} (user_id, id, account_id, currency_code, minor_units, row_count, uuid, row)
             VALUES ('${victim}', '${victim}', 'forged', 'EUR', 100, 0, 'a', '{"forged":true}')`,
          `UPDATE ${on} SET uuid = 'b', row = '{"forged":2}'`,
          `DELETE FROM ${on}`,
        ]
      }),
    )

/** Each function, with arguments of its types. */
const calls = ({ routines, victim }: Knowledge): ReadonlyArray<string> => {
  const literal = (type: string): string => {
    if (type.endsWith('[]')) return `ARRAY[${literal(type.slice(0, -2))}]::${type}`
    const values: Readonly<Record<string, string>> = { text: victim, json: '{}', jsonb: '{}', boolean: 'true' }
    return `'${values[type] ?? '1'}'::${type}`
  }
  return routines
    .filter(({ isTrigger }) => !isTrigger)
    .flatMap(({ name, types }) => [
      `SELECT ${name}(${types.map(literal).join(', ')})`,
      `SELECT ${name}(${types.map((type) => `NULL::${type}`).join(', ')})`,
    ])
}

const writes = ({ tables }: Knowledge): ReadonlyArray<string> => [
  ...tables.flatMap((table) => [
    `INSERT INTO ${table} DEFAULT VALUES`,
    `DELETE FROM ${table}`,
    `TRUNCATE ${table}`,
    `LOCK TABLE ${table} IN SHARE MODE`,
    `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
    `CREATE TRIGGER forged BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
    `CREATE RULE forged AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
    `DROP TABLE ${table}`,
  ]),
  ...schemas.flatMap((schema) => [
    `CREATE TABLE ${schema}.forged ()`,
    `CREATE FUNCTION ${schema}.forged() RETURNS integer LANGUAGE sql AS 'SELECT 1'`,
    `ALTER SCHEMA ${schema} RENAME TO forged`,
  ]),
  `UPDATE bank.consumers SET position = 1000000`,
  `SELECT nextval('bank.change_numbers'), setval('bank.change_numbers', 1000000)`,
  `SELECT setval('bank.versions', 1000000)`,
  'SET ROLE keeper',
]

/** Advisory locks, as every role may take them: of all keys that writers have had, that they will have, and of the drain. */
const locks = ({ changes, victimUuid }: Knowledge): ReadonlyArray<string> => [
  `SELECT pg_advisory_lock_shared(classid::integer, objid::integer) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2`,
  `SELECT pg_advisory_xact_lock_shared(${String(changes)}, 0)`,
  `SELECT pg_advisory_xact_lock(${String(changes)}, number) FROM generate_series(1, 500) AS number`,
  'SELECT pg_advisory_lock_shared(1920492142, 1)',
  `SELECT pg_advisory_lock(hashtextextended('rxbank fleet uuid ${victimUuid}', 0))`,
  'SELECT pg_current_xact_id()',
]

const notifications = ({ victim }: Knowledge): ReadonlyArray<string> =>
  ['bank_changes', 'bank_decisions', 'bank_fleet_due', 'bank_fleet_held', 'bank_fleet_immediate'].flatMap((channel) =>
    ['', `{"_tag":"Erased","user":"${victim}"}`, `held ${victim}`].map(
      (payload) => `SELECT pg_notify('${channel}', '${payload}')`,
    ),
  )

/** Objects of the attacker's that have the names of others, and then all functions again. */
const shadows = (knowledge: Knowledge): ReadonlyArray<string> => [
  ...['pg_locks', 'changes', 'users', 'consumers', 'change_numbers', 'change_retention', 'lock_secret'].map(
    (name) => `CREATE TEMPORARY TABLE ${name} (${columns}, secret text, last_value bigint, is_called boolean)`,
  ),
  `CREATE FUNCTION pg_temp.pg_current_xact_id() RETURNS xid8 LANGUAGE sql AS $$ SELECT '1'::xid8 $$`,
  `CREATE FUNCTION pg_temp.sha256(text) RETURNS bytea LANGUAGE sql AS $$ SELECT ''::bytea $$`,
  'SET search_path = pg_temp, bank, bank_fleet, pg_catalog',
  ...calls(knowledge),
]

const held = 'in a transaction that stays open'
const attempts: Readonly<Record<string, (knowledge: Knowledge) => ReadonlyArray<string>>> = {
  'triggers on tables of its own': ownTables,
  'calls of every function': calls,
  'statements that write': writes,
  [`locks ${held}`]: (known) => ['BEGIN READ ONLY', ...calls(known), ...locks(known)],
  [`statements that are only prepared, ${held}`]: ({ tables }) => [
    'BEGIN',
    ...tables.map((table, index) => `PREPARE p${String(index)} AS DELETE FROM ${table}`),
    ...tables.map((table) => `SELECT nextval('${table}')`),
  ],
  'forged notifications': notifications,
  'objects that have the names of others': shadows,
}

const roles: Readonly<Record<string, string>> = {
  usage: schemas.map((schema) => `GRANT USAGE ON SCHEMA ${schema} TO usage;`).join(''),
  reading: schemas
    .map(
      (schema) =>
        `GRANT USAGE ON SCHEMA ${schema} TO reading; GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO reading;`,
    )
    .join(''),
  following: `GRANT USAGE ON SCHEMA bank TO following;
    GRANT SELECT ON bank.changes, bank.change_retention TO following;
    GRANT EXECUTE ON FUNCTION bank.read_changes, bank.changes_horizon TO following;`,
  rxbank_reader: '',
}

describe('a role that may only read', () => {
  let server: Server
  let keeper: Pool
  let mirror: Mirror
  let engine: Engine
  let known: Knowledge
  let listening: Subscription
  const reported: Array<MirrorChange> = []
  let probes = 0
  let clients: ReadonlyArray<Client> = []

  const login = async (user: string): Promise<Client> => {
    const client = new Client({ host: '127.0.0.1', port: server.port, user, database: 'postgres' })
    client.on('error', () => undefined)
    clients = [...clients, client]
    await client.connect()
    return client
  }
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.end()))
    clients = []
  })
  const rows = async (sql: string, ...values: Array<unknown>) =>
    (await keeper.query<Record<string, unknown>>(sql, values)).rows

  beforeAll(async () => {
    server = await startServer()
    const admin = await login('postgres')
    await admin.query('CREATE ROLE keeper LOGIN; GRANT CREATE ON DATABASE postgres TO keeper')
    keeper = new Pool({ host: '127.0.0.1', port: server.port, user: 'keeper', database: 'postgres' })
    const tokens = createTokenStore({ pool: keeper, schema: 'bank', keys: [Buffer.alloc(32, 1).toString('base64')] })
    mirror = createMirror({ pool: keeper, schema: 'bank', tokens })
    engine = createEngine({ pool: keeper, schema: 'bank_fleet' })
    const permits = createPermits({ pool: keeper, schema: 'bank', application: { requests: 10, per: 1000 } })
    await all(mirror.migrate({ features: ['changes'] }))
    for (const { migrate } of [tokens, permits, engine]) await all(migrate())
    const { user, id, uuid } = bank({ transactions: 20 })
    await all(mirror.sync(user, { id }))
    await lastValueFrom(mirror.claim('prober'))
    await all(engine.add([{ id, wait: 600_000 }]))
    await all(engine.setUuid(id, uuid))
    for (const [role, grants] of Object.entries(roles))
      await admin.query(
        role === 'rxbank_reader' ? readerRole('bank').join('\n') : `CREATE ROLE ${role} LOGIN; ${grants}`,
      )
    const routines = await rows(
      `SELECT format('%I.%I', nspname, proname) AS name, prorettype = 'trigger'::regtype AS "isTrigger",
         ARRAY(SELECT format_type(type, NULL) FROM unnest(proargtypes) AS type) AS types
       FROM pg_proc JOIN pg_namespace n ON n.oid = pronamespace WHERE nspname = ANY ($1) ORDER BY 1`,
      schemas,
    )
    const tables = await rows(
      `SELECT oid::regclass::text AS name FROM pg_class
       WHERE relnamespace = ANY ($1::regnamespace[]) AND relkind IN ('r', 'v', 'S') ORDER BY 1`,
      schemas,
    )
    const [row] = await rows("SELECT 'bank.changes'::regclass::oid::integer AS oid")
    known = {
      routines: routines as unknown as ReadonlyArray<Routine>,
      tables: tables.map(({ name }) => String(name)),
      changes: Number(row?.oid),
      victim: id,
      victimUuid: uuid,
    }
    listening = mirror.changes$.subscribe((change) => reported.push(change))
    await waitUntil(() => reported.length > 0)
  })
  afterAll(async () => {
    listening.unsubscribe()
    await keeper.end()
    await server.remove()
  })

  /** All rows and sequences, without what the specs write. */
  const everything = async () => {
    const found: Record<string, unknown> = {}
    for (const table of known.tables.filter((name) => name !== 'bank.change_numbers'))
      found[table] = (await rows(`SELECT * FROM ${table}`))
        .map((row) => JSON.stringify(row))
        .filter((row) => !row.includes('prober'))
        .sort()
    found.triggers = await rows('SELECT tgrelid, tgname, tgenabled, tgfoid FROM pg_trigger ORDER BY 1, 2')
    found.functions = await rows('SELECT oid, prosrc, proacl::text FROM pg_proc ORDER BY 1')
    return found
  }

  /** Runs statements one after another, whether they fail or not. */
  const attempt = async (role: string, statements: ReadonlyArray<string>) => {
    const client = await login(role)
    await client.query("SET default_transaction_read_only = off; SET lock_timeout = '20ms'")
    const isInTransaction = statements[0]?.startsWith('BEGIN') === true
    for (const statement of statements) {
      const isInside = isInTransaction && statement !== statements[0]
      if (isInside) await client.query('SAVEPOINT before')
      await client.query(statement).catch(async () => {
        if (isInside) await client.query('ROLLBACK TO before')
      })
    }
    return client
  }

  const probe = (client: Pick<Client, 'query'>) =>
    client.query(`INSERT INTO bank.transactions (user_id, id, row) VALUES ('prober', $1, '{}')`, [String(++probes)])

  const cases = Object.keys(roles).flatMap((role) => Object.keys(attempts).map((name) => [role, name] as const))
  it.each(cases)('%s changes nothing and holds nobody back: %s', async (role, name) => {
    const [before, after] = [await everything(), await firstValueFrom(mirror.presentCursor())]
    reported.length = 0
    const writer = await login('keeper')
    await writer.query("SET lock_timeout = '5s'; BEGIN")
    await probe(writer)
    const attacker = await attempt(role, attempts[name]?.(known) ?? [])
    await writer.query('COMMIT')
    await probe(writer)
    const ours = [probes - 1, probes].map((id) => ({ _tag: 'Added', user: 'prober', id: String(id) }))
    expect(await all(mirror.changes({ after }))).toMatchObject(ours)
    expect(await rows('SELECT horizon = newest AS is_current FROM bank.changes_horizon()')).toEqual([
      { is_current: true },
    ])
    expect(await lastValueFrom(engine.setUuid(known.victim, known.victimUuid))).toBe(true)
    await waitUntil(() => reported.some((change) => change._tag === 'Changed' && change.ids.includes(String(probes))))
    expect(
      reported.filter((change) => 'user' in change && (change._tag === 'Erased' || change.user !== 'prober')),
    ).toEqual([])
    await attacker.end()
    expect(await everything()).toEqual(before)
  })

  it('cannot drain a fleet, as its owner can', async () => {
    await attempt('usage', ['SELECT pg_advisory_lock_shared(1920492142, 1)'])
    let checks = 0
    const counting = {
      query: async ({ text }: { readonly text: string }) => {
        const result = await keeper.query(text)
        checks++
        return result as { readonly rows: ReadonlyArray<unknown> }
      },
    }
    let isDrained = false
    const waiting = drainRequested(counting).subscribe(() => (isDrained = true))
    await waitUntil(() => checks >= 2)
    expect(isDrained).toBe(false)
    const draining = holdDrainLock(() => keeper.connect()).subscribe()
    await waitUntil(() => isDrained)
    draining.unsubscribe()
    waiting.unsubscribe()
  })

  it('reads what it was granted: the log, by SQL', async () => {
    const client = await login('following')
    const { rows: read } = await client.query('SELECT * FROM bank.read_changes(0, 3)')
    expect(read).toHaveLength(3)
  })

  it('has no function that it may call without being granted it, and none whose names can be shadowed', async () => {
    const functions = await rows(
      `SELECT oid::regprocedure::text AS name, has_function_privilege('usage', oid, 'EXECUTE') AS is_public,
         coalesce('search_path=pg_catalog, pg_temp' = ANY (proconfig), false) AS has_path
       FROM pg_proc WHERE pronamespace = ANY (ARRAY['bank', 'bank_fleet']::regnamespace[])`,
    )
    expect(functions.length).toBeGreaterThan(25)
    expect(functions.filter(({ is_public, has_path }) => is_public === true || has_path !== true)).toEqual([])
    const foreign = await rows(
      "SELECT FROM pg_proc WHERE pronamespace = 'bank_fleet_engine'::regnamespace AND prosecdef",
    )
    expect(foreign).toEqual([])
  })
})
