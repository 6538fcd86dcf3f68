import * as t from 'io-ts'
import { type Assumed, assumed, type AssumedFields } from '../../base/codec/assumed.js'
import { id } from '../../base/codec/id.js'
import { list } from '../../base/codec/list.js'
import { finite } from '../../base/codec/numbers.js'
import { object } from '../../base/codec/object.js'
import { lenient, record } from '../../base/codec/record.js'

/** One input of a bank's form; `type` was seen as `USER`, `PWD` and `PWD2`, and `isNum` as the string `0` or `1`. */
export interface BankFormField {
  /** The label of the input, for display. Recorded. */
  readonly label?: string | null | undefined
  /** The type of the input: a word, seen as `USER`, `PWD` and `PWD2`. Recorded. */
  readonly type?: string | null | undefined
  /** Whether the input accepts only digits; seen as the string `0` or `1`. Recorded. */
  readonly isNum?: string | boolean | null | undefined
  /** The minimum number of characters. Seen in clients' code. */
  readonly minLength?: number | null | undefined
  /** The maximum number of characters. Recorded. */
  readonly maxLength?: number | null | undefined
}

/** The codec of a {@link BankFormField}. */
const formField = record<BankFormField>(
  'form field',
  {},
  lenient({
    label: t.string,
    type: t.string,
    isNum: t.union([t.string, t.boolean]),
    minLength: finite,
    maxLength: finite,
  }),
)

/** The fields that banks have in one API version or another. */
export const bankFields = lenient({
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
})

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
