import * as t from 'io-ts'
import { type Assumed, assumed } from '../../base/codec/assumed.js'
import { id } from '../../base/codec/id.js'
import { list } from '../../base/codec/list.js'
import { record } from '../../base/codec/record.js'

/** An account in an {@link AccountInformation}; every field is {@link Assumed}. */
export interface CheckedAccount {
  /** The id: an integer from 0 to 2^53 - 1. Assumed; seen in clients' code. */
  readonly id?: Assumed<number> | null | undefined
  /** The name, for display. Assumed; seen in clients' code. */
  readonly name?: Assumed<string> | null | undefined
  /** The type of the account: a word, such as `checking`. Assumed; seen in clients' code. */
  readonly type?: Assumed<string> | null | undefined
  /** The currency, by ISO 4217: three letters. Assumed; seen in clients' code. */
  readonly currency_code?: Assumed<string> | null | undefined
  /** The id of the bank, before 2025-01-15. Assumed; seen in clients' code. */
  readonly bank_id?: Assumed<number> | null | undefined
  /** The id of the bank, from 2025-01-15 on. Assumed; inferred from the other rows of that API version. */
  readonly provider_id?: Assumed<number> | null | undefined
  /** The IBAN. Assumed; seen in clients' code. */
  readonly iban?: Assumed<string> | null | undefined
}

/** The decoded type of {@link accountInformation}. */
export interface AccountInformation {
  /** The id of the item whose accounts these are. Assumed; seen in clients' code. */
  readonly item_id?: Assumed<number> | null | undefined
  /** The first name of the holder, according to the bank. Assumed; seen in clients' code. */
  readonly first_name?: Assumed<string> | null | undefined
  /** The last name of the holder, according to the bank. Assumed; seen in clients' code. */
  readonly last_name?: Assumed<string> | null | undefined
  /** The accounts of the item. Assumed; seen in clients' code. */
  readonly accounts?: Assumed<Array<CheckedAccount>> | null | undefined
}

const checkedAccount = record<CheckedAccount>(
  'checked account',
  {},
  assumed(
    { id, name: t.string, type: t.string, currency_code: t.string, bank_id: id, provider_id: id, iban: t.string },
    '/accounts/*',
  ),
)

/**
 * Who holds the accounts of an item, according to the bank: a row of the service's Account Check. Its fields are not
 * documented, so none is required, and all are {@link Assumed}.
 *
 * @example
 * import { accountInformation } from 'rxbank/codec'
 *
 * assert.ok(accountInformation.is({ item_id: 187741, first_name: 'Ada', last_name: 'Lovelace', accounts: [] }))
 */
export const accountInformation = record<AccountInformation>(
  'account information',
  {},
  assumed({ item_id: id, first_name: t.string, last_name: t.string, accounts: list(checkedAccount) }),
)
