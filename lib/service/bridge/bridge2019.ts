import type { Resources } from '../profile/Codecs.js'
import type { ServiceProfile } from '../profile/ServiceProfile.js'
import { banksOfCountry, type Bridge2018BankCountry, bridge2018BankCountry } from './Bridge2018BankCountry.js'
import { type Bridge2018Category, bridge2018Category } from './Bridge2018Category.js'
import { type Bridge2018Stock, bridge2018Stock } from './Bridge2018Stock.js'
import { type Bridge2018User, bridge2018User } from './Bridge2018User.js'
import { type Bridge2019Account, bridge2019Account } from './Bridge2019Account.js'
import { type Bridge2019Bank, bridge2019Bank } from './Bridge2019Bank.js'
import { type Bridge2019Item, bridge2019Item } from './Bridge2019Item.js'
import { type Bridge2019Transaction, bridge2019Transaction } from './Bridge2019Transaction.js'
import { bridgeCodecs, bridgeInterface } from './bridgeInterface.js'
import type { BridgeRefreshStatus } from './BridgeRefreshStatus.js'

/** The resources of {@link bridge2019}. */
export interface Bridge2019Resources extends Resources {
  readonly account: Bridge2019Account
  readonly bank: Bridge2019Bank
  readonly bankRow: Bridge2018BankCountry<Bridge2019Bank>
  readonly category: Bridge2018Category
  readonly item: Bridge2019Item
  readonly refreshStatus: BridgeRefreshStatus
  readonly stock: Bridge2018Stock
  readonly transaction: Bridge2019Transaction
  readonly user: Bridge2018User
}

/**
 * The Bridge API as of 2019-02-18: credentials are in headers, parameters in JSON; a reference to another resource is
 * an object, and banks are nested in groups, and groups in countries. Comments in the source say whether each fact
 * is documented, recorded or inferred.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2019 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { firstValueFrom } from 'rxjs'
 *
 * const { credentials, http, users } = createSandbox({ profile: bridge2019 })
 * const [{ email, password } = assert.fail('there are three')] = users
 * const { transactions } = createClient({ ...credentials, http, profile: bridge2019 }).user({ email, password })
 * const { account, description } = await firstValueFrom(transactions.all())
 * assert.ok(account.resource_type === 'account' && description)
 */
export const bridge2019: ServiceProfile<Bridge2019Resources> = {
  ...bridgeInterface,
  name: 'bridge2019',
  // documented
  versionHeader: 'Bankin-Version',
  serviceVersion: '2019-02-18',
  ends: '2026-12-31',
  baseUrl: 'https://sync.bankin.com',
  credentials: 'headers',
  paths: {
    ...bridgeInterface.paths,
    // client's code; 403 or 404 if it was not bought
    categoryInsights: '/v2/insights/category',
    // documented
    bankFormAdd: '/v2/connect/items/add/url',
    bankFormEdit: '/v2/connect/items/edit/url',
    // documented: DELETE, the password in the query
    deleteUser: '/v2/users/:id',
    // documented; it revokes all sessions of the user
    password: '/v2/users/:id/password',
  },
  codecs: {
    ...bridgeCodecs,
    account: bridge2019Account,
    bank: bridge2019Bank,
    category: bridge2018Category,
    item: bridge2019Item,
    stock: bridge2018Stock,
    transaction: bridge2019Transaction,
    user: bridge2018User,
  },
  nested: { banks: { row: bridge2018BankCountry, flatten: banksOfCountry } },
}
