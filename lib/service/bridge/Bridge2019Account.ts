import * as t from 'io-ts'
import { lenient } from '../../base/codec/lenient.js'
import { record } from '../../base/codec/record.js'
import { type Bridge2018Account, bridge2018Account } from './Bridge2018Account.js'

/**
 * An account of an item, as of 2019-02-18: a {@link Bridge2018Account} with more fields, which were seen in clients'
 * code.
 */
export interface Bridge2019Account extends Bridge2018Account {
  /** The state of its item as a word, such as `BANK_IS_DOWN`. Seen in clients' code. */
  readonly status_code_info?: string | null | undefined
  /** The state of its item, as text for display. Seen in clients' code. */
  readonly status_code_description?: string | null | undefined
  /** Whether it is a professional account. Seen in clients' code. */
  readonly is_pro?: boolean | null | undefined
  /** The IBAN, or `null`. Seen in clients' code. */
  readonly iban?: string | null | undefined
  /** Its format is not known, so the value is not checked. Seen in clients' code. */
  readonly iban_fill_manually?: unknown
  /** Its format is not known, so the value is not checked. Seen in clients' code. */
  readonly last_refresh?: unknown
}

/** The codec of a {@link Bridge2019Account}. */
export const bridge2019Account = record<Bridge2019Account>('account', bridge2018Account.required, {
  ...bridge2018Account.optional,
  ...lenient({ status_code_info: t.string, status_code_description: t.string, is_pro: t.boolean, iban: t.string }),
  iban_fill_manually: t.unknown,
  last_refresh: t.unknown,
})
