import pg from 'pg'
import { createEngine } from 'rxbank/fleet'
import { createMirror, createPermits, createTokenStore, type MirrorSyncConfig, statement } from 'rxbank/postgres'

/** What the service allows the application: all workers share it. */
export const limit = { requests: 3000, per: 10_000 }

/** The schema of the example, so that it touches nothing else in a database of yours. */
export const schema = 'rxbank_example'

/**
 * Counts rows as they are written, in the transaction that writes them. Nothing is changed at this bank after it was
 * booked, so a row that was counted twice would be seen: the sum would be more than there are rows.
 */
const counting: MirrorSyncConfig['extraStatements'] = function* ({ feed, changedIds }) {
  if (feed === 'transactions') yield statement(`UPDATE ${schema}.counted SET rows = rows + $1`, changedIds.length)
}

/** What all processes of the example have in the database. */
export const openParts = (url: string, key: string) => {
  const pool = new pg.Pool({ connectionString: url })
  // Who uses a connection is told that it is lost; the pool tells of those that nobody uses.
  pool.on('error', () => undefined)
  const tokens = createTokenStore({ pool, schema, keys: [key] })
  const mirror = createMirror({ pool, schema, tokens })
  return {
    pool,
    tokens,
    permits: createPermits({ pool, schema, application: limit }),
    engine: createEngine({ pool, schema: `${schema}_fleet` }),
    mirror: {
      ...mirror,
      sync: ((user, config) => mirror.sync(user, { ...config, extraStatements: counting })) as typeof mirror.sync,
    },
  }
}
