import * as t from 'io-ts'
import { type Assumed, assumed, type AssumedFields } from '../../base/codec/assumed.js'
import { finite } from '../../base/codec/numbers.js'
import { record } from '../../base/codec/record.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { type Mfa, mfa } from './Mfa.js'

/** The known values, for documentation; other values decode too. The profile says which of them are terminal. */
export type KnownRefreshStatus =
  | 'authenticating'
  | 'retrieving_data'
  | 'info_required'
  | 'finished'
  | 'invalid_creds'
  | 'finished_error'

/** The bank's question to the user, whose fields are {@link Assumed}. */
export interface AssumedMfa extends AssumedFields<Mfa> {}

const assumedMfa = record<AssumedMfa>('question to the user', {}, assumed(mfa.optional, '/mfa'))

/** The decoded type of {@link refreshStatus}. */
export interface RefreshStatus {
  /** The state of the refresh, see {@link KnownRefreshStatus}. Assumed: not documented. */
  readonly status?: Assumed<string> | null | undefined
  /** The bank's question to the user, while `status` is `info_required`. Assumed: not documented. */
  readonly mfa?: Assumed<AssumedMfa> | null | undefined
  /** The time of the last refresh; missing or `null` before the first. Assumed: not documented. */
  readonly refreshed_at?: Assumed<Date> | null | undefined
  /** The number of accounts refreshed so far, while data is retrieved. Assumed: not documented. */
  readonly refreshed_accounts_count?: Assumed<number> | null | undefined
  /** The total number of accounts to refresh, while data is retrieved. Assumed: not documented. */
  readonly total_accounts_count?: Assumed<number> | null | undefined
}

/**
 * The status of an item's refresh. The API documents neither its fields nor the values of `status`: all are
 * assumptions.
 *
 * @example
 * import { refreshStatus } from 'rxbank/codec'
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
