import type { BankRow } from '../data/bankRows.js'
import type { StockRow } from '../data/stockRows.js'
import type { TransactionRow } from '../data/transactionRows.js'
import { datesOf } from '../dialect/additionalDates.js'
import type { KnownUser } from '../dialect/RowDialect.js'
import { demoBank } from './demoBank.js'
import { present } from './omitEmpty.js'

/** Types of operations that were observed; there may be others. */
const operationTypes = ['card', 'direct_debit', 'card', 'unknown'] as const

/** A transaction in the format of this stage. */
export const transactionRow = (row: TransactionRow): object => ({
  id: row.id,
  clean_description: row.description,
  provider_description: row.raw_description,
  amount: row.amount,
  date: row.date,
  ...datesOf(row),
  updated_at: row.updated_at,
  currency_code: row.currency_code,
  deleted: row.is_deleted,
  category_id: row.category_id,
  operation_type: row.amount > 0 ? 'transfer' : operationTypes[row.id % 4],
  account_id: row.account_id,
  future: row.is_future,
})

/** A stock in the format of this stage. */
export const stockRow = ({ is_deleted, ...row }: StockRow): object => present({ ...row, deleted: is_deleted })

/** A user in the format of this stage: the uuid, and the application's id if there is one. */
export const userRow = ({ uuid, externalUserId }: KnownUser): object =>
  present({ uuid, external_user_id: externalUserId })

const healthy = { status: 'healthy' }
const stable = { release_status: 'ga' }

/** A bank in the format of this stage. Inferred: payments have a capability of their own, and the names of releases. */
export const providerRow = (row: BankRow) => {
  const { id, country_code, logo_url } = row
  const isDemo = id === demoBank
  const paying = row.capabilities.includes('single_transfer')
  return {
    id,
    name: isDemo ? 'Demo Bank' : row.name,
    country_code: isDemo ? 'FR' : country_code,
    group_name: isDemo ? 'Demo Bank' : row.parent_name,
    images: { logo: logo_url },
    capabilities: ['aggregation', 'account_check', ...(paying ? ['single_payment'] : [])],
    aggregation_metadata: stable,
    ...(paying ? { payment_metadata: stable } : {}),
    health_status: { aggregation: healthy, ...(paying ? { single_payment: healthy } : {}) },
    tags: { segment: id % 5 === 0 ? ['retail', 'business'] : ['retail'] },
  }
}
