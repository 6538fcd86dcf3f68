import type { ServiceProfile } from '../../service/profile/ServiceProfile.js'
import type { Skew } from './clockSkew.js'
import type { DoctorReport, OperationReport, SettingReport } from './DoctorReport.js'
import type { Evidence } from './evidence/Evidence.js'

/** Whether a request was sent for an operation. */
export const isAttempted = ({ outcome }: Pick<OperationReport, 'outcome'>): boolean =>
  outcome !== 'not-tried' && outcome !== 'unspecified'

/** Whether the service understood the request: it answered with JSON, even if the profile cannot decode that. */
export const isUnderstood = ({ outcome, reason }: Pick<OperationReport, 'outcome' | 'reason'>): boolean =>
  outcome === 'answered' || outcome === 'misled' || (outcome === 'undecoded' && reason === 'shape')

/**
 * A step of connecting to the service: how long it took in milliseconds, or the error code of the platform if it
 * failed.
 */
export interface Step {
  readonly name: 'dns' | 'tcp' | 'tls'
  readonly duration: number
  readonly error: string | null
  /** Days until the certificate expires. */
  readonly certificateDays: number | null
}

/**
 * The findings so far, from which the report is created.
 *
 * - `credentials`: which credentials the settings have.
 * - `proxy`: the variable that names a proxy for the service.
 * - `roots`: where the paths of the profile begin.
 * - `sunset`: the day on which the service retires the API version in use, and the days until then.
 * - `acceptedProfiles`: of the other profiles that were tried, those whose paths, header and version the service
 *   accepts.
 * - `redirect`: the origin that the service redirected to. `contentType`: that of a response that was not JSON.
 * - `limitHeaders`: the names of headers of responses that describe limits.
 * - `evidence`: what responses show about the assumptions of the library.
 * - `stopped`: why the remaining operations were not tried.
 * - `currentStep`: what is being examined now; `null` at the end.
 */
export interface DiagnosisState {
  readonly service: DoctorReport['service']
  readonly roots: ReadonlyArray<string>
  readonly credentials: { readonly secret: boolean; readonly user: 'none' | 'name' | 'password' }
  readonly settings: ReadonlyArray<SettingReport>
  readonly proxy: string | null
  readonly steps: ReadonlyArray<Step>
  readonly skews: ReadonlyArray<Skew>
  readonly operations: ReadonlyArray<OperationReport>
  readonly sunset: { readonly date: string; readonly days: number } | null
  readonly acceptedProfiles: ReadonlyArray<ServiceProfile>
  readonly redirect: string | null
  readonly contentType: string | null
  readonly limitHeaders: ReadonlyArray<string>
  readonly evidence: Evidence
  readonly stopped: string | null
  readonly currentStep: string | null
  readonly requests: number
  readonly duration: number
  readonly complete: boolean
}

/** Whether the service has none of the paths that were requested, as if it were of another profile. */
export const hasNoPaths = ({ operations }: Pick<DiagnosisState, 'operations'>): boolean => {
  const attempted = operations.filter(isAttempted)
  return attempted.length > 0 && attempted.every(({ outcome }) => outcome === 'absent')
}
