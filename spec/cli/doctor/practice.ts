import { of } from 'rxjs'
import { diagnose } from '../../../lib/cli/doctor/diagnose.js'
import type { DiagnoseConfig } from '../../../lib/cli/doctor/diagnosisSettings.js'
import type { DiagnosisState } from '../../../lib/cli/doctor/DiagnosisState.js'
import { createReport } from '../../../lib/cli/doctor/doctor.js'
import type { Area, AreaName, DoctorReport, OperationReport } from '../../../lib/cli/doctor/DoctorReport.js'
import { createVirtualClock, documentedProfile, type Http, type VirtualClock } from '../../../lib/index.js'
import { createSandbox, type Sandbox } from '../../../lib/sandbox.js'

/** A sandbox in this process, on a virtual clock, and the doctor in front of it. */
export interface Practice {
  readonly clock: VirtualClock
  readonly sandbox: Sandbox
  readonly config: DiagnoseConfig
  /** What the doctor has said when so much time has passed. */
  readonly examine: (own?: Partial<DiagnoseConfig>, ms?: number) => DoctorReport
}

export const practice = (): Practice => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 31, 12, 0, 0, 250) })
  const sandbox = createSandbox({ profile: documentedProfile, clock, transactions: 120, banks: 120 })
  const config: DiagnoseConfig = {
    baseUrl: 'https://bank.example',
    ...sandbox.credentials,
    serviceVersion: '2021-06-01',
    identity: { externalUserId: 'A6J' },
    profile: documentedProfile,
    profiles: [documentedProfile],
    settings: [{ name: 'clientId', label: 'client id', source: 'RXBANK_CLIENT_ID' }],
    proxy: null,
    reach$: of({ name: 'tcp', duration: 3, error: null, certificateDays: null }),
    http: sandbox.http,
    clock,
    deadline: 120_000,
  }
  return {
    clock,
    sandbox,
    config,
    examine: (own = {}, ms = 300_000) => {
      let last: DiagnosisState | undefined
      const subscription = diagnose({ ...config, ...own }).subscribe((known) => (last = known))
      clock.advance(ms)
      subscription.unsubscribe()
      if (last === undefined) throw new Error('it knows nothing')
      return createReport(last)
    },
  }
}

/** A transport that answers all requests with the same. */
export const always =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Http =>
  () =>
    of({ status, headers, body })

export const areaOf = ({ areas }: DoctorReport, name: AreaName): Area => {
  const found = areas.find((area) => area.name === name)
  if (found === undefined) throw new Error(`there is no ${name}`)
  return found
}

export const operationOf = ({ operations }: DoctorReport, name: string): OperationReport => {
  const found = operations.find(({ operation }) => operation === name)
  if (found === undefined) throw new Error(`there is no ${name}`)
  return found
}

/** What is said of an area, in one text. */
export const saidOf = (report: DoctorReport, name: AreaName): string =>
  areaOf(report, name)
    .findings.flatMap(({ message, advice }) => [message, ...(advice === null ? [] : [`→ ${advice}`])])
    .join('\n')
