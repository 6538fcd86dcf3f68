import { readFileSync } from 'node:fs'
import { Client, type QueryResultRow } from 'pg'
import { lastValueFrom } from 'rxjs'
import { createMirror } from '../../../lib/postgres.js'
import { all } from '../core/place.js'
import { type Server, startServer } from './server.js'

const guide = readFileSync('docs/guides/changes.md', 'utf8')
const [register = '', consume = '', startAgain = ''] = Array.from(
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

  /** Runs statements as psql does, with its variables and `\gset`. Returns the rows of the last query with several columns. */
  const psql = async (client: Client, script: string, untilUpdate: boolean): Promise<ReadonlyArray<QueryResultRow>> => {
    const variables: Record<string, unknown> = {}
    let rows: ReadonlyArray<QueryResultRow> = []
    for (const [, text = '', isSet] of script.replace(/^--.*\n/gm, '').matchAll(/([^;\\]+)(\\gset)?[;\n]/g)) {
      if (text.trim() === '') continue
      if (untilUpdate && text.includes('UPDATE rxbank')) return rows
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
    await all(mirror.migrate())
    await lastValueFrom(mirror.claim('A6J'))
    await owner.query(`CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA rxbank TO reader;
      GRANT SELECT ON rxbank.changes, rxbank.change_retention TO reader;
      GRANT SELECT, INSERT, UPDATE ON rxbank.consumers TO reader`)
    const write = (id: string) =>
      owner.query(`INSERT INTO rxbank.stocks (user_id, id, row) VALUES ('A6J', $1, '{"quantity":1}')`, [id])
    const pid = async (client: Client) =>
      (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
    const ids = (rows: ReadonlyArray<QueryResultRow>) => rows.map(({ change, id, row }) => [change, id, row] as unknown)

    const first = await connect('reader')
    await write('before')
    await psql(first, register, false)
    await write('1')
    await write('2')
    const expected = [
      ['Added', '1', { quantity: 1 }],
      ['Added', '2', { quantity: 1 }],
    ]
    expect(ids(await psql(first, consume, true))).toEqual(expected)
    await owner.query('SELECT pg_terminate_backend($1)', [await pid(first)])
    const second = await connect('reader')
    expect(ids(await psql(second, consume, false))).toEqual(expected)
    expect(await psql(second, consume, false)).toEqual([])
    await write('3')
    await lastValueFrom(mirror.erase('A6J'))
    expect(ids(await psql(second, consume, false))).toEqual([['Erased', null, null]])

    await owner.query('UPDATE rxbank.change_retention SET deleted_through = 100')
    await expect(psql(second, consume, false)).rejects.toMatchObject({ code: 'RXB04' })
    await second.query('ROLLBACK')
    await owner.query("SELECT setval('rxbank.change_numbers', 100)")
    await psql(second, startAgain, false)
    await write('4')
    expect(ids(await psql(second, consume, false))).toEqual([['Added', '4', { quantity: 1 }]])
    await second.end()
  })
})
