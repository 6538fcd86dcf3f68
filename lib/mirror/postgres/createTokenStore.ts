import * as t from 'io-ts'
import { concat, concatMap, defer, from, ignoreElements, type Observable, of } from 'rxjs'
import { methodsCodec } from '../../base/codec/guardCodec.js'
import { nonEmpty } from '../../base/codec/nonEmpty.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { ObservableTokenStore } from '../../server/stores/memoryTokenStore.js'
import { fingerprint, sealedTokenStore } from '../../server/stores/sealedTokenStore.js'
import type { TokenRequest, TokenResponse } from '../../streams/tokens/TokenStore.js'
import { batchCalls } from '../core/batchCalls.js'
import type { Migration, MirrorSettings } from '../core/Mirror.js'
import { mirrorFields } from '../core/mirrorOptions.js'
import { prepareTables } from '../core/prepareTables.js'
import type { Program } from '../core/Program.js'
import type { TableMigrations } from '../core/SqlDialect.js'
import type { PoolLike } from './PoolLike.js'
import { limitsOf, type PostgresTimeouts, timeoutFields } from './postgresLimits.js'
import { postgresTransactions } from './postgresTransaction.js'
import { quoted, schemaName, schemaTables } from './schemaTables.js'
import { type TokenQuery, tokenRows } from './tokenRows.js'

/** The scripts that create the tables of tokens. A script that was released is never changed; changes are appended. */
const migrations = (schema: string): ReadonlyArray<string> => [
  `
  -- One row for each principal, by a hash of its name. It has a lease, a sealed token, or both.
  CREATE TABLE ${schema}.tokens (
    principal bytea PRIMARY KEY,
    person bytea NOT NULL,
    holder text,
    held_at timestamptz,
    held_until timestamptz,
    lease text,
    sealed bytea,
    kept_at timestamptz,
    ends_at timestamptz NOT NULL
  ) WITH (fillfactor = 70);
  CREATE INDEX tokens_person ON ${schema}.tokens (person);
  CREATE INDEX tokens_ends_at ON ${schema}.tokens (ends_at);
  `,
]

/** The tables of tokens in a schema, with migrations of their own. */
const tokenTables = (schema: string): TableMigrations => schemaTables(schema, 'token_', migrations(quoted(schema)))

/** The options of a token store in a PostgreSQL database. */
export interface PostgresTokenStoreConfig extends Pick<MirrorSettings, 'onOutdatedTables'>, PostgresTimeouts {
  /** A pool of `pg`, which a mirror may also use. No connection is held during an authentication. */
  readonly pool: PoolLike
  /** The schema that the tables are in, which is created if it is missing; default `rxbank`. */
  readonly schema?: string
  /** 32 bytes in base64 each: the first key encrypts, all of them decrypt; see `sealedTokenStore` of `rxbank/node`. */
  readonly keys: ReadonlyArray<string>
}

/**
 * A token store in a PostgreSQL database. All streams are cold, and error with a `MirrorError` if the database fails,
 * or with a `SchemaRefused` if the tables are of another version.
 */
export interface PostgresTokenStore extends ObservableTokenStore {
  /** Applies the missing migrations: emits each of them once all are committed, and completes. */
  readonly migrate: () => Observable<Migration>
  /**
   * Deletes the tokens of the user with this external id or uuid: emits the number of deleted tokens, and completes. An
   * authentication in flight saves no token.
   */
  readonly erase: (user: string) => Observable<number>
  /** @internal The program with which a mirror of the same database erases tokens in its own transaction. */
  readonly erasure: { readonly ready: Observable<never>; readonly eraseUser: (user: string) => Program<number> }
}

/** The maximum number of tokens that one statement reads. */
const maxBatch = 100

const configCodec = options(
  'options',
  { pool: methodsCodec<PoolLike>('a pool of pg', 'connect'), keys: t.unknown },
  { ...timeoutFields, schema: schemaName, onOutdatedTables: mirrorFields.onOutdatedTables },
)

const userOptions = options('options', { user: nonEmpty }, {})

/** The hash of the part of a principal's name that identifies the user, or of the full name if it has another form. */
const userHash = (principal: string): string => fingerprint(principal.replace(/^[^?]*\?client_id=[^&]*&/, ''))

/** The hashes of users whose external id or uuid is `user`. */
const possibleUserHashes = (user: string): ReadonlyArray<string> =>
  [`external_user_id=${user}`, `user_uuid=${user.toLowerCase()}`].map(fingerprint)

/**
 * Stores the tokens of users in a PostgreSQL database, version 13 or later, encrypted with `keys`. Users and principals
 * are stored as hashes. Throws a `ConfigError`, which shows no key, for invalid options.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createMirror, createTokenStore } from 'rxbank/postgres'
 * import { Pool } from 'pg'
 *
 * const open = (url: string, key: string, clientSecret: string) => {
 *   const pool = new Pool({ connectionString: url })
 *   const tokens = createTokenStore({ pool, keys: [key] })
 *   const client = createClient({ profile: bridge2025, clientId: 'app', clientSecret, tokenStore: tokens })
 *   return { client, mirror: createMirror({ pool, tokens }) } // mirror.erase(id) removes the user's tokens, too
 * }
 * assert.ok(open)
 */
export const createTokenStore = (config: PostgresTokenStoreConfig): PostgresTokenStore => {
  const { pool, schema = 'rxbank', onOutdatedTables, ...timeouts } = decodeOptions(configCodec, config)
  const { single, ...transactions } = postgresTransactions(pool, limitsOf(timeouts))
  const { migrate, ready, run, recheckAfterFailure } = prepareTables(
    transactions,
    tokenTables(schema),
    onOutdatedTables,
  )
  const rows = tokenRows(schema)

  const find = batchCalls<TokenQuery, TokenResponse<Uint8Array> | undefined>(
    maxBatch,
    ({ principal }) => principal,
    (queries) => single(() => rows.find(queries)),
  )

  /** Nearly all callers find a token, so reads are batched. A caller that finds none takes the lease. */
  const take = (principal: string, request: TokenRequest): Observable<TokenResponse<Uint8Array>> => {
    const hash = fingerprint(principal)
    return concat(ready, find({ principal: hash, unusableLease: request.unusableLease })).pipe(
      concatMap((response) => (response ? of(response) : single(() => rows.lease(hash, userHash(principal), request)))),
      recheckAfterFailure(),
    )
  }

  const eraseProgram = (user: string): Program<number> => rows.erase(...possibleUserHashes(user))

  return {
    ...sealedTokenStore(
      {
        take,
        save: (principal, ...saved) => run(() => rows.save(fingerprint(principal), ...saved)).pipe(ignoreElements()),
        forget: (principal, lease) => run(() => rows.forget(fingerprint(principal), lease)).pipe(ignoreElements()),
      },
      config.keys,
    ),
    migrate: () => migrate().pipe(concatMap((migrations) => from(migrations))),
    erase: (user) =>
      defer(() => {
        decodeOptions(userOptions, { user })
        return run(() => eraseProgram(user))
      }),
    erasure: { ready, eraseUser: eraseProgram },
  }
}
