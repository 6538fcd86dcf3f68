import * as t from 'io-ts'
import { type Assumed, assumed } from '../../base/codec/assumed.js'
import { id } from '../../base/codec/id.js'
import { finite } from '../../base/codec/numbers.js'
import { lenient, record } from '../../base/codec/record.js'
import { utcTimestamp } from '../../base/codec/utcTimestamp.js'
import { fieldOf2025 } from './profileField.js'

/**
 * An item, as of 2025-01-15; seen in clients' code and observed. That times are ISO 8601 is inferred: a day, and a time
 * without a zone, are read as UTC.
 */
export interface Bridge2025Item {
  /** The id: an integer from 0 to 2^53 - 1. Seen in clients' code and observed. */
  readonly id: number
  /**
   * The state of the item, see {@link KnownItemStatus}. It is not an HTTP status. Seen in clients' code and observed.
   * That the
   * numbers are the same as before is inferred.
   */
  readonly status: number
  /** The id of its provider, which is its bank. Seen in clients' code and observed. */
  readonly provider_id: number
  /**
   * The state as text in lower case, such as `ok`, `sca_required_webview`, or `otp_required` with 1010, which is
   * documented. Seen in clients' code and observed.
   */
  readonly status_code_info?: string | null | undefined
  /** The state, as text for display, in the requested language. Seen in clients' code and observed. */
  readonly status_code_description?: string | null | undefined
  /**
   * The accounts that were chosen when the item was connected: `payment` or `all`. Seen in clients' code and observed.
   */
  readonly account_types?: string | null | undefined
  /** Whether the item is paused. Seen in clients' code and observed. */
  readonly paused?: boolean | null | undefined
  /** The time at which the item was created. Seen in clients' code and observed; that it is ISO 8601 is inferred. */
  readonly created_at?: Date | null | undefined
  /**
   * The time of the last refresh; missing before the first. Seen in clients' code and observed; that it is ISO 8601 is
   * inferred.
   */
  readonly last_try_refresh?: Date | null | undefined
  /**
   * The time of the last successful refresh; missing before the first. Seen in clients' code and observed; that it
   * is ISO 8601 is inferred.
   */
  readonly last_successful_refresh?: Date | null | undefined
  /**
   * The end of the user's consent; 180 days are documented for payment accounts. Seen in clients' code and observed;
   * that it is ISO 8601 is assumed: a value that is not a time stays unchanged, and `watchConsents` reports it.
   */
  readonly authentication_expires_at?: Assumed<Date> | null | undefined
}

/** The codec of a {@link Bridge2025Item}. */
export const bridge2025Item = record<Bridge2025Item>(
  'item',
  { id, status: finite, provider_id: fieldOf2025(id) },
  {
    ...lenient({
      status_code_info: t.string,
      status_code_description: t.string,
      account_types: t.string,
      paused: t.boolean,
      created_at: utcTimestamp,
      last_try_refresh: utcTimestamp,
      last_successful_refresh: utcTimestamp,
    }),
    ...assumed({ authentication_expires_at: utcTimestamp }),
  },
)
