import type { ServiceProfile } from '../../index.js'
import type { OperationReport, Report, SettingReport } from './Report.js'
import type { Skew } from './skew.js'

/** A step on the way to the service: how long it took in milliseconds, or the platform's code for why it failed. */
export interface Step {
  readonly name: 'dns' | 'tcp' | 'tls'
  readonly duration: number
  readonly error: string | null
  /** For how many days the certificate is still good. */
  readonly certificateDays: number | null
}

/**
 * All that is known so far: a report is made of it.
 *
 * - `given`: what the settings have beyond what is public.
 * - `proxy`: the variable that names a proxy for the service.
 * - `roots`: where the paths of the profile begin.
 * - `end`: the day on which the service ends the stage that is spoken, and for how many days that is still to come.
 * - `accepted`: the other profiles whose header and version the service takes, of those that were tried.
 * - `redirect`: the origin that it redirected to, `contentType`: of an answer that was no JSON.
 * - `limitHeaders`: the names of headers that told of limits.
 * - `stopped`: why the rest was not tried.
 * - `trying`: what is tried at the moment.
 */
export interface Known {
  readonly service: Report['service']
  readonly roots: ReadonlyArray<string>
  readonly given: { readonly secret: boolean; readonly user: 'none' | 'name' | 'password' }
  readonly settings: ReadonlyArray<SettingReport>
  readonly proxy: string | null
  readonly steps: ReadonlyArray<Step>
  readonly skews: ReadonlyArray<Skew>
  readonly operations: ReadonlyArray<OperationReport>
  readonly end: { readonly on: string; readonly days: number } | null
  readonly accepted: ReadonlyArray<ServiceProfile>
  readonly redirect: string | null
  readonly contentType: string | null
  readonly limitHeaders: ReadonlyArray<string>
  readonly stopped: string | null
  readonly trying: string | null
  readonly requests: number
  readonly duration: number
  readonly complete: boolean
}
