import { recognizeCopies } from '../../base/packageCopies.js'

/**
 * Another process has claimed the user, or the user was erased, so nothing was written. A process that gets this error
 * should stop mirroring the user.
 *
 * - `fence`: the number that is no longer valid for the user.
 *
 * @example
 * import { createMirror, StaleFencingToken } from 'rxbank/sqlite'
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { DatabaseSync } from '@photostructure/sqlite'
 * import { firstValueFrom } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ profile: bridge2025 })
 * const user = createClient({ profile: bridge2025, ...credentials, http }).user({ externalUserId: 'A6J' })
 * const mirror = createMirror({ database: new DatabaseSync(':memory:') })
 * const fence = await firstValueFrom(mirror.claim('A6J'))
 * await firstValueFrom(mirror.claim('A6J'))
 * const error: unknown = await firstValueFrom(mirror.sync(user, { id: 'A6J', fence })).catch((e: unknown) => e)
 * assert.ok(error instanceof StaleFencingToken && error.fence === fence)
 */
export class StaleFencingToken extends Error {
  static {
    this.prototype.name = 'StaleFencingToken'
    recognizeCopies(this, 'StaleFencingToken')
  }

  readonly _tag = 'StaleFencingToken'
  readonly fence: number

  constructor({ fence }: { readonly fence: number }) {
    super(`mirror: fence ${String(fence)} is outdated: another process has claimed the user, or erased them`)
    this.fence = fence
  }
}
