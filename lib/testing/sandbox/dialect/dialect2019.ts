import type { BankRow } from '../data/bankRows.js'
import { flatCategories } from './flatCategories.js'
import { nestedBanks, parentBank } from './nestedBanks.js'
import { plainDialect } from './plainDialect.js'
import { publicClientPaths } from './publicClientPaths.js'
import { fallbackBankId, reference, selfReference } from './resourceReferences.js'
import type { RowDialect } from './RowDialect.js'

/** A timestamp without the `.000` of its milliseconds. */
const withoutMilliseconds = (moment: string): string => moment.replace(/\.\d{3}Z$/, 'Z')

/** The fields of a bank that API versions 2018-06-15 and 2019-02-18 share. */
export const commonBankFields = ({ id, name, country_code, primary_color, secondary_color, form }: BankRow) => ({
  ...reference('bank', id),
  name,
  country_code,
  automatic_refresh: id % 5 > 0,
  primary_color,
  secondary_color,
  form: form.map(({ label, type, isNum, maxLength }) => ({ label, type, isNum, maxLength })),
})

const bank = (row: BankRow): object => {
  const canTransfer = row.capabilities.includes('single_transfer')
  return {
    ...commonBankFields(row),
    logo_url: row.logo_url,
    authentication_type: row.authentication_type,
    capabilities: row.capabilities,
    deeplink_ios: null,
    deeplink_android: null,
    payment_enabled: canTransfer,
    transfer_enabled: canTransfer,
  }
}

/**
 * API version 2019-02-18: references are objects, banks are nested in countries and parents, and categories name their
 * parents.
 */
export const dialect2019: RowDialect = {
  ...plainDialect,
  item: ({ id, status, status_code_info, status_code_description }, { bankId, accounts }) => ({
    id,
    status,
    status_code_info: status_code_info ?? 'OK',
    status_code_description,
    bank: reference('bank', bankId ?? fallbackBankId),
    accounts: accounts.map((account) => reference('account', account.id)),
    ...selfReference('item', id),
  }),
  account: ({ item_id, bank_id, updated_at, ...row }) => ({
    ...row,
    updated_at: withoutMilliseconds(updated_at),
    last_refresh: withoutMilliseconds(updated_at),
    iban_fill_manually: false,
    item: reference('item', item_id),
    bank: reference('bank', bank_id ?? fallbackBankId),
    ...selfReference('account', row.id),
  }),
  transaction: ({ category_id, account_id, updated_at, ...row }) => ({
    ...row,
    updated_at: withoutMilliseconds(updated_at),
    category: reference('category', category_id),
    account: reference('account', account_id),
    ...selfReference('transaction', row.id),
  }),
  stock: ({ account_id, ...row }) => ({
    ...row,
    account: reference('account', account_id),
    ...selfReference('stock', row.id),
  }),
  user: ({ uuid, email }) => ({ uuid, ...selfReference('user', uuid), email }),
  tokenUser: ({ uuid, email }) => ({ uuid, ...selfReference('user', uuid), email }),
  refreshStatus: ({ refreshed_at, ...row }) => ({
    ...row,
    refreshed_at: refreshed_at === null ? null : withoutMilliseconds(refreshed_at),
  }),
  bank,
  banks: nestedBanks(
    (name) => ({ ...parentBank(name), display_order: name.length, is_highlighted: name.length > 20 }),
    bank,
  ),
  categories: flatCategories,
  precision: 1000,
  pendingCount: 3,
  queuedMs: 1000,
  keepsStatus: true,
  publicClientPaths,
}
