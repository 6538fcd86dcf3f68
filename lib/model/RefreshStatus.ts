import * as t from 'io-ts'
import { finite } from '../codec/finite.js'
import { record } from '../codec/record.js'
import { timestamp } from '../codec/timestamp.js'

/** The words that were seen, as documentation: others decode as well. The profile says which of them are terminal. */
export type KnownRefreshStatus =
  'authenticating' | 'retrieving_data' | 'info_required' | 'finished' | 'invalid_creds' | 'finished_error'

const mfa = record(
  'question to the user',
  {},
  { type: t.string, description: t.string, label: t.string, is_numeric: t.boolean },
)

/** What the bank asks of the user; `type` was seen as `SMS` and `APP_TO_APP`. */
export interface Mfa extends t.TypeOf<typeof mfa> {}

/**
 * How far the refresh of an item is. The interface (interface.md §3) shows neither its fields nor its words.
 *
 * - `status`: a word, see {@link KnownRefreshStatus}; required; assumed, the profile's.
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
  { status: t.string },
  { mfa, refreshed_at: timestamp, refreshed_accounts_count: finite, total_accounts_count: finite },
)

/** What {@link refreshStatus} decodes to. */
export interface RefreshStatus extends t.TypeOf<typeof refreshStatus> {}
