import type * as t from 'io-ts'
import type { Account } from '../model/Account.js'
import type { Bank } from '../model/Bank.js'
import type { Category } from '../model/Category.js'
import type { Item } from '../model/Item.js'
import type { RefreshStatus } from '../model/RefreshStatus.js'
import type { Stock } from '../model/Stock.js'
import type { Transaction } from '../model/Transaction.js'
import type { User } from '../model/User.js'

/** The resources of the interface, by name: what each codec gives. */
export interface Resources {
  readonly account: Account
  readonly bank: Bank
  readonly category: Category
  readonly item: Item
  readonly refreshStatus: RefreshStatus
  readonly stock: Stock
  readonly transaction: Transaction
  readonly user: User
}

/** What the rows of a list hold that is nested: groups of resources, else the resources themselves. */
export type RowOf<R extends Resources, K extends 'bank' | 'category'> =
  R extends Readonly<Record<`${K}Row`, infer Row>> ? Row : R[K]

/** A codec for each resource. */
export type Codecs<R extends Resources = Resources> = { readonly [K in keyof Resources]: t.Type<R[K], unknown> }

/** Codecs of a user's own, each in the place of a resource's. */
export type OwnCodecs = { readonly [K in keyof Resources]?: t.Mixed }

/** Whether the groups in a list are of resources that a codec of one's own decodes. */
type IsOwn<C extends OwnCodecs, Row> = Row extends `${infer K extends keyof Resources}Row`
  ? C[K] extends t.Mixed
    ? true
    : false
  : false

/** The resources as a client with codecs of one's own gives them; groups of such ones are `unknown`. */
export type ResourcesWith<C extends OwnCodecs, R extends Resources = Resources> = {
  readonly [K in keyof Resources]: K extends keyof C ? (C[K] extends t.Mixed ? t.TypeOf<C[K]> : R[K]) : R[K]
} & { readonly [K in Exclude<keyof R, keyof Resources>]: IsOwn<C, K> extends true ? unknown : R[K] }
