import * as t from 'io-ts'
import { id } from '../../codec/id.js'
import { record } from '../../codec/record.js'
import { bankFields } from './bankFields.js'

const { name, parent_name, country_code, primary_color, secondary_color, logo_url, form } = bankFields

/** The codec of a {@link Bridge2018Bank}. */
export const bridge2018Bank = record(
  'bank',
  { id },
  {
    name,
    parent_name,
    country_code,
    automatic_refresh: t.boolean,
    primary_color,
    secondary_color,
    logo_url,
    form,
    resource_uri: t.string,
    resource_type: t.string,
  },
)

/**
 * A bank that users can connect, as of 2018-06-15; recorded.
 *
 * - `id`: integer.
 * - `name`: text.
 * - `country_code`: ISO 3166-1, two letters.
 * - `automatic_refresh`: boolean; where it is false, items are refreshed when that is asked for.
 * - `primary_color`, `secondary_color`: a colour as text, or `null`.
 * - `form`: what the bank asks for, see {@link BankFormField}.
 * - `resource_uri`, `resource_type`: its path, and `bank`.
 * - `parent_name`, `logo_url`: those of the group that the bank is in, where they are taken out of it, as `all` does.
 */
export interface Bridge2018Bank extends t.TypeOf<typeof bridge2018Bank> {}
