import * as t from 'io-ts'
import { finite } from '../../base/codec/numbers.js'
import { lenient, record } from '../../base/codec/record.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { type Mfa, mfa } from '../model/Mfa.js'

/** The status of an item's refresh, from 2018-06-15 to 2021-06-01; documented. */
export interface BridgeRefreshStatus {
  /** The state of the refresh: a word, see {@link KnownRefreshStatus}. Documented. */
  readonly status: string
  /** The bank's question to the user, while `status` is `info_required`. Documented. */
  readonly mfa?: Mfa | null | undefined
  /** The time of the last refresh; missing or `null` before the first. Documented. */
  readonly refreshed_at?: Date | null | undefined
  /** The number of accounts refreshed so far, while data is retrieved. Documented. */
  readonly refreshed_accounts_count?: number | null | undefined
  /** The total number of accounts to refresh, while data is retrieved. Documented. */
  readonly total_accounts_count?: number | null | undefined
}

/** The codec of a {@link BridgeRefreshStatus}. */
export const bridgeRefreshStatus = record<BridgeRefreshStatus>(
  'refresh status',
  { status: t.string },
  lenient({ mfa, refreshed_at: timestamp, refreshed_accounts_count: finite, total_accounts_count: finite }),
)
