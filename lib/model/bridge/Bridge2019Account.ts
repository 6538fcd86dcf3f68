import * as t from 'io-ts'
import { record } from '../../codec/record.js'
import { bridge2018Account } from './Bridge2018Account.js'

/** The codec of a {@link Bridge2019Account}. */
export const bridge2019Account = record('account', bridge2018Account.required, {
  ...bridge2018Account.optional,
  status_code_info: t.string,
  status_code_description: t.string,
  is_pro: t.boolean,
  iban: t.string,
  iban_fill_manually: t.unknown,
  last_refresh: t.unknown,
})

/**
 * An account of an item, as of 2019-02-18: a {@link Bridge2018Account} with more, which is a client's code.
 *
 * - `status_code_info`, `status_code_description`: a word for the status, and text for a person.
 * - `is_pro`: boolean.
 * - `iban`: text, or `null`.
 * - `iban_fill_manually`, `last_refresh`: their form was not found.
 */
export interface Bridge2019Account extends t.TypeOf<typeof bridge2019Account> {}
