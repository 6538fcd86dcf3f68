import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { finite } from '../../base/codec/numbers.js'
import { lenient, record } from '../../base/codec/record.js'
import { type StockFields, stockFields } from '../model/stockFields.js'
import { user } from '../model/User.js'
import type { Resources } from '../profile/Codecs.js'
import type { ServiceProfile } from '../profile/ServiceProfile.js'
import { type Bridge2021Account, bridge2021Account } from './Bridge2021Account.js'
import { type Bridge2021Bank, bridge2021Bank } from './Bridge2021Bank.js'
import {
  type Bridge2021Category,
  bridge2021Category,
  type Bridge2021CategoryGroup,
  bridge2021CategoryGroup,
  categoriesOfGroup,
} from './Bridge2021Category.js'
import { type Bridge2021Transaction, bridge2021Transaction } from './Bridge2021Transaction.js'
import { bridgeCodecs, bridgeInterface } from './bridgeInterface.js'
import type { BridgeRefreshStatus } from './BridgeRefreshStatus.js'
import { fieldOf2021 } from './profileField.js'

/** A position held in an account, as of 2021-06-01; documented. */
export interface Bridge2021Stock extends StockFields {
  /** The id of the account that it belongs to. Documented. */
  readonly account_id: number
  /** Whether the row was removed; true only in lists of changes. Documented. */
  readonly is_deleted?: boolean | null | undefined
}

/** The codec of a {@link Bridge2021Stock}. */
export const bridge2021Stock = record<Bridge2021Stock>(
  'stock',
  { ...stockFields.required, account_id: fieldOf2021(id) },
  { ...stockFields.optional, is_deleted: t.boolean },
)

/**
 * An item, as of 2021-06-01; documented by a table of fields; the example next to it is of the previous API version.
 */
export interface Bridge2021Item {
  /** The id: an integer from 0 to 2^53 - 1. Documented. */
  readonly id: number
  /** The state of the item, see {@link KnownItemStatus}. It is not an HTTP status. Documented. */
  readonly status: number
  /** The id of its bank. Documented. */
  readonly bank_id: number
  /** The state as a code, such as `BANK_IS_DOWN`. Documented. */
  readonly status_code_info?: string | null | undefined
  /**
   * The state, as text for display, in English or French, or `null`. Documented. That it may be `null` was seen in
   * clients' code.
   */
  readonly status_code_description?: string | null | undefined
}

/** The codec of a {@link Bridge2021Item}. */
export const bridge2021Item = record<Bridge2021Item>(
  'item',
  { id, status: finite, bank_id: fieldOf2021(id) },
  lenient({ status_code_info: t.string, status_code_description: t.string }),
)

/** The resources of {@link bridge2021}. */
export interface Bridge2021Resources extends Resources {
  readonly account: Bridge2021Account
  readonly bank: Bridge2021Bank
  readonly category: Bridge2021Category
  readonly categoryRow: Bridge2021CategoryGroup<Bridge2021Category>
  readonly item: Bridge2021Item
  readonly refreshStatus: BridgeRefreshStatus
  readonly stock: Bridge2021Stock
  readonly transaction: Bridge2021Transaction
}

/**
 * The Bridge API as of 2021-06-01: references are ids, banks are a flat list, categories are nested. Comments in the
 * source give the origin of each fact: documented, or seen in the code of public clients.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2021 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { firstValueFrom } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ profile: bridge2021 })
 * const { transactions } = createClient({ ...credentials, http, profile: bridge2021 }).user({ externalUserId: 'A6J' })
 * const { account_id, clean_description } = await firstValueFrom(transactions.all())
 * assert.ok(account_id > 0 && clean_description)
 */
export const bridge2021: ServiceProfile<Bridge2021Resources> = {
  ...bridgeInterface,
  name: 'bridge2021',
  // documented
  versionHeader: 'Bridge-Version',
  serviceVersion: '2021-06-01',
  ends: '2027-12-31',
  baseUrl: 'https://api.bridgeapi.io',
  credentials: 'headers',
  // the documentation contradicts itself: the reference requires the secret in public requests, the guides do not.
  // Sending it satisfies both
  publicSecret: true,
  paths: {
    ...bridgeInterface.paths,
    // clients' code; the service has to activate it
    accountsInformation: '/v2/accounts-information',
    // clients' code; 403 or 404 if it was not bought
    categoryInsights: '/v2/insights/category',
    // documented
    bankFormAdd: '/v2/connect/items/add',
    // clients' code
    bankFormEdit: '/v2/connect/items/edit',
    // documented
    deleteUser: '/v2/users/:id/delete',
    // no source documents this operation
    password: null,
  },
  // documented
  methods: { bankFormAdd: 'POST', deleteUser: 'POST' },
  codecs: {
    ...bridgeCodecs,
    account: bridge2021Account,
    bank: bridge2021Bank,
    category: bridge2021Category,
    item: bridge2021Item,
    stock: bridge2021Stock,
    transaction: bridge2021Transaction,
    user,
  },
  nested: { categories: { row: bridge2021CategoryGroup, flatten: categoriesOfGroup } },
}
