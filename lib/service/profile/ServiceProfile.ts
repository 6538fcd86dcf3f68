import type * as t from 'io-ts'
import type { Codecs, Resources, RowOf } from './Codecs.js'
import type { RateLimitHeaders } from './limitHeaders.js'
import type { HttpMethod } from './Operation.js'
import type { OperationKey } from './operations.js'
import type { Limits } from './rateLimits.js'

/** How an option narrows a list: the parameter that it becomes, and the codec of its format, a string or a number. */
export interface ListFilter {
  readonly parameter: string
  readonly format: t.Mixed
}

/** The filters of a list, by the names of their options. */
export type Filters = Readonly<Record<string, ListFilter>>

/** The options that filters take. */
export type FilterOptions<F extends Filters> = { readonly [K in keyof F]?: t.TypeOf<F[K]['format']> }

/**
 * The filter options of a list, for a client with these resources; no options if the resources name no filters for the
 * list.
 */
export type FiltersOf<R, K extends string> = R extends {
  readonly filters: Readonly<Record<K, infer O>>
}
  ? O
  : unknown

/**
 * What to do about an item:
 *
 * - `ok`: nothing.
 * - `wait`: nothing yet; the service is still working on it.
 * - `logIn`: the user must enter the bank's credentials again.
 * - `actAtBank`: the user must do something at the bank, such as accept its terms.
 * - `enterCode`: the bank requires a one-time code, or a confirmation in its app.
 * - `retryLater`: request another refresh later.
 * - `unsupported`: the service cannot read it.
 */
export type ItemAction = 'ok' | 'wait' | 'logIn' | 'actAtBank' | 'enterCode' | 'retryLater' | 'unsupported'

/** The action for each status of an item, and for each status of its refresh. These are not HTTP statuses. */
export interface ItemStates {
  readonly statuses: Readonly<Record<number, ItemAction>>
  readonly refreshes: Readonly<Record<string, ItemAction>>
}

/**
 * A list whose rows are groups of resources.
 *
 * - `row`: makes the codec of a row from the codec of a resource.
 * - `flatten`: returns the resources of a row, in its order, each with the fields of its group that it needs.
 */
export interface ListGrouping<Row, Leaf> {
  readonly row: (leaf: t.Type<Leaf, unknown>) => t.Type<Row, unknown>
  readonly flatten: (row: Row) => ReadonlyArray<Leaf>
}

/**
 * The path of an operation, in which `:id` stands for an id; `null` if the service does not have the operation. The
 * last part of a list's path may be a parameter that narrows it to one parent, such as
 * `/v3/aggregation/transactions?account_id=:id`.
 */
export type PathTemplate = string | null

/** The path of each operation, by its key. */
export type ProfilePaths = Readonly<Record<OperationKey, PathTemplate>>

/**
 * The part of a profile without codecs: how a service differs from the documented API, and what the documentation
 * leaves open.
 *
 * - `versionHeader`: the name of the header that carries `serviceVersion`.
 * - `requestIdHeader`: the header for an id of each attempt, if the service reads one; default: none is sent.
 * - `serviceVersion`: the date that is sent if the configuration has none; default `2021-06-01`.
 * - `sunset`: the announced day on which the service stops supporting the default API version, `YYYY-MM-DD`, if there
 *   is one.
 * - `baseUrl`: the base URL if the configuration has none.
 * - `credentials`: whether the application's credentials are sent in headers or in the query; default: as in the API
 *   version.
 * - `publicSecret`: whether public requests carry the application's secret too, if there is one; default: its id alone.
 * - `userSecret`: whether requests of a user carry the application's secret in addition to the token; default `true`.
 * - `userItemsAccess`: whether the items of a user are requested with the application's credentials alone, or also with
 *   the user's token; default `application`.
 * - `parameters`: whether the parameters of a POST or a PUT are sent in a JSON body or in the query; default `body`.
 *   Other requests always send their parameters in the query.
 * - `roots`: the beginnings of all paths and of all links that the service sends.
 * - `paths`: the path of each operation; one that is `null` fails with an `UnspecifiedOperation`.
 * - `filters`: the options that narrow lists, by the key of the list: the parameter and the format of each.
 * - `methods`: the methods of operations, if they differ from the documented ones.
 * - `undatedApiVersion`: the API version for a `serviceVersion` before 2016-01-18, as the beta versions have no dates.
 * - `since`: the parameter that the lists of updated resources take, and the codec of its format.
 * - `passwordFields`: the names of the two passwords in the body of a change of password.
 * - `externalUserId`: the codec of the application's own ids of users; default: any text.
 * - `terminalStatuses`: the statuses with which a refresh finishes, with success or without, or waits for the user.
 * - `itemStates`: what to do about an item, by its status and the status of its refresh.
 * - `limits`: the rate limits of the service.
 * - `limitHeaders`: the headers by which responses report how much of a limit is left; default: `RateLimit`,
 *   `RateLimit-Remaining` and `-Reset`, and `X-RateLimit-Remaining` and `-Reset`, in this order. None are read if it is
 *   empty.
 */
export interface ServiceInterface {
  readonly name: string
  readonly versionHeader: string
  readonly requestIdHeader?: string
  readonly serviceVersion?: string
  readonly sunset?: string
  readonly baseUrl?: string
  readonly credentials?: 'headers' | 'query'
  readonly publicSecret?: boolean
  readonly userSecret?: boolean
  readonly userItemsAccess?: 'application' | 'user'
  readonly parameters?: 'body' | 'query'
  readonly roots: ReadonlyArray<string>
  readonly paths: ProfilePaths
  readonly filters?: Readonly<Partial<Record<OperationKey, Filters>>>
  readonly methods?: Readonly<Partial<Record<keyof ProfilePaths, HttpMethod>>>
  readonly undatedApiVersion: 'beta 2' | 'beta 3'
  readonly since: { readonly parameter: string; readonly format: t.Type<Date, string> }
  readonly passwordFields: { readonly current: string; readonly next: string }
  readonly externalUserId?: t.Type<string>
  readonly terminalStatuses: ReadonlyArray<string>
  readonly itemStates?: ItemStates
  readonly limits: Limits
  readonly limitHeaders?: ReadonlyArray<RateLimitHeaders>
}

/**
 * A profile: how a service differs from the documented API, and what the documentation leaves open, as plain data and
 * codecs.
 *
 * - `codecs`: of the resources.
 * - `nested`: how the resources are nested, for lists whose rows are groups of them.
 */
export interface ServiceProfile<R extends Resources = Resources> extends ServiceInterface {
  readonly codecs: Codecs<R>
  readonly nested?: {
    readonly banks?: ListGrouping<RowOf<R, 'bank'>, R['bank']>
    readonly categories?: ListGrouping<RowOf<R, 'category'>, R['category']>
  }
}
