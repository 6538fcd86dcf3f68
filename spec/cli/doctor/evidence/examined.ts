import { map } from 'rxjs'
import { bridge2025 } from '../../../../lib/bridge.js'
import { diagnose } from '../../../../lib/cli/doctor/diagnose.js'
import type { DiagnoseConfig } from '../../../../lib/cli/doctor/diagnosisSettings.js'
import type { DiagnosisState } from '../../../../lib/cli/doctor/DiagnosisState.js'
import { createEvidenceFile } from '../../../../lib/cli/doctor/evidence/createEvidenceFile.js'
import type { AssumptionReport, EvidenceFile } from '../../../../lib/cli/doctor/evidence/EvidenceFile.js'
import {
  createVirtualClock,
  type Http,
  type HttpResponse,
  type ServiceProfile,
  type VirtualClock,
} from '../../../../lib/index.js'
import { createSandbox, dialect2025, type Sandbox } from '../../../../lib/sandbox.js'
import { practice } from '../practice.js'

/** The file about a service, and the service. */
export interface Examined {
  readonly file: EvidenceFile
  readonly state: DiagnosisState
  readonly sandbox: Sandbox
  readonly clock: VirtualClock
}

/** How a service differs from the reference: by its answers, or by the configuration of the doctor. */
export interface Difference extends Partial<DiagnoseConfig> {
  /** Changes an answer; `operation` and `url` are those of the request. */
  readonly answer?: (response: HttpResponse, operation: string, url: string) => HttpResponse
  /** Answers by itself, in the place of the sandbox. */
  readonly own?: (sandbox: Http, clock: VirtualClock) => Http
  readonly ms?: number
}

const profile = bridge2025 as unknown as ServiceProfile

/** Examines a sandbox of 2025-01-15 that differs from the reference. */
export const examined = ({ answer, own, ms = 600_000, ...config }: Difference = {}): Examined => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 10, 27, 12) })
  const sandbox = createSandbox({ clock, profile: bridge2025, dialect: dialect2025, transactions: 60, banks: 60 })
  const played: Http = own === undefined ? sandbox.http : own(sandbox.http, clock)
  const changed: Http =
    answer === undefined
      ? played
      : (request) => played(request).pipe(map((response) => answer(response, request.operation, request.url)))
  const [user] = sandbox.users
  const full: DiagnoseConfig = {
    ...practice().config,
    ...sandbox.credentials,
    baseUrl: 'https://api.bridgeapi.io',
    serviceVersion: '2025-01-15',
    identity: { externalUserId: user?.externalUserId ?? '' },
    profile,
    profiles: [profile],
    http: changed,
    clock,
    ...config,
  }
  let state: DiagnosisState | undefined
  const subscription = diagnose(full).subscribe((known) => (state = known))
  clock.advance(ms)
  subscription.unsubscribe()
  if (state === undefined) throw new Error('it knows nothing')
  return { file: createEvidenceFile(state, clock.wall()), state, sandbox, clock }
}

/** What a file says about an assumption. */
export const assumptionOf = ({ assumptions }: EvidenceFile, id: string): AssumptionReport => {
  const found = assumptions.find((each) => each.id === id)
  if (found === undefined) throw new Error(`there is no ${id}`)
  return found
}
