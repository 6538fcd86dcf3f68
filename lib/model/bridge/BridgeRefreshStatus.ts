import * as t from 'io-ts'
import { finite } from '../../codec/finite.js'
import { record } from '../../codec/record.js'
import { timestamp } from '../../codec/timestamp.js'

/** The codec of a {@link BridgeMfa}. */
export const bridgeMfa = record(
  'question to the user',
  {},
  { type: t.string, description: t.string, label: t.string, is_numeric: t.boolean },
)

/** What the bank asks of the user; `type` was seen as `SMS` and `APP_TO_APP`. */
export interface BridgeMfa extends t.TypeOf<typeof bridgeMfa> {}

/** The codec of a {@link BridgeRefreshStatus}. */
export const bridgeRefreshStatus = record(
  'refresh status',
  { status: t.string },
  { mfa: bridgeMfa, refreshed_at: timestamp, refreshed_accounts_count: finite, total_accounts_count: finite },
)

/**
 * How far the refresh of an item is, from 2018-06-15 to 2021-06-01; documented.
 *
 * - `status`: a word, see {@link KnownRefreshStatus}.
 * - `mfa`: an object, see {@link BridgeMfa}, while `status` is `info_required`.
 * - `refreshed_at`: `Date` of the last refresh, missing or `null` before the first.
 * - `refreshed_accounts_count`, `total_accounts_count`: numbers, while data is retrieved.
 */
export interface BridgeRefreshStatus extends t.TypeOf<typeof bridgeRefreshStatus> {}
