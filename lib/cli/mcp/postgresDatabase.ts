import { defer, from, map, type Observable } from 'rxjs'
import { loadPeer } from '../loadPeer.js'
import type { BankDatabase, SqlRow } from './BankDatabase.js'
import { quoteName } from './quoteName.js'

/** How long a statement may take, in milliseconds: an agent may ask for anything. */
const statementTimeout = 10_000

/** Opens the tables of a schema in PostgreSQL. Each session can only read. */
export const openPostgres = (url: string, schema: string): Observable<BankDatabase> =>
  defer(async (): Promise<BankDatabase> => {
    const { default: pg } = await loadPeer('pg', { user: 'PostgreSQL', install: 'pg' }, () => import('pg'))
    const pool = new pg.Pool({
      connectionString: url,
      application_name: 'rxbank mcp',
      options: `-c datestyle=ISO -c default_transaction_read_only=on -c statement_timeout=${String(statementTimeout)}`,
      connectionTimeoutMillis: 10_000,
      max: 2,
    })
    pool.on('error', () => undefined)
    return {
      table: (name) => `${quoteName(schema)}.${quoteName(name)}`,
      jsonText: (column, field) => `${column} ->> '${field}'`,
      query: (text, values) => defer(() => from(pool.query<SqlRow>(text, [...values]))).pipe(map(({ rows }) => rows)),
      close: () => void pool.end(),
    }
  })
