import type { Observable } from 'rxjs'
import type { Clock, Http, Identity, ServiceProfile } from '../../index.js'
import type { Step } from './Known.js'
import type { SettingReport } from './Report.js'

/**
 * What is examined, and with what.
 *
 * - `identity`: the user, where one is named.
 * - `profile`: the one in use; `profiles`: all that are known.
 * - `settings`: what was given, and where. `proxy`: the variable that names a proxy for the service.
 * - `reach$`: goes to the service step by step.
 * - `deadline`: milliseconds after which nothing more is begun.
 */
export interface DiagnoseConfig {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret?: string | undefined
  readonly serviceVersion: string
  readonly identity?: Identity | undefined
  readonly profile: ServiceProfile
  readonly profiles: ReadonlyArray<ServiceProfile>
  readonly settings: ReadonlyArray<SettingReport>
  readonly proxy: string | null
  readonly reach$: Observable<Step>
  readonly http: Http
  readonly clock: Clock
  readonly deadline: number
}
