import * as t from 'io-ts'
import { type Assumed, assumed, type AssumedFields } from '../../base/codec/assumed.js'
import { finite } from '../../base/codec/finite.js'
import { record } from '../../base/codec/record.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { type Mfa, mfa } from './Mfa.js'

/** The words that were seen, as documentation: others decode as well. The profile says which of them are terminal. */
export type KnownRefreshStatus =
  | 'authenticating'
  | 'retrieving_data'
  | 'info_required'
  | 'finished'
  | 'invalid_creds'
  | 'finished_error'

/** What the bank asks of the user, its fields {@link Assumed}; `type` was seen as `SMS` and `APP_TO_APP`. */
export interface AssumedMfa extends AssumedFields<Mfa> {}

const assumedMfa = record<AssumedMfa>('question to the user', {}, assumed(mfa.optional, '/mfa'))

/** What {@link refreshStatus} decodes to. */
export interface RefreshStatus {
  /** How far the refresh is: a word, see {@link KnownRefreshStatus}. Assumed: the interface does not show it. */
  readonly status?: Assumed<string> | null | undefined
  /** What the bank asks of the user, while `status` is `info_required`. Assumed: the interface does not show it. */
  readonly mfa?: Assumed<AssumedMfa> | null | undefined
  /**
   * When the last refresh was: a moment; missing or `null` before the first. Assumed: the interface does not show it.
   */
  readonly refreshed_at?: Assumed<Date> | null | undefined
  /** How many accounts are refreshed so far, while data is retrieved. Assumed: the interface does not show it. */
  readonly refreshed_accounts_count?: Assumed<number> | null | undefined
  /** How many accounts there are to refresh, while data is retrieved. Assumed: the interface does not show it. */
  readonly total_accounts_count?: Assumed<number> | null | undefined
}

/**
 * How far the refresh of an item is. The interface shows neither its fields nor its words:
 * each is {@link Assumed}.
 *
 * @example
 * import { refreshStatus } from 'rxbank'
 *
 * assert.ok(refreshStatus.is({ status: 'retrieving_data', refreshed_accounts_count: 1, total_accounts_count: 3 }))
 */
export const refreshStatus = record<RefreshStatus>(
  'refresh status',
  {},
  assumed({
    status: t.string,
    mfa: assumedMfa,
    refreshed_at: timestamp,
    refreshed_accounts_count: finite,
    total_accounts_count: finite,
  }),
)
