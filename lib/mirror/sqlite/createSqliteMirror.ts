import * as t from 'io-ts'
import { map, merge, of, Subject } from 'rxjs'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { Mirror, MirrorSettings } from '../core/Mirror.js'
import { mirrorFromStore } from '../core/mirrorFromStore.js'
import { mirrorFields } from '../core/mirrorOptions.js'
import { dialectWithClock } from '../core/SqlDialect.js'
import type { MirrorChange } from '../log/MirrorChange.js'
import type { DatabaseLike } from './DatabaseLike.js'
import { sqliteDialect } from './sqliteDialect.js'
import { sqliteTraces } from './sqliteTraces.js'
import { sqliteTransaction, supportedDatabases } from './sqliteTransaction.js'

/** The mirror of a SQLite database. */
export interface SqliteMirrorConfig extends MirrorSettings {
  /**
   * A `DatabaseSync` of `node:sqlite` or `@photostructure/sqlite`, or a `Database` of `better-sqlite3`. The names of
   * the mirror's tables begin with `rxbank_`. Any other library causes a `ConfigError`, in some cases only once a
   * stream is subscribed to.
   */
  readonly database: DatabaseLike
  /**
   * Whether an erasure rewrites the file of the database with `VACUUM`, which removes the last traces of the erased
   * rows; default true. With `false`, run `VACUUM` yourself.
   */
  readonly vacuumAfterErasure?: boolean
}

const databaseLike = guardCodec(supportedDatabases, (u): u is DatabaseLike => {
  const database = u as Partial<DatabaseLike> | null | undefined
  return typeof database?.exec === 'function' && typeof database.prepare === 'function'
})

const configCodec = options('options', { database: databaseLike }, { ...mirrorFields, vacuumAfterErasure: t.boolean })

/**
 * Creates the mirror of users' data in a SQLite database, version 3.39 or later. It uses the database only when one of
 * its streams is subscribed to. Throws a `ConfigError` for invalid options. `changes$` emits only the changes of this
 * mirror, not the changes of other connections and processes.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { createMirror } from 'rxbank/sqlite'
 * import { DatabaseSync } from '@photostructure/sqlite'
 * import { lastValueFrom } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ profile: bridge2025, transactions: 100 })
 * const user = createClient({ profile: bridge2025, ...credentials, http }).user({ externalUserId: 'A6J' })
 * const database = new DatabaseSync(':memory:')
 * await lastValueFrom(createMirror({ database }).sync(user, { id: 'A6J' }))
 * const counted = database.prepare('SELECT count(*) AS rows FROM rxbank_transactions').get()
 * assert.deepStrictEqual({ ...counted }, { rows: 100 })
 */
export const createMirror = (config: SqliteMirrorConfig): Mirror => {
  const { database, vacuumAfterErasure = true, ...settings } = decodeOptions(configCodec, config)
  const traces = sqliteTraces(database, vacuumAfterErasure)
  const committed$ = new Subject<MirrorChange>()
  const store = {
    dialect: dialectWithClock(sqliteDialect, settings.clock),
    transaction: sqliteTransaction(database, traces.retry),
    eraseTraces: traces.erase,
    emitChange: (change: MirrorChange) => committed$.next(change),
    committed$: merge(committed$, of<MirrorChange>({ _tag: 'Listening' })),
    wakes$: merge(committed$, of<MirrorChange>({ _tag: 'Listening' })).pipe(
      map(({ _tag }) => (_tag === 'Listening' ? 'decision' : 'change')),
    ),
  }
  return mirrorFromStore(store, settings)
}
