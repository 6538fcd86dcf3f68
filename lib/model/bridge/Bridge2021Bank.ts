import * as t from 'io-ts'
import { id } from '../../codec/id.js'
import { record } from '../../codec/record.js'
import { asIn2021 } from './asIn.js'
import { bankFields } from './bankFields.js'

const { parent_name, country_code, primary_color, secondary_color, logo_url, form, capabilities } = bankFields
const { channel_type, transfer, payment, authentication_type, is_highlighted, display_order } = bankFields
const { url, authentication_page_url } = bankFields

/** The codec of a {@link Bridge2021Bank}. */
export const bridge2021Bank = record(
  'bank',
  { id, name: asIn2021(t.string) },
  {
    parent_name,
    country_code,
    primary_color,
    secondary_color,
    logo_url,
    form,
    capabilities,
    channel_type,
    transfer,
    payment,
    authentication_type,
    is_highlighted,
    display_order,
    url,
    authentication_page_url,
  },
)

/**
 * A bank that users can connect, as of 2021-06-01; documented, but for what is said to be client's code.
 *
 * - `id`: integer.
 * - `name`, `parent_name`: text.
 * - `country_code`: ISO 3166-1, two letters.
 * - `primary_color`, `secondary_color`: a colour as text.
 * - `logo_url`: URL, sometimes `''`, which is client's code.
 * - `form`: what the bank asks for, see {@link BankFormField}.
 * - `capabilities`: words such as `ais`, `account_check`, `single_transfer`.
 * - `channel_type`: words.
 * - `transfer`, `payment`: objects whose fields are not looked at.
 * - `authentication_type`: a word, such as `INTERNAL_CREDS` or `WEBVIEW`; client's code.
 * - `is_highlighted`: boolean; `display_order`: number; client's code.
 * - `url`, `authentication_page_url`: URL; client's code.
 */
export interface Bridge2021Bank extends t.TypeOf<typeof bridge2021Bank> {}
