import { readFileSync } from 'node:fs'
import { Client, type QueryResultRow } from 'pg'
import { lastValueFrom } from 'rxjs'
import { createMirror } from '../../../lib/postgres.js'
import { all } from '../core/place.js'
import { type Server, startServer } from './server.js'

const guide = readFileSync('docs/guides/changes.md', 'utf8')
const [register = '', consume = '', start = '', grants = '', restore = ''] = Array.from(
  guide.matchAll(/```sql\n([^]*?)```/g),
  ([, sql = '']) => sql,
)

describe('the SQL of the guide to changes', () => {
  let server: Server
  let owner: Client
  beforeAll(async () => {
    server = await startServer()
    owner = await connect('postgres')
  })
  afterAll(async () => {
    await owner.end()
    await server.remove()
  })

  const connect = async (user: string) => {
    const client = new Client({ host: '127.0.0.1', port: server.port, user, database: 'postgres' })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  /**
   * Runs statements as psql does, with its variables and `\gset`, up to one that begins with `until`. Returns the rows of the
   * last query with several columns.
   */
  const psql = async (client: Client, script: string, until?: string): Promise<ReadonlyArray<QueryResultRow>> => {
    const variables: Record<string, unknown> = {}
    let rows: ReadonlyArray<QueryResultRow> = []
    for (const [, text = '', isSet] of script.replace(/^--.*\n/gm, '').matchAll(/([^;\\]+)(\\gset)?[;\n]/g)) {
      if (text.trim() === '') continue
      if (until !== undefined && text.trim().startsWith(until)) return rows
      const sql = text.replace(/(?<!:):(\w+)/g, (_, name: string) => String(variables[name]))
      const result = await client.query<QueryResultRow>(sql)
      if (isSet !== undefined) Object.assign(variables, result.rows[0])
      else if (result.command === 'SELECT') {
        rows = result.rows
        variables.last = rows.at(-1)?.number
        if (rows.length === 0) {
          await client.query('ROLLBACK')
          return rows
        }
      }
    }
    return rows
  }

  it('reads, processes and acknowledges, through a kill, with no more rights than it says', async () => {
    const pool = {
      connect: () => connect('postgres').then((client) => Object.assign(client, { release: () => void client.end() })),
    }
    const mirror = createMirror({ pool })
    await all(mirror.migrate({ features: ['changes'] }))
    await lastValueFrom(mirror.claim('A6J'))
    await owner.query(`CREATE ROLE reader LOGIN; ${grants}
      CREATE TABLE payments (user_id text, id text, row jsonb, PRIMARY KEY (user_id, id));
      ALTER TABLE payments OWNER TO reader`)
    const write = (id: string) =>
      owner.query(`INSERT INTO rxbank.transactions (user_id, id, row) VALUES ('A6J', $1, '{"amount":1}')`, [id])
    const own = async () =>
      (await owner.query<{ id: string }>('SELECT id FROM payments ORDER BY id')).rows.map(({ id }) => id)
    const pid = async (client: Client) =>
      (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
    const ids = (rows: ReadonlyArray<QueryResultRow>) => rows.map(({ change, id, row }) => [change, id, row] as unknown)

    const kill = async (client: Client) => {
      await owner.query('SELECT pg_terminate_backend($1)', [await pid(client)])
      return connect('reader')
    }
    const expectRefusal = async (client: Client, code: string) => {
      await expect(psql(client, consume)).rejects.toMatchObject({ code })
      await client.query('ROLLBACK')
    }

    let client = await connect('reader')
    await write('0')
    await psql(client, register)
    await psql(client, register)
    await expectRefusal(client, 'RXB04')
    await psql(client, start, 'INSERT')
    client = await kill(client)
    await expectRefusal(client, 'RXB04')
    await psql(client, start)
    expect(await own()).toEqual(['0'])
    await write('1')
    await write('2')
    const expected = [
      ['Added', '1', { amount: 1 }],
      ['Added', '2', { amount: 1 }],
    ]
    expect(ids(await psql(client, consume, 'UPDATE'))).toEqual(expected)
    client = await kill(client)
    await psql(client, register)
    expect(ids(await psql(client, consume))).toEqual(expected)
    expect(await psql(client, consume)).toEqual([])

    await owner.query(
      'UPDATE rxbank.consumers SET position = 0; UPDATE rxbank.change_retention SET deleted_through = 1',
    )
    await expectRefusal(client, 'RXB04')
    await psql(client, start)
    expect(await own()).toEqual(['0', '1', '2'])
    await write('3')
    expect(ids(await psql(client, consume))).toEqual([['Added', '3', { amount: 1 }]])
    await owner.query("SELECT setval('rxbank.change_numbers', 2)")
    await expectRefusal(client, 'RXB06')
    await owner.query("SELECT setval('rxbank.change_numbers', 4)")
    await owner.query(restore)
    await expectRefusal(client, 'RXB04')
    await psql(client, start)
    await lastValueFrom(mirror.erase('A6J'))
    expect(ids(await psql(client, consume))).toEqual([['Erased', null, null]])
    await client.end()
  })
})
