import * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { list } from '../../base/codec/list.js'
import { finite } from '../../base/codec/numbers.js'
import { lenient, record } from '../../base/codec/record.js'
import { uuid } from '../../base/codec/texts.js'
import { type StockFields, stockFields } from '../model/stockFields.js'
import type { Resources } from '../profile/Codecs.js'
import type { ServiceProfile } from '../profile/ServiceProfile.js'
import { type Bridge2018Account, bridge2018Account } from './Bridge2018Account.js'
import { type Bridge2018Bank, bridge2018Bank } from './Bridge2018Bank.js'
import { banksOfCountry, type Bridge2018BankCountry, bridge2018BankCountry } from './Bridge2018BankCountry.js'
import { type Bridge2018Transaction, bridge2018Transaction } from './Bridge2018Transaction.js'
import { bridgeCodecs, bridgeInterface } from './bridgeInterface.js'
import type { BridgeRefreshStatus } from './BridgeRefreshStatus.js'
import { fieldOf2018 } from './profileField.js'
import { type Reference, reference } from './Reference.js'

/** A user of the application, as of 2018-06-15; recorded. */
export interface Bridge2018User {
  /** The id: a UUID. Recorded. */
  readonly uuid: string
  /** The email of the user, a text with an `@`, which need not be an address that exists. Recorded. */
  readonly email: string
  /** The path of the user. Recorded. */
  readonly resource_uri?: string | null | undefined
  /** The type of the resource: `user`. Recorded. */
  readonly resource_type?: string | null | undefined
}

/** The codec of a {@link Bridge2018User}. */
export const bridge2018User = record<Bridge2018User>(
  'user',
  { uuid, email: fieldOf2018(t.string) },
  lenient({ resource_uri: t.string, resource_type: t.string }),
)

/** A position held in an account, as of 2018-06-15; documented up to `value_date`. */
export interface Bridge2018Stock extends StockFields {
  /** The account that it belongs to. Documented. */
  readonly account: Reference
  /** Whether the row was removed; true only in lists of changes. Documented for 2019-02-18. */
  readonly is_deleted?: boolean | null | undefined
  /** The path of the stock. Documented. */
  readonly resource_uri?: string | null | undefined
  /** The type of the resource: `stock`. Documented. */
  readonly resource_type?: string | null | undefined
}

/** The codec of a {@link Bridge2018Stock}. */
export const bridge2018Stock = record<Bridge2018Stock>(
  'stock',
  { ...stockFields.required, account: fieldOf2018(reference) },
  {
    ...stockFields.optional,
    is_deleted: t.boolean,
    ...lenient({ resource_uri: t.string, resource_type: t.string }),
  },
)

/** An item, as of 2018-06-15; documented. */
export interface Bridge2018Item {
  /** The id: an integer from 0 to 2^53 - 1. Documented. */
  readonly id: number
  /** The state of the item, see {@link KnownItemStatus}. It is not an HTTP status. Documented. */
  readonly status: number
  /** Its bank. Documented. */
  readonly bank: Reference
  /** The accounts of the item. Documented. */
  readonly accounts?: Array<Reference> | null | undefined
  /** The path of the item. Documented. */
  readonly resource_uri?: string | null | undefined
  /** The type of the resource: `item`. Documented. */
  readonly resource_type?: string | null | undefined
}

/** The codec of a {@link Bridge2018Item}. */
export const bridge2018Item = record<Bridge2018Item>(
  'item',
  { id, status: finite, bank: fieldOf2018(reference) },
  lenient({ accounts: list(reference), resource_uri: t.string, resource_type: t.string }),
)

/** A category of transactions, as of 2018-06-15. */
export interface Bridge2018Category {
  /** The id: an integer from 0 to 2^53 - 1; a sample of the vendor has one twice. Recorded. */
  readonly id: number
  /** The name, in the requested language: `en` or `fr`. Recorded. */
  readonly name: string
  /** The parent category, or `null` if there is none; there are two levels. Recorded. */
  readonly parent?: Reference | null | undefined
  /** The path of the category. Recorded. */
  readonly resource_uri: string
  /** The type of the resource: `category`. Recorded. */
  readonly resource_type?: string | null | undefined
  /** Whether the category is a custom one; the sample does not say more. Documented by a sample of the vendor. */
  readonly custom?: boolean | null | undefined
  /** Whether the category is for all others; the sample does not say more. Documented by a sample of the vendor. */
  readonly other?: boolean | null | undefined
  /** Whether the category was removed. Documented by a sample of the vendor. */
  readonly is_deleted?: boolean | null | undefined
}

/** The codec of a {@link Bridge2018Category}. */
export const bridge2018Category = record<Bridge2018Category>(
  'category',
  { id, name: t.string, resource_uri: fieldOf2018(t.string) },
  lenient({ parent: reference, resource_type: t.string, custom: t.boolean, other: t.boolean, is_deleted: t.boolean }),
)

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
 * The Bridge API as of 2018-06-15: credentials and parameters are in the query; a reference to another resource is an
 * object, and banks are nested in groups, and groups in countries. Comments in the source say whether each fact
 * is documented, recorded or inferred.
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
    // recorded: DELETE, the password in the query, answered by 204
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
