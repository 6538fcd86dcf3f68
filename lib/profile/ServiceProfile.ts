import type * as t from 'io-ts'
import type { Codecs } from './Codecs.js'
import type { Limits } from './limits.js'

/** The path of an operation, `:id` standing for what it is about; `null` where a deployment does not have it. */
export type PathTemplate = string | null

/** Where each operation is. */
export interface ProfilePaths {
  readonly accounts: PathTemplate
  readonly authenticate: PathTemplate
  readonly bankFormAdd: PathTemplate
  readonly bankFormEdit: PathTemplate
  readonly banks: PathTemplate
  readonly categories: PathTemplate
  /** Of the refresh status, in the stages before 2016-01-18. */
  readonly earlierRefreshStatus: PathTemplate
  readonly items: PathTemplate
  readonly password: PathTemplate
  readonly refreshStatus: PathTemplate
  readonly stock: PathTemplate
  readonly stocks: PathTemplate
  readonly stocksUpdated: PathTemplate
  readonly transactions: PathTemplate
  readonly transactionsUpdated: PathTemplate
  readonly userItems: PathTemplate
  readonly users: PathTemplate
}

/**
 * What the interface leaves open, as plain data and codecs.
 *
 * - `versionHeader`: the name of the header that carries `serviceVersion`.
 * - `paths`: where each operation is; asking for one that is `null` is an `UnspecifiedOperation`.
 * - `undatedStage`: the stage that a `serviceVersion` before 2016-01-18 means: the betas have no dates.
 * - `since`: the parameter that the lists of updated resources take, and the codec of its format.
 * - `passwordFields`: the names of the two passwords in the body of a change of password.
 * - `terminalStatuses`: the words with which a refresh ends, for good or ill, or waits for the user.
 * - `limits`: how many requests the service answers.
 * - `codecs`: of the resources.
 */
export interface ServiceProfile {
  readonly name: string
  readonly versionHeader: string
  readonly paths: ProfilePaths
  readonly undatedStage: 'beta 2' | 'beta 3'
  readonly since: { readonly parameter: string; readonly format: t.Type<Date, string> }
  readonly passwordFields: { readonly current: string; readonly next: string }
  readonly terminalStatuses: ReadonlyArray<string>
  readonly limits: Limits
  readonly codecs: Codecs
}
