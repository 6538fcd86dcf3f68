import type * as t from 'io-ts'
import { assumed } from '../codec/assumed.js'
import { record } from '../codec/record.js'
import { bridgeMfa, bridgeRefreshStatus } from './bridge/BridgeRefreshStatus.js'

/** The words that were seen, as documentation: others decode as well. The profile says which of them are terminal. */
export type KnownRefreshStatus =
  'authenticating' | 'retrieving_data' | 'info_required' | 'finished' | 'invalid_creds' | 'finished_error'

const mfa = record('question to the user', {}, assumed(bridgeMfa.optional, '/mfa'))

/** What the bank asks of the user, its fields {@link Assumed}; `type` was seen as `SMS` and `APP_TO_APP`. */
export interface Mfa extends t.TypeOf<typeof mfa> {}

/**
 * How far the refresh of an item is. The interface (interface.md §3) shows neither its fields nor its words:
 * each is {@link Assumed}.
 *
 * - `status`: a word, see {@link KnownRefreshStatus}; assumed, the profile's.
 * - `mfa`: an object, see {@link Mfa}, while `status` is `info_required`; assumed, the profile's.
 * - `refreshed_at`: `Date` of the last refresh, missing or `null` before the first; assumed, the profile's.
 * - `refreshed_accounts_count`, `total_accounts_count`: numbers, while data is retrieved; assumed, the profile's.
 *
 * @example
 * import { refreshStatus } from 'rxbank'
 *
 * assert.ok(refreshStatus.is({ status: 'retrieving_data', refreshed_accounts_count: 1, total_accounts_count: 3 }))
 */
export const refreshStatus = record(
  'refresh status',
  {},
  assumed({ ...bridgeRefreshStatus.required, ...bridgeRefreshStatus.optional, mfa }),
)

/** What {@link refreshStatus} decodes to. */
export interface RefreshStatus extends t.TypeOf<typeof refreshStatus> {}
