import * as t from 'io-ts'
import { finite } from '../../base/codec/finite.js'
import { lenient } from '../../base/codec/lenient.js'
import { record } from '../../base/codec/record.js'
import { timestamp } from '../../base/codec/timestamp.js'

/** The codec of a {@link BridgeMfa}. */
export const bridgeMfa = record(
  'question to the user',
  {},
  lenient({ type: t.string, description: t.string, label: t.string, is_numeric: t.boolean }),
)

/** What the bank asks of the user; `type` was seen as `SMS` and `APP_TO_APP`. */
export interface BridgeMfa extends t.TypeOf<typeof bridgeMfa> {
  /** How the user is to answer: a word, seen as `SMS` and `APP_TO_APP`. Documented. */
  readonly type?: string | null | undefined
  /** The bank's message to the user. Documented. */
  readonly description?: string | null | undefined
  /** A message for the user, where the bank has none. Documented. */
  readonly label?: string | null | undefined
  /** Whether the code has digits alone. Documented. */
  readonly is_numeric?: boolean | null | undefined
}

/** The codec of a {@link BridgeRefreshStatus}. */
export const bridgeRefreshStatus = record(
  'refresh status',
  { status: t.string },
  lenient({ mfa: bridgeMfa, refreshed_at: timestamp, refreshed_accounts_count: finite, total_accounts_count: finite }),
)

/** How far the refresh of an item is, from 2018-06-15 to 2021-06-01; documented. */
export interface BridgeRefreshStatus extends t.TypeOf<typeof bridgeRefreshStatus> {
  /** How far the refresh is: a word, see {@link KnownRefreshStatus}. Documented. */
  readonly status: string
  /** What the bank asks of the user, while `status` is `info_required`. Documented. */
  readonly mfa?: BridgeMfa | null | undefined
  /** When the last refresh was: a moment; missing or `null` before the first. Documented. */
  readonly refreshed_at?: Date | null | undefined
  /** How many accounts are refreshed so far, while data is retrieved. Documented. */
  readonly refreshed_accounts_count?: number | null | undefined
  /** How many accounts there are to refresh, while data is retrieved. Documented. */
  readonly total_accounts_count?: number | null | undefined
}
