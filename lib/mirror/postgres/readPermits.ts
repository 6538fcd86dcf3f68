import type { Option } from 'fp-ts/lib/Option.js'
import { concat, defer, type Observable } from 'rxjs'
import { methodsCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { PermitStatus } from '../../http/budget/PermitSource.js'
import { prepareTables } from '../core/prepareTables.js'
import type { PermitsConfig } from './createPermits.js'
import { permitFields, permitStatus, permitTables } from './permitTables.js'
import type { PoolLike } from './PoolLike.js'
import { limitsOf, type PostgresTimeouts, timeoutFields } from './postgresLimits.js'
import { postgresTransaction } from './postgresTransaction.js'

const configCodec = options(
  'options',
  { pool: methodsCodec<PoolLike>('a pool of pg', 'connect') },
  { ...permitFields, ...timeoutFields },
)

/**
 * Reads how the permits of an application are used. Use it in a program that only shows the usage and does not know the
 * limit.
 *
 * Cold. Emits one value and completes: `None` if no process has requested permits of this name yet. Errors with a
 * `MirrorError` if the database fails, and with a `SchemaRefused` if the tables are missing or have another version; it
 * applies no migrations. Throws a `ConfigError` for invalid options.
 *
 * @example
 * import type { PermitStatus } from 'rxbank'
 * import { readPermits } from 'rxbank/postgres'
 * import type { Option } from 'fp-ts/lib/Option.js'
 * import type { Pool } from 'pg'
 * import type { Observable } from 'rxjs'
 *
 * const budgetOf = (pool: Pool): Observable<Option<PermitStatus>> => readPermits({ pool })
 * assert.ok(budgetOf)
 */
export const readPermits = (
  config: Pick<PermitsConfig, 'pool' | 'schema' | 'name' | keyof PostgresTimeouts>,
): Observable<Option<PermitStatus>> => {
  const { pool, schema = 'rxbank', name = 'application', ...timeouts } = decodeOptions(configCodec, config)
  const run = postgresTransaction(pool, limitsOf(timeouts))
  const { ready, recheckAfterFailure } = prepareTables({ transaction: run }, permitTables(schema), 'error')
  return concat(
    ready,
    defer(() => run(() => permitStatus(schema, name))),
  ).pipe(recheckAfterFailure())
}
