import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { guardCodec, methodsCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { Mirror, MirrorSettings } from '../core/Mirror.js'
import { mirrorFromStore } from '../core/mirrorFromStore.js'
import { mirrorFields } from '../core/mirrorOptions.js'
import { dialectWithClock } from '../core/SqlDialect.js'
import type { PostgresTokenStore } from './createTokenStore.js'
import { listenForChanges } from './listenForChanges.js'
import type { PoolLike } from './PoolLike.js'
import { postgresBatches } from './postgresBatches.js'
import { mirrorChannels, postgresDialect } from './postgresDialect.js'
import { limitsOf, type PostgresTimeouts, timeoutFields } from './postgresLimits.js'
import { postgresTransactions } from './postgresTransaction.js'
import { schemaName } from './schemaTables.js'

/** The mirror of a PostgreSQL database. */
export interface PostgresMirrorConfig extends MirrorSettings, PostgresTimeouts {
  /**
   * A pool of `pg`. A round takes a connection for each transaction; `changes$` takes one for as long as it has
   * subscribers, and another one for each reading of the log.
   */
  readonly pool: PoolLike
  /** The schema that the tables are in, which is created if it is missing; default `rxbank`. */
  readonly schema?: string
  /**
   * The result of `createTokenStore` for the same database. `erase` then also deletes the tokens of the user whose
   * external id or uuid is the id in the mirror.
   */
  readonly tokens?: PostgresTokenStore
  /**
   * The clock of the mirror, also for the waits for connections and responses, and for the times that the mirror
   * writes. Default: the system's clock, and the database's for the written times.
   */
  readonly clock?: Clock
}

const tokenStore = guardCodec(
  'a token store of createTokenStore',
  (u): u is PostgresTokenStore => typeof (u as Partial<PostgresTokenStore> | null)?.erasure?.eraseUser === 'function',
)

const configCodec = options(
  'options',
  { pool: methodsCodec<PoolLike>('a pool of pg', 'connect') },
  { ...mirrorFields, ...timeoutFields, schema: schemaName, tokens: tokenStore },
)

/**
 * Creates the mirror of users' data in a PostgreSQL database, version 13 or later. It uses the database only when one
 * of its streams is subscribed to. Throws a `ConfigError` for invalid options.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createMirror } from 'rxbank/postgres'
 * import { Pool } from 'pg'
 * import { type Observable } from 'rxjs'
 *
 * const mirrorOnce = (url: string, secret: string): Observable<unknown> => {
 *   const mirror = createMirror({ pool: new Pool({ connectionString: url }) })
 *   const client = createClient({ profile: bridge2025, clientId: 'app', clientSecret: secret })
 *   return mirror.sync(client.user({ externalUserId: 'A6J' }), { id: 'A6J' })
 * }
 * assert.ok(mirrorOnce)
 */
export const createMirror = (config: PostgresMirrorConfig): Mirror => {
  const { pool, schema = 'rxbank', clock = systemClock, tokens, ...settings } = decodeOptions(configCodec, config)
  const limits = limitsOf(settings, clock)
  const { single, ...transactions } = postgresTransactions(pool, limits)
  const dialect = dialectWithClock(postgresDialect(schema), clock)
  const store = {
    dialect,
    ...transactions,
    batches: postgresBatches(schema, dialect, single),
    emitChange: () => undefined,
    wakes$: listenForChanges(pool, mirrorChannels(schema), limits),
  }
  return mirrorFromStore(store, { ...settings, clock }, tokens?.erasure)
}
