import type * as t from 'io-ts'
import { assumed } from '../codec/assumed.js'
import { id } from '../codec/id.js'
import { list } from '../codec/list.js'
import { record } from '../codec/record.js'
import { bankFields, formField as strict } from './bridge/bankFields.js'

const formField = record('form field', {}, assumed(strict.optional, '/form/*'))

/**
 * One input of a bank's form, whose fields are {@link Assumed}; `type` was seen as `USER`, `PWD`, `PWD2`, and `isNum` as
 * the text `0` or `1`.
 */
export interface BankFormField extends t.TypeOf<typeof formField> {}

/**
 * A bank that users can connect. What the interface does not show is {@link Assumed}.
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
export const bank = record('bank', { id }, assumed({ ...bankFields, form: list(formField) }))

/** What {@link bank} decodes to. */
export interface Bank extends t.TypeOf<typeof bank> {}
