import * as t from 'io-ts'
import { finite } from '../../base/codec/finite.js'
import { id } from '../../base/codec/id.js'
import { lenient } from '../../base/codec/lenient.js'
import { record } from '../../base/codec/record.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { fieldOf2025 } from './profileField.js'

/** An item, as of 2025-01-15; clients' code, and observed. That moments are ISO 8601 is inferred, as all others are. */
export interface Bridge2025Item {
  /** The id: an integer from 0 to 2^53 - 1. Seen in clients' code and observed. */
  readonly id: number
  /**
   * The state of the item, see {@link KnownItemStatus}. It is no HTTP status. Seen in clients' code and observed. That the
   * numbers are the same as before is inferred.
   */
  readonly status: number
  /** The id of its provider, which is its bank. Seen in clients' code and observed. */
  readonly provider_id: number
  /**
   * The state as a word in lower case, such as `ok`, `sca_required_webview`, or `otp_required` beside 1010, which is
   * documented. Seen in clients' code and observed.
   */
  readonly status_code_info?: string | null | undefined
  /** The state as a text for a person, in the language that was asked for. Seen in clients' code and observed. */
  readonly status_code_description?: string | null | undefined
  /** Which accounts were chosen when the item was connected: `payment` or `all`. Seen in clients' code and observed. */
  readonly account_types?: string | null | undefined
  /** Whether the item is paused. Seen in clients' code and observed. */
  readonly paused?: boolean | null | undefined
  /** When the item was created: a moment. Seen in clients' code and observed; that it is ISO 8601 is inferred. */
  readonly created_at?: Date | null | undefined
  /**
   * When the last refresh was: a moment; missing before the first. Seen in clients' code and observed; that it is ISO 8601 is
   * inferred.
   */
  readonly last_try_refresh?: Date | null | undefined
  /**
   * When the last refresh that went well was: a moment; missing before the first. Seen in clients' code and observed; that it
   * is ISO 8601 is inferred.
   */
  readonly last_successful_refresh?: Date | null | undefined
  /**
   * Until when the user has consented: a moment. That a consent lasts 180 days is documented for payment accounts. Seen in clients' code and observed; that it is ISO 8601 is inferred. */
  readonly authentication_expires_at?: Date | null | undefined
}

/** The codec of a {@link Bridge2025Item}. */
export const bridge2025Item = record<Bridge2025Item>(
  'item',
  { id, status: finite, provider_id: fieldOf2025(id) },
  lenient({
    status_code_info: t.string,
    status_code_description: t.string,
    account_types: t.string,
    paused: t.boolean,
    created_at: timestamp,
    last_try_refresh: timestamp,
    last_successful_refresh: timestamp,
    authentication_expires_at: timestamp,
  }),
)
