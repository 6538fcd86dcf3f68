import { commonBankFields, dialect2019 } from './dialect2019.js'
import { nestedBanks, parentBank } from './nestedBanks.js'
import { publicClientPaths } from './publicClientPaths.js'
import { fallbackBankId, reference, selfReference } from './resourceReferences.js'
import type { RowDialect } from './RowDialect.js'

/** A row without the fields that later API versions added. */
const omitFields = (row: object, ...addedFields: ReadonlyArray<string>): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !addedFields.includes(name)))

/** API version 2018-06-15: like 2019-02-18 with fewer fields, and without a field for pending transactions. */
export const dialect2018: RowDialect = {
  ...dialect2019,
  item: ({ id, status }, { bankId, accounts }) => ({
    id,
    status,
    bank: reference('bank', bankId ?? fallbackBankId),
    accounts: accounts.map((account) => reference('account', account.id)),
    ...selfReference('item', id),
  }),
  account: (row) =>
    omitFields(
      dialect2019.account(row),
      'status_code_info',
      'status_code_description',
      'is_pro',
      'last_refresh',
      'iban',
      'iban_fill_manually',
    ),
  transaction: (row) => omitFields(dialect2019.transaction(row), 'is_future', 'show_client_side'),
  refreshStatus: ({ mfa, ...row }) => ({
    ...dialect2019.refreshStatus({ mfa, ...row }),
    mfa: mfa === null ? null : { label: mfa.label, is_numeric: mfa.is_numeric },
  }),
  bank: commonBankFields,
  banks: nestedBanks(parentBank, commonBankFields),
  locatesRefresh: true,
  sendsLimits: true,
  publicClientPaths: { ...publicClientPaths, connectItemConfirmation: '/v2/connect/items/pro/confirmation/url' },
}
