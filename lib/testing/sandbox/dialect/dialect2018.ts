import type { BankRow } from '../data/bankRows.js'
import { flatCategories } from './flatCategories.js'
import { nestedBanks } from './nestedBanks.js'
import { plainDialect } from './plainDialect.js'
import { publicClientPaths } from './publicClientPaths.js'
import { fallbackBankId, reference, selfReference } from './resourceReferences.js'
import type { KnownUser, RowDialect } from './RowDialect.js'

/** A timestamp without the `.000` of its milliseconds. */
const withoutMilliseconds = (moment: string): string => moment.replace(/\.\d{3}Z$/, 'Z')

/** A row without the fields that later API versions added. */
const omitFields = (row: object, ...addedFields: ReadonlyArray<string>): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !addedFields.includes(name)))

const bank = ({ id, name, country_code, primary_color, secondary_color, form }: BankRow): object => ({
  ...reference('bank', id),
  name,
  country_code,
  automatic_refresh: id % 5 > 0,
  primary_color,
  secondary_color,
  form: form.map(({ label, type, isNum, maxLength }) => ({ label, type, isNum, maxLength })),
})

const user = ({ uuid, email }: KnownUser): object => ({ uuid, ...selfReference('user', uuid), email })

/**
 * API version 2018-06-15: references are objects, banks are nested in countries and parents, categories name their
 * parents, and transactions have no field that says that they are pending.
 */
export const dialect2018: RowDialect = {
  ...plainDialect,
  item: ({ id, status }, { bankId, accounts }) => ({
    id,
    status,
    bank: reference('bank', bankId ?? fallbackBankId),
    accounts: accounts.map((account) => reference('account', account.id)),
    ...selfReference('item', id),
  }),
  account: ({ item_id, bank_id, updated_at, ...row }) => ({
    ...omitFields(row, 'status_code_info', 'status_code_description', 'is_pro', 'iban'),
    updated_at: withoutMilliseconds(updated_at),
    item: reference('item', item_id),
    bank: reference('bank', bank_id ?? fallbackBankId),
    ...selfReference('account', row.id),
  }),
  transaction: ({ category_id, account_id, updated_at, ...row }) => ({
    ...omitFields(row, 'is_future', 'show_client_side'),
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
  user,
  tokenUser: user,
  refreshStatus: ({ mfa, refreshed_at, ...row }) => ({
    mfa: mfa === null ? null : { label: mfa.label, is_numeric: mfa.is_numeric },
    ...row,
    refreshed_at: refreshed_at === null ? null : withoutMilliseconds(refreshed_at),
  }),
  bank,
  banks: nestedBanks(bank),
  categories: flatCategories,
  precision: 1000,
  pendingCount: 3,
  queuedMs: 1000,
  keepsStatus: true,
  locatesRefresh: true,
  sendsLimits: true,
  publicClientPaths: { ...publicClientPaths, connectItemConfirmation: '/v2/connect/items/pro/confirmation/url' },
}
