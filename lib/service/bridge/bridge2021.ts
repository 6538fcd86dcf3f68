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
import { type Bridge2021Item, bridge2021Item } from './Bridge2021Item.js'
import { type Bridge2021Stock, bridge2021Stock } from './Bridge2021Stock.js'
import { type Bridge2021Transaction, bridge2021Transaction } from './Bridge2021Transaction.js'
import { bridgeCodecs, bridgeInterface } from './bridgeInterface.js'
import type { BridgeRefreshStatus } from './BridgeRefreshStatus.js'

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
  sunset: '2027-12-31',
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
