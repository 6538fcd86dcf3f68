import { type Assumed, assumed, type AssumedFields } from '../../base/codec/assumed.js'
import { id } from '../../base/codec/id.js'
import { list } from '../../base/codec/list.js'
import { record } from '../../base/codec/record.js'
import { bankFields, type BankFormField, formField } from './bankFields.js'

/**
 * One input of a bank's form, whose fields are {@link Assumed}; `type` was seen as `USER`, `PWD` and `PWD2`, and
 * `isNum` as the string `0` or `1`.
 */
export interface AssumedBankFormField extends AssumedFields<BankFormField> {}

const assumedFormField = record<AssumedBankFormField>('form field', {}, assumed(formField.optional, '/form/*'))

/** The decoded type of {@link bank}. */
export interface Bank {
  /** The id: an integer from 0 to 2^53 - 1. Documented. */
  readonly id: number
  /** The name, for display. Assumed: not documented. */
  readonly name?: Assumed<string> | null | undefined
  /** The name of the group that the bank belongs to. Assumed: not documented. */
  readonly parent_name?: Assumed<string> | null | undefined
  /** The country, by ISO 3166-1: two letters. Assumed: not documented. */
  readonly country_code?: Assumed<string> | null | undefined
  /** A colour of the bank, as a string. Assumed: not documented. */
  readonly primary_color?: Assumed<string> | null | undefined
  /** Another colour of the bank, as a string. Assumed: not documented. */
  readonly secondary_color?: Assumed<string> | null | undefined
  /** The URL of the logo, sometimes `''`. Assumed: not documented. */
  readonly logo_url?: Assumed<string> | null | undefined
  /** A URL of the bank. Assumed: not documented. */
  readonly url?: Assumed<string> | null | undefined
  /** The URL of the page on which users authenticate. Assumed: not documented. */
  readonly authentication_page_url?: Assumed<string> | null | undefined
  /** The inputs of the bank's form. Assumed: not documented. */
  readonly form?: Assumed<Array<AssumedBankFormField>> | null | undefined
  /** How users authenticate: a word, such as `INTERNAL_CREDS` or `WEBVIEW`. Assumed: not documented. */
  readonly authentication_type?: Assumed<string> | null | undefined
  /**
   * The capabilities of the bank: words, such as `ais`, `account_check` or `single_transfer`. Assumed: not documented.
   */
  readonly capabilities?: Assumed<Array<string>> | null | undefined
  /** The channels to the bank: words. Assumed: not documented. */
  readonly channel_type?: Assumed<Array<string>> | null | undefined
  /** About transfers: an object whose fields are not checked. Assumed: not documented. */
  readonly transfer?: Assumed<Readonly<Record<string, unknown>>> | null | undefined
  /** About payments: an object whose fields are not checked. Assumed: not documented. */
  readonly payment?: Assumed<Readonly<Record<string, unknown>>> | null | undefined
  /** Whether to highlight the bank. Assumed: not documented. */
  readonly is_highlighted?: Assumed<boolean> | null | undefined
  /** The bank's position in the display order. Assumed: not documented. */
  readonly display_order?: Assumed<number> | null | undefined
}

/**
 * A bank that users can connect. Undocumented fields are {@link Assumed}.
 *
 * @example
 * import { bank } from 'rxbank/codec'
 *
 * assert.ok(bank.is({ id: 408, name: 'Demo Bank', country_code: 'FR', capabilities: ['ais'] }))
 */
export const bank = record<Bank>('bank', { id }, assumed({ ...bankFields, form: list(assumedFormField) }))
