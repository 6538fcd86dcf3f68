import type * as t from 'io-ts'
import { type Account, account } from '../model/Account.js'
import { type AccountInformation, accountInformation } from '../model/AccountInformation.js'
import { type Bank, bank } from '../model/Bank.js'
import { type Category, category, type CategoryInsights, categoryInsights } from '../model/Category.js'
import { type Item, item } from '../model/Item.js'
import { type RefreshStatus, refreshStatus } from '../model/RefreshStatus.js'
import { type Stock, stock } from '../model/Stock.js'
import { type Transaction, transaction } from '../model/Transaction.js'
import { type User, user } from '../model/User.js'

/** The types of the resources, by name: what their codecs decode to. */
export interface Resources {
  readonly account: Account
  readonly accountInformation: AccountInformation
  readonly bank: Bank
  readonly category: Category
  readonly categoryInsights: CategoryInsights
  readonly item: Item
  readonly refreshStatus: RefreshStatus
  readonly stock: Stock
  readonly transaction: Transaction
  readonly user: User
}

/** The codecs of the resources of `documentedProfile`. */
export const defaultCodecs: Codecs = {
  account,
  accountInformation,
  bank,
  category,
  categoryInsights,
  item,
  refreshStatus,
  stock,
  transaction,
  user,
}

/**
 * The type of a list's rows: groups of resources if the profile has them (`bankRow`, `categoryRow`), otherwise the
 * resources.
 */
export type RowOf<R extends Resources, K extends 'bank' | 'category'> =
  R extends Readonly<Record<`${K}Row`, infer Row>> ? Row : R[K]

/** The names of the resources, for code that needs no codecs. */
export const resourceNames: Readonly<Record<keyof Resources, true>> = {
  account: true,
  accountInformation: true,
  bank: true,
  category: true,
  categoryInsights: true,
  item: true,
  refreshStatus: true,
  stock: true,
  transaction: true,
  user: true,
}

/** A codec for each resource. */
export type Codecs<R extends Resources = Resources> = { readonly [K in keyof Resources]: t.Type<R[K], unknown> }

/** The user's own codecs; each replaces the codec of a resource. */
export type OwnCodecs = { readonly [K in keyof Resources]?: t.Mixed }

/** Whether the resources in the groups of a list are decoded by the user's own codec. */
type IsOwn<C extends OwnCodecs, Row> = Row extends `${infer K extends keyof Resources}Row`
  ? C[K] extends t.Mixed
    ? true
    : false
  : false

/** The resources of a client with the user's own codecs; groups of these resources are `unknown`. */
export type ResourcesWith<C extends OwnCodecs, R extends Resources = Resources> = {
  readonly [K in keyof Resources]: K extends keyof C ? (C[K] extends t.Mixed ? t.TypeOf<C[K]> : R[K]) : R[K]
} & { readonly [K in Exclude<keyof R, keyof Resources>]: IsOwn<C, K> extends true ? unknown : R[K] }
