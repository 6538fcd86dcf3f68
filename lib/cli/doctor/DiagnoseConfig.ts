import type { Observable } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import type { Identity } from '../../client/userIdentity.js'
import type { Http } from '../../http/Http.js'
import type { ServiceProfile } from '../../service/profile/ServiceProfile.js'
import type { Step } from './DiagnosisState.js'
import type { SettingReport } from './DoctorReport.js'

/**
 * The service that is examined, and how.
 *
 * - `identity`: the user, if the settings name one.
 * - `profile`: the profile in use; `profiles`: all that are known.
 * - `settings`: which settings were given, and where. `proxy`: the environment variable that names a proxy for the
 *   service.
 * - `reach$`: connects to the service step by step: DNS, TCP, TLS.
 * - `deadline`: milliseconds after which no further request is sent.
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
