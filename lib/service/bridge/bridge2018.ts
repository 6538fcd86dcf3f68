import type { Resources } from '../profile/Codecs.js'
import type { ServiceProfile } from '../profile/ServiceProfile.js'
import { type Bridge2018Account, bridge2018Account } from './Bridge2018Account.js'
import { type Bridge2018Bank, bridge2018Bank } from './Bridge2018Bank.js'
import { banksOfCountry, type Bridge2018BankCountry, bridge2018BankCountry } from './Bridge2018BankCountry.js'
import { type Bridge2018Category, bridge2018Category } from './Bridge2018Category.js'
import { type Bridge2018Item, bridge2018Item } from './Bridge2018Item.js'
import { type Bridge2018Stock, bridge2018Stock } from './Bridge2018Stock.js'
import { type Bridge2018Transaction, bridge2018Transaction } from './Bridge2018Transaction.js'
import { type Bridge2018User, bridge2018User } from './Bridge2018User.js'
import { bridgeCodecs, bridgeInterface } from './bridgeInterface.js'
import type { BridgeRefreshStatus } from './BridgeRefreshStatus.js'

/** The resources of {@link bridge2018}. */
export interface Bridge2018Resources extends Resources {
  readonly account: Bridge2018Account
  readonly bank: Bridge2018Bank
  readonly bankRow: Bridge2018BankCountry<Bridge2018Bank>
  readonly category: Bridge2018Category
  readonly item: Bridge2018Item
  readonly refreshStatus: BridgeRefreshStatus
  readonly stock: Bridge2018Stock
  readonly transaction: Bridge2018Transaction
  readonly user: Bridge2018User
}

/**
 * The Bridge API as of 2018-06-15: credentials and parameters are in the query, references to other resources are
 * objects, and banks are nested in groups, and groups in countries. Comments in the source say whether each fact is
 * documented, recorded or inferred.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2018 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { firstValueFrom } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ profile: bridge2018 })
 * const client = createClient({ ...credentials, http, profile: bridge2018 })
 * const [country] = (await firstValueFrom(client.banks.pages())).resources
 * const { parent_name } = await firstValueFrom(client.banks.all())
 * assert.deepStrictEqual(parent_name, country?.parent_banks[0]?.name)
 */
export const bridge2018: ServiceProfile<Bridge2018Resources> = {
  ...bridgeInterface,
  name: 'bridge2018',
  // documented
  versionHeader: 'Bankin-Version',
  serviceVersion: '2018-06-15',
  baseUrl: 'https://sync.bankin.com',
  credentials: 'query',
  parameters: 'query',
  paths: {
    ...bridgeInterface.paths,
    // documented
    bankFormAdd: '/v2/connect/items/add/url',
    bankFormEdit: '/v2/connect/items/edit/url',
    // recorded: DELETE, the password in the query, a 204 as response
    deleteUser: '/v2/users/:id',
    // documented; it revokes all sessions of the user
    password: '/v2/users/:id/password',
  },
  codecs: {
    ...bridgeCodecs,
    account: bridge2018Account,
    bank: bridge2018Bank,
    category: bridge2018Category,
    item: bridge2018Item,
    stock: bridge2018Stock,
    transaction: bridge2018Transaction,
    user: bridge2018User,
  },
  nested: { banks: { row: bridge2018BankCountry, flatten: banksOfCountry } },
}
