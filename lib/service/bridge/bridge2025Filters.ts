import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { nonEmpty } from '../../base/codec/nonEmpty.js'
import { plainDate } from '../../base/codec/plainDate.js'
import { timestamp } from '../../base/codec/timestamp.js'
import type { FilterOptions } from '../profile/Filter.js'

/**
 * Several words in one parameter. That they are separated by commas is inferred: the documentation only says that there
 * may be several.
 */
const words: t.Type<ReadonlyArray<string>, string> = new t.Type(
  'a list of words',
  (u): u is ReadonlyArray<string> => Array.isArray(u) && u.length > 0 && u.every(nonEmpty.is),
  (u, context) => (nonEmpty.is(u) ? t.success(u.split(',')) : t.failure(u, context)),
  (list) => list.join(','),
)

// documented: `since` and `until` are times, which are compared with `updated_at`; `minDate` and `maxDate` are days,
// which are compared with the row's own date
const byUpdate = {
  since: { parameter: 'since', format: timestamp },
  until: { parameter: 'until', format: timestamp },
}
const byDate = {
  minDate: { parameter: 'min_date', format: plainDate },
  maxDate: { parameter: 'max_date', format: plainDate },
}
const byAccount = { accountId: { parameter: 'account_id', format: id } }

/** The filters of the lists of 2025-01-15. */
export const bridge2025Filters = {
  // documented
  accounts: { itemId: { parameter: 'item_id', format: id } },
  accountTransactions: { ...byUpdate, ...byDate },
  accountTransactionsUpdated: byDate,
  // documented
  banks: {
    countryCodes: { parameter: 'country_code', format: words },
    capabilities: { parameter: 'capabilities', format: words },
    aggregationReleaseStatuses: { parameter: 'aggregation_release_status', format: words },
    paymentReleaseStatuses: { parameter: 'payment_release_status', format: words },
    segments: { parameter: 'segment', format: words },
    providerEnvironments: { parameter: 'provider_environments', format: words },
  },
  // documented; there is no `until`
  stocks: { since: byUpdate.since, ...byAccount },
  stocksUpdated: byAccount,
  transactions: { ...byUpdate, ...byDate, ...byAccount },
  // the list itself has the changes; `until` is left out, because a watcher with it would miss later changes
  transactionsUpdated: { ...byDate, ...byAccount },
  // seen in clients' code; not documented, and one client says that it may be ignored
  users: { externalUserId: { parameter: 'external_user_id', format: nonEmpty } },
}

/**
 * The filter options of each list, by the key of the list.
 *
 * @useDeclaredType
 */
export type Bridge2025Filters = {
  readonly [K in keyof typeof bridge2025Filters]: FilterOptions<(typeof bridge2025Filters)[K]>
}
