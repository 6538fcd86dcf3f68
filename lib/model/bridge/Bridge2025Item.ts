import * as t from 'io-ts'
import { finite } from '../../codec/finite.js'
import { id } from '../../codec/id.js'
import { record } from '../../codec/record.js'
import { timestamp } from '../../codec/timestamp.js'
import { asIn2025 } from './asIn.js'

/** The codec of a {@link Bridge2025Item}. */
export const bridge2025Item = record(
  'item',
  { id, status: finite, provider_id: asIn2025(id) },
  {
    status_code_info: t.string,
    status_code_description: t.string,
    account_types: t.string,
    paused: t.boolean,
    created_at: timestamp,
    last_try_refresh: timestamp,
    last_successful_refresh: timestamp,
    authentication_expires_at: timestamp,
  },
)

/**
 * An item, as of 2025-01-15; clients' code, and observed. That moments are ISO 8601 is inferred, as all others are.
 *
 * - `id`, `provider_id`: integers.
 * - `status`: number, see {@link KnownItemStatus}; that these are the same as before is inferred.
 * - `status_code_info`: a word for the status, in lower case, such as `ok` or `sca_required_webview`.
 * - `status_code_description`: text for a person, in the language that was asked for.
 * - `account_types`: `payment` or `all`, which was chosen when the item was connected.
 * - `paused`: boolean.
 * - `created_at`: `Date`.
 * - `last_try_refresh`, `last_successful_refresh`: `Date` of the last refresh, and of the last that went well; missing
 *   before the first.
 * - `authentication_expires_at`: `Date` until which the user has consented.
 */
export interface Bridge2025Item extends t.TypeOf<typeof bridge2025Item> {}
