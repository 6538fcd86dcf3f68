import { object } from '../../../base/codec/object.js'
import type { BankRow } from '../data/bankRows.js'
import type { StockRow } from '../data/stockRows.js'
import type { TransactionRow } from '../data/transactionRows.js'
import { additionalDates } from '../dialect/dialects.js'
import type { KnownUser } from '../dialect/RowDialect.js'
import type { SortKey, Source } from '../World.js'

/** The id of the provider for tests, "Demo Bank"; documented. */
export const demoBank = 574

/** How many rows are examined at a time, at first and at most. */
const [minBatch, maxBatch] = [16, 1024]

/** The rows of a source that pass a test. They keep their sort keys. */
export const filterSource = <Row extends object>(source: Source<Row>, passes: (row: Row) => boolean): Source<Row> => {
  const collect =
    (step: Source<Row>['after']): Source<Row>['after'] =>
    (key, count) => {
      const found: Array<SortKey> = []
      let from = key
      for (let size = Math.max(count, minBatch); ; size = Math.min(size * 2, maxBatch)) {
        const keys = step(from, size)
        found.push(...keys.filter((candidate) => passes(source.row(candidate))))
        const last = keys.at(-1)
        if (last === undefined || found.length >= count) return found.slice(0, count)
        from = last
      }
    }
  return { after: collect(source.after), before: collect(source.before), row: source.row }
}

/**
 * A row without the fields that are `null` or `undefined`, also in nested objects but not in lists, because this API version
 * sends no nulls.
 */
export const omitEmpty = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]: readonly [string, unknown]) =>
      value === null || value === undefined ? [] : [[name, object.is(value) ? omitEmpty(value) : value]],
    ),
  )

/** The types of operations that were observed, by the first word of the bank's text. Inferred: all others are `unknown`. */
const operationTypes = [
  ['card', /^(AVOIR CARTE|CARTE|CB|CARD|KARTE|KARTENZAHLUNG)\b/],
  ['direct_debit', /^(PRLV|LASTSCHRIFT|DD|DIRECT DEBIT)\b/],
  ['transfer', /^(VIR|GUTSCHRIFT|DAUERAUFTRAG|CREDIT|SO|TRANSFER)\b/],
] as const

const selectOperationType = (bankText: string): string =>
  operationTypes.find(([, pattern]) => pattern.test(bankText))?.[0] ?? 'unknown'

/** A transaction in the format of this API version. */
export const transactionRow = (row: TransactionRow): object => ({
  id: row.id,
  clean_description: row.description,
  provider_description: row.raw_description,
  amount: row.amount,
  date: row.date,
  ...additionalDates(row),
  updated_at: row.updated_at,
  currency_code: row.currency_code,
  deleted: row.is_deleted,
  category_id: row.category_id,
  operation_type: selectOperationType(row.raw_description),
  account_id: row.account_id,
  future: row.is_future,
})

/** A stock in the format of this API version. */
export const stockRow = ({ is_deleted, ...row }: StockRow): object => omitEmpty({ ...row, deleted: is_deleted })

/** A user in the format of this API version: the uuid, and the application's id if there is one. */
export const userRow = ({ uuid, externalUserId }: KnownUser): object =>
  omitEmpty({ uuid, external_user_id: externalUserId })

const healthyStatus = { status: 'healthy' }
const stableRelease = { release_status: 'ga' }
const paymentMetadata = {
  ...stableRelease,
  execution_status_available: true,
  max_size_label: 140,
  nb_max_transactions: 1,
  sender_iban_available: true,
}

/** The first words of a bank's name, by which users may search for it. */
const keywordsOf = (name: string): ReadonlyArray<string> => name.toLowerCase().split(' ').slice(0, 2)

/**
 * A bank in the format of this API version. Inferred: payments have their own capability, tags are lists of words, and the
 * names of releases and environments.
 */
export const providerRow = (row: BankRow) => {
  const { id, country_code, logo_url } = row
  const isDemo = id === demoBank
  const canPay = row.capabilities.includes('single_transfer')
  const name = isDemo ? 'Demo Bank' : row.name
  return {
    id,
    name,
    country_code: isDemo ? 'FR' : country_code,
    group_name: isDemo ? 'Demo Bank' : row.parent_name,
    images: { logo: logo_url },
    capabilities: ['aggregation', 'account_check', ...(canPay ? ['single_payment'] : [])],
    aggregation_metadata: stableRelease,
    ...(canPay
      ? {
          payment_metadata: {
            ...paymentMetadata,
            provider_environments: isDemo ? ['sandbox'] : ['production', 'sandbox'],
          },
        }
      : {}),
    health_status: { aggregation: healthyStatus, ...(canPay ? { single_payment: healthyStatus } : {}) },
    tags: {
      segment: id % 5 === 0 ? ['b2c', 'b2b'] : ['b2c'],
      region: isDemo ? [] : [name.split(' ').at(-1)?.toLowerCase() ?? ''],
      keywords: keywordsOf(name),
    },
  }
}
