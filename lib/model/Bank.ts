import * as t from 'io-ts'
import { finite } from '../codec/finite.js'
import { id } from '../codec/id.js'
import { list } from '../codec/list.js'
import { object } from '../codec/object.js'
import { record } from '../codec/record.js'

const formField = record(
  'form field',
  {},
  { label: t.string, type: t.string, isNum: t.union([t.string, t.boolean]), minLength: finite, maxLength: finite },
)

/** One input of a bank's form; `type` was seen as `USER`, `PWD`, `PWD2`, and `isNum` as the text `0` or `1`. */
export interface BankFormField extends t.TypeOf<typeof formField> {}

/**
 * A bank that users can connect.
 *
 * - `id`: integer; interface.md §2.
 * - `name`, `parent_name`: text; assumed, the profile's.
 * - `country_code`: ISO 3166-1, two letters; assumed, the profile's.
 * - `primary_color`, `secondary_color`: a colour as text; assumed, the profile's.
 * - `logo_url`: URL, sometimes `''`; assumed, the profile's.
 * - `url`, `authentication_page_url`: URL; assumed, the profile's.
 * - `form`: what the bank asks for, see {@link BankFormField}; assumed, the profile's.
 * - `authentication_type`: a word, such as `INTERNAL_CREDS` or `WEBVIEW`; assumed, the profile's.
 * - `capabilities`: words such as `ais`, `account_check`, `single_transfer`; assumed, the profile's.
 * - `channel_type`: words; assumed, the profile's.
 * - `transfer`, `payment`: objects whose fields are not looked at; assumed, the profile's.
 * - `is_highlighted`: boolean; `display_order`: number; assumed, the profile's.
 *
 * @example
 * import { bank } from 'rxbank'
 *
 * assert.ok(bank.is({ id: 408, name: 'Demo Bank', country_code: 'FR', capabilities: ['ais'] }))
 */
export const bank = record(
  'bank',
  { id },
  {
    name: t.string,
    parent_name: t.string,
    country_code: t.string,
    primary_color: t.string,
    secondary_color: t.string,
    logo_url: t.string,
    url: t.string,
    authentication_page_url: t.string,
    form: list(formField),
    authentication_type: t.string,
    capabilities: list(t.string),
    channel_type: list(t.string),
    transfer: object,
    payment: object,
    is_highlighted: t.boolean,
    display_order: finite,
  },
)

/** What {@link bank} decodes to. */
export interface Bank extends t.TypeOf<typeof bank> {}
