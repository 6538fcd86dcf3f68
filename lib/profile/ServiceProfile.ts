import type * as t from 'io-ts'
import type { Codecs, Resources, RowOf } from './Codecs.js'
import type { Filters } from './Filter.js'
import type { ItemStates } from './ItemStates.js'
import type { Limits } from './limits.js'
import type { Method } from './Method.js'
import type { Nesting } from './Nesting.js'
import type { OperationKey } from './operations.js'

/**
 * The path of an operation, `:id` standing for what it is about; `null` where a deployment does not have it. A list that is
 * narrowed by a parameter to what it is about ends with that, as `/v3/aggregation/transactions?account_id=:id`.
 */
export type PathTemplate = string | null

/** Where each operation is, by its key. */
export type ProfilePaths = Readonly<Record<OperationKey, PathTemplate>>

/**
 * What the interface leaves open of requests and answers, as plain data.
 *
 * - `versionHeader`: the name of the header that carries `serviceVersion`.
 * - `requestIdHeader`: the header in which the service reads an id of each attempt, where it does; default: none is sent.
 * - `serviceVersion`: the date that is sent where a configuration names none; default `2021-06-01`.
 * - `ends`: the day on which the service ends that stage, `YYYY-MM-DD`, as far as it has said so.
 * - `baseUrl`: where the service is, where a configuration does not say.
 * - `credentials`: whether those of the application go into headers or into the query; default: as the stage has it.
 * - `publicSecret`: whether public requests carry the application's secret too, if there is one; default: its id alone.
 * - `userSecret`: whether requests of a user carry the application's secret beside the token; default `true`.
 * - `userItemsAccess`: whether the items of a user are asked for by the application alone, or with a token of that user too;
 *   default `application`.
 * - `parameters`: whether those of a POST or a PUT go into a JSON body or into the query; default `body`. Those of other
 *   requests always go into the query.
 * - `roots`: where paths begin; each of `paths` is below one of them, and so is each link that the service gives.
 * - `paths`: where each operation is; asking for one that is `null` is an `UnspecifiedOperation`.
 * - `filters`: the options that narrow lists, by the key of the list: the parameter and the format of each.
 * - `methods`: those that are not the usual ones of an operation.
 * - `undatedStage`: the stage that a `serviceVersion` before 2016-01-18 means: the betas have no dates.
 * - `since`: the parameter that the lists of updated resources take, and the codec of its format.
 * - `passwordFields`: the names of the two passwords in the body of a change of password.
 * - `terminalStatuses`: the words with which a refresh ends, for good or ill, or waits for the user.
 * - `itemStates`: what to do about an item, by its status and that of its refresh.
 * - `limits`: how many requests the service answers.
 */
export interface ServiceInterface {
  readonly name: string
  readonly versionHeader: string
  readonly requestIdHeader?: string
  readonly serviceVersion?: string
  readonly ends?: string
  readonly baseUrl?: string
  readonly credentials?: 'headers' | 'query'
  readonly publicSecret?: boolean
  readonly userSecret?: boolean
  readonly userItemsAccess?: 'application' | 'user'
  readonly parameters?: 'body' | 'query'
  readonly roots: ReadonlyArray<string>
  readonly paths: ProfilePaths
  readonly filters?: Readonly<Partial<Record<OperationKey, Filters>>>
  readonly methods?: Readonly<Partial<Record<keyof ProfilePaths, Method>>>
  readonly undatedStage: 'beta 2' | 'beta 3'
  readonly since: { readonly parameter: string; readonly format: t.Type<Date, string> }
  readonly passwordFields: { readonly current: string; readonly next: string }
  readonly terminalStatuses: ReadonlyArray<string>
  readonly itemStates?: ItemStates
  readonly limits: Limits
}

/**
 * What the interface leaves open, as plain data and codecs.
 *
 * - `codecs`: of the resources.
 * - `nested`: how the resources stand in the rows of a list whose rows are groups of them.
 */
export interface ServiceProfile<R extends Resources = Resources> extends ServiceInterface {
  readonly codecs: Codecs<R>
  readonly nested?: {
    readonly banks?: Nesting<RowOf<R, 'bank'>, R['bank']>
    readonly categories?: Nesting<RowOf<R, 'category'>, R['category']>
  }
}
