import type * as t from 'io-ts'
import { type Assumed, assumed } from '../../base/codec/assumed.js'
import { record } from '../../base/codec/record.js'
import { bridgeMfa, bridgeRefreshStatus } from '../bridge/BridgeRefreshStatus.js'

/** The words that were seen, as documentation: others decode as well. The profile says which of them are terminal. */
export type KnownRefreshStatus =
  | 'authenticating'
  | 'retrieving_data'
  | 'info_required'
  | 'finished'
  | 'invalid_creds'
  | 'finished_error'

const mfa = record('question to the user', {}, assumed(bridgeMfa.optional, '/mfa'))

/** What the bank asks of the user, its fields {@link Assumed}; `type` was seen as `SMS` and `APP_TO_APP`. */
export interface Mfa extends t.TypeOf<typeof mfa> {
  /** How the user is to answer: a word, seen as `SMS` and `APP_TO_APP`. Assumed: the interface does not show it. */
  readonly type?: Assumed<string> | null | undefined
  /** The bank's message to the user. Assumed: the interface does not show it. */
  readonly description?: Assumed<string> | null | undefined
  /** A message for the user, where the bank has none. Assumed: the interface does not show it. */
  readonly label?: Assumed<string> | null | undefined
  /** Whether the code has digits alone. Assumed: the interface does not show it. */
  readonly is_numeric?: Assumed<boolean> | null | undefined
}

/**
 * How far the refresh of an item is. The interface (interface.md §3) shows neither its fields nor its words:
 * each is {@link Assumed}.
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
export interface RefreshStatus extends t.TypeOf<typeof refreshStatus> {
  /** How far the refresh is: a word, see {@link KnownRefreshStatus}. Assumed: the interface does not show it. */
  readonly status?: Assumed<string> | null | undefined
  /** What the bank asks of the user, while `status` is `info_required`. Assumed: the interface does not show it. */
  readonly mfa?: Assumed<Mfa> | null | undefined
  /**
   * When the last refresh was: a moment; missing or `null` before the first. Assumed: the interface does not show it.
   */
  readonly refreshed_at?: Assumed<Date> | null | undefined
  /** How many accounts are refreshed so far, while data is retrieved. Assumed: the interface does not show it. */
  readonly refreshed_accounts_count?: Assumed<number> | null | undefined
  /** How many accounts there are to refresh, while data is retrieved. Assumed: the interface does not show it. */
  readonly total_accounts_count?: Assumed<number> | null | undefined
}
