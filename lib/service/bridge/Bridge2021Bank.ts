import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { record } from '../../base/codec/record.js'
import { bankFields, type BankFormField } from '../model/bankFields.js'
import { fieldOf2021 } from './profileField.js'

const { parent_name, country_code, primary_color, secondary_color, logo_url, form, capabilities } = bankFields
const { channel_type, transfer, payment, authentication_type, is_highlighted, display_order } = bankFields
const { url, authentication_page_url } = bankFields

/** A bank that users can connect, as of 2021-06-01; documented, except for the fields that name another source. */
export interface Bridge2021Bank {
  /** The id: an integer from 0 to 2^53 - 1. Documented. */
  readonly id: number
  /** The name, for display. Documented. */
  readonly name: string
  /** The name of the group that the bank belongs to. Documented. */
  readonly parent_name?: string | null | undefined
  /** The country, by ISO 3166-1: two letters. Documented. */
  readonly country_code?: string | null | undefined
  /** A colour of the bank, as a string. Documented. */
  readonly primary_color?: string | null | undefined
  /** Another colour of the bank, as a string. Documented. */
  readonly secondary_color?: string | null | undefined
  /** The URL of the logo, sometimes `''`. Documented; that it may be `''` was seen in clients' code. */
  readonly logo_url?: string | null | undefined
  /** The inputs of the bank's form. Documented. */
  readonly form?: Array<BankFormField> | null | undefined
  /** The capabilities of the bank: words, such as `ais`, `account_check` or `single_transfer`. Documented. */
  readonly capabilities?: Array<string> | null | undefined
  /** The channels to the bank: words. Documented. */
  readonly channel_type?: Array<string> | null | undefined
  /** About transfers: an object whose fields are not checked. Documented. */
  readonly transfer?: Readonly<Record<string, unknown>> | null | undefined
  /** About payments: an object whose fields are not checked. Documented. */
  readonly payment?: Readonly<Record<string, unknown>> | null | undefined
  /** How users authenticate: a word, such as `INTERNAL_CREDS` or `WEBVIEW`. Seen in clients' code. */
  readonly authentication_type?: string | null | undefined
  /** Whether to highlight the bank. Seen in clients' code. */
  readonly is_highlighted?: boolean | null | undefined
  /** The bank's position in the display order. Seen in clients' code. */
  readonly display_order?: number | null | undefined
  /** A URL of the bank. Seen in clients' code. */
  readonly url?: string | null | undefined
  /** The URL of the page on which users authenticate. Seen in clients' code. */
  readonly authentication_page_url?: string | null | undefined
}

/** The codec of a {@link Bridge2021Bank}. */
export const bridge2021Bank = record<Bridge2021Bank>(
  'bank',
  { id, name: fieldOf2021(t.string) },
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
