import { defaultRoots } from '../../../service/profile/roots.js'
import type { BankRow } from '../data/bankRows.js'
import { categories, type Language } from '../data/categoryNames.js'
import type { TransactionRow } from '../data/transactionRows.js'
import type { OtherPaths } from '../routes.js'
import { integerBelow, textSeed } from '../seededRandom.js'
import type { KnownUser, Row, RowDialect } from './RowDialect.js'

/** The path segment of each type of resource. */
const pathSegments = {
  account: 'accounts',
  bank: 'banks',
  category: 'categories',
  item: 'items',
  stock: 'stocks',
  transaction: 'transactions',
  user: 'users',
} as const

const [root = ''] = defaultRoots

type ResourceType = keyof typeof pathSegments

/** The fields `resource_uri` and `resource_type`, which the earlier API versions add to each resource. */
const selfReference = (type: ResourceType, id: number | string) => ({
  resource_uri: `${root}/${pathSegments[type]}/${String(id)}`,
  resource_type: type,
})

/** A reference to a resource in another row. */
const reference = (type: ResourceType, id: number) => ({ id, ...selfReference(type, id) })

/** The id of the bank of items in a sandbox without banks. */
const fallbackBankId = 1

/**
 * The paths that public clients call in API versions 2018-06-15 to 2021-06-01, in addition to those of the profiles.
 * The service is known to answer at some of them; `spec/testing/sandbox/publicClients-spec.ts` names the clients.
 */
const publicClientPaths: OtherPaths = {
  connectItemConfirmation: '/v2/connect/items/pro/confirmation',
  connectItemSync: '/v2/connect/items/sync',
  deleteUsers: '/v2/users',
}

/** The additional dates of a transaction. A bank may send none, one or all of them. */
export const additionalDates = ({ id, date, is_future }: Pick<TransactionRow, 'id' | 'date' | 'is_future'>): object => {
  if (is_future || id % 3 === 0) return {}
  return id % 3 === 1 ? { booking_date: date } : { booking_date: date, transaction_date: date, value_date: date }
}

const unchanged = <A>(row: A): A => row

/** The generated rows, unchanged: they have the documented fields, and more if the documentation is incomplete. */
export const plainDialect: RowDialect = {
  item: unchanged,
  account: unchanged,
  transaction: unchanged,
  stock: unchanged,
  user: ({ uuid, externalUserId, email }) => ({ uuid, external_user_id: externalUserId, email }),
  tokenUser: ({ uuid, externalUserId, email }, usesEmail) =>
    usesEmail ? { uuid, email } : { uuid, external_user_id: externalUserId },
  refreshStatus: unchanged,
  banks: unchanged,
  categories,
  precision: 1,
  pendingCount: 0,
  queuedMs: 0,
  keepsStatus: false,
  locatesRefresh: false,
}

/** API version 2021-06-01: references are ids, banks are a flat list, and parent categories contain their children. */
const dialect2021: RowDialect = {
  ...plainDialect,
  item: (row) => ({ ...row, status_code_info: row.status_code_info ?? 'OK', bank_id: row.bank_id ?? fallbackBankId }),
  account: (row) => ({ ...row, bank_id: row.bank_id ?? fallbackBankId }),
  transaction: ({ id, description, raw_description, ...row }) => ({
    id,
    clean_description: description,
    bank_description: raw_description,
    ...row,
    ...additionalDates({ id, ...row }),
  }),
  user: ({ uuid, externalUserId, email }) =>
    email !== null && externalUserId === null ? { uuid, email } : { uuid, external_user_id: externalUserId },
  pendingCount: 3,
  queuedMs: 1000,
  keepsStatus: true,
  publicClientPaths,
  otherVersionHeader: 'bankin-version',
}

interface Parent {
  readonly name: string
  readonly logo_url: string
  readonly banks: Array<object>
}

/** An empty group of banks. Its fields depend only on the name, so they are the same on every page. */
const parentBank = (name: string): Parent => {
  const nameSeed = textSeed(name)
  return {
    name,
    logo_url: `https://images.sandbox.invalid/groups/${String(integerBelow(nameSeed, 1e6))}.png`,
    banks: [],
  }
}

/** Groups the banks of one page by country, then by parent, in the order in which their first banks occur. */
const nestedBanks =
  (bank: (row: BankRow) => object) =>
  (rows: ReadonlyArray<BankRow>): ReadonlyArray<object> => {
    const countries = new Map<string, Map<string, Parent>>()
    for (const row of rows) {
      const parents = countries.get(row.country_code) ?? new Map<string, Parent>()
      countries.set(row.country_code, parents)
      const group = parents.get(row.parent_name) ?? parentBank(row.parent_name)
      parents.set(row.parent_name, group)
      group.banks.push(bank(row))
    }
    return Array.from(countries, ([country_code, parents]) => ({ country_code, parent_banks: [...parents.values()] }))
  }

/** The id of the category that occurs twice in the vendor's own list. */
const repeatedId = 309

const row = (id: number, name: string, parent: number | null): Row & Readonly<Record<string, unknown>> => ({
  id,
  name,
  parent: parent === null ? null : reference('category', parent),
  ...selfReference('category', id),
  custom: false,
  other: false,
  is_deleted: false,
})

/**
 * A flat list of the categories, each with a reference to its parent; one occurs twice, as in the vendor's own list.
 */
const flatCategories = (language: Language): ReadonlyArray<Row> => {
  const rows = categories(language).flatMap(({ id, name, categories: children }) => [
    row(id, name, null),
    ...children.map((child) => row(child.id, child.name, id)),
  ])
  return [...rows, ...rows.filter(({ id }) => id === repeatedId)]
}

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
const dialect2018: RowDialect = {
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

/** The name of a dialect, which is the name of its profile. */
export type DialectName = 'documented' | 'bridge2018' | 'bridge2021'

/** The behaviour of one API version of the service, such as `dialect2025`. */
export interface SandboxDialect {
  /** The API version that the dialect belongs to. */
  readonly apiVersion: string
}

/** The dialects that a sandbox knows. */
export const dialects: Readonly<Record<DialectName, RowDialect>> = {
  documented: plainDialect,
  bridge2018: dialect2018,
  bridge2021: dialect2021,
}

/** Whether there is a dialect for the profile of this name. */
export const isDialect = (name: string): name is DialectName => Object.hasOwn(dialects, name)
