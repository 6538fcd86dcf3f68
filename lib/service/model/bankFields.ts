import * as t from 'io-ts'
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
export const formField = record<BankFormField>(
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
