import { isTransient } from '../../base/error/isTransient.js'
import type { Feed } from '../core/Feed.js'
import { MirrorError } from '../core/MirrorError.js'

/**
 * A feed that could not be read or written in a round, and why.
 *
 * - `isComparison`: `true` if only the comparison of the feed with its full list failed, after its updates were
 *   written. The next comparison is due an hour later.
 */
export interface FeedFailure {
  readonly feed: Feed
  readonly error: Error
  readonly isComparison?: boolean
}

/** The comparison of a feed with its full list failed, after its updates were read and written. */
export class ComparisonFailed extends Error {
  constructor(readonly error: Error) {
    super(error.message)
  }
}

const isTransientFailure = ({ error, isComparison = false }: FeedFailure): boolean =>
  isComparison || (error instanceof MirrorError ? error.isTransient : isTransient(error))

/**
 * Some feeds of a round failed, for example because the application has not bought stocks. The other feeds were read
 * and written before the round errored. A round of only one feed errors with the error of that feed instead if the feed
 * cannot be read.
 *
 * - `failures`: the feeds that failed, in the order in which they were read, each with its error: a `ClientError`, or a
 *   `MirrorError` whose reason is `unwritable`. The next round reads these feeds from the end of their last complete
 *   round.
 * - `isTransient`: whether the same round may succeed later: each error is transient, or belongs to a comparison.
 *
 * @example
 * import { createClient, documentedProfile } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { createMirror, FeedsFailed } from 'rxbank/sqlite'
 * import { DatabaseSync } from '@photostructure/sqlite'
 * import { lastValueFrom, tap } from 'rxjs'
 *
 * const { credentials, faults, http } = createSandbox({ profile: documentedProfile, transactions: 12 })
 * faults.add({ kind: 'status', status: 403, on: 'stocksUpdated', times: Infinity }) // not bought
 * const config = { profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http }
 * const user = createClient(config).user({ externalUserId: 'A6J' })
 * const mirror = createMirror({ database: new DatabaseSync(':memory:') })
 * const feeds: Array<string> = []
 * const round$ = mirror.sync(user, { id: 'A6J' }).pipe(tap(({ feed }) => feeds.push(feed)))
 * const error: unknown = await lastValueFrom(round$).catch((e: unknown) => e)
 * assert.ok(error instanceof FeedsFailed && error.failures[0]?.feed === 'stocks')
 * assert.deepStrictEqual(feeds, ['items', 'accounts', 'transactions'])
 */
export class FeedsFailed extends Error {
  static {
    this.prototype.name = 'FeedsFailed'
  }

  readonly _tag = 'FeedsFailed'
  readonly failures: ReadonlyArray<FeedFailure>

  constructor({ failures }: { readonly failures: ReadonlyArray<FeedFailure> }) {
    const messages = failures.map(({ feed, error }) => `${feed}: ${error.message}`)
    super(`mirror: some feeds of the round failed: ${messages.join('; ')}`)
    this.failures = failures
  }

  get isTransient(): boolean {
    return this.failures.every(isTransientFailure)
  }
}
