import { recognizeCopies } from '../../base/packageCopies.js'
import type { MirrorFeature } from '../tables/mirrorFeatures.js'

/**
 * The tables have another version than this library, so nothing was read or written.
 *
 * - `reason`: `newer` if a newer version of the library has changed the tables; `outdated` if tables or migrations are
 *   missing and the mirror was configured with `onOutdatedTables: 'error'`.
 * - `found`: the number of the last applied migration, 0 for none.
 * - `known`: the number of the last migration in this library.
 *
 * The message names the feature whose tables they are, if it has tables of its own.
 *
 * @example
 * import { createMirror, SchemaRefused } from 'rxbank/sqlite'
 * import { DatabaseSync } from '@photostructure/sqlite'
 * import { firstValueFrom } from 'rxjs'
 *
 * const mirror = createMirror({ database: new DatabaseSync(':memory:'), onOutdatedTables: 'error' })
 * const error: unknown = await firstValueFrom(mirror.claim('A6J')).catch((e: unknown) => e)
 * assert.ok(error instanceof SchemaRefused && error.reason === 'outdated')
 */
export class SchemaRefused extends Error {
  static {
    this.prototype.name = 'SchemaRefused'
    recognizeCopies(this, 'SchemaRefused')
  }

  readonly _tag = 'SchemaRefused'
  readonly reason: 'newer' | 'outdated'
  readonly found: number
  readonly known: number

  constructor({
    found,
    known,
    feature,
  }: {
    readonly found: number
    readonly known: number
    readonly feature?: MirrorFeature | undefined
  }) {
    const migrate = feature === undefined ? 'call migrate' : `call migrate({ features: ['${feature}'] })`
    const remedy = found > known ? 'run the newer version of rxbank' : migrate
    super(
      `mirror: the tables${feature === undefined ? '' : ` of ${feature}`} have version ${String(found)}, this library expects ${String(known)}: ${remedy}`,
    )
    this.reason = found > known ? 'newer' : 'outdated'
    this.found = found
    this.known = known
  }
}
