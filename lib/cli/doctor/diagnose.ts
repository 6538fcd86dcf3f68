import { concat, defer, EMPTY, map, merge, type Observable, of, startWith } from 'rxjs'
import type { Client } from '../../client/Client.js'
import { createClient } from '../../client/createClient.js'
import type { UserClient } from '../../client/UserClient.js'
import type { Http } from '../../http/Http.js'
import type { DiagnoseConfig } from './DiagnoseConfig.js'
import type { DiagnosisState } from './DiagnosisState.js'
import type { DoctorOperation, Subjects } from './DoctorOperation.js'
import { doctorOperations, untriedOperations } from './doctorOperations.js'
import type { OperationReport } from './DoctorReport.js'
import { parseExchange } from './evidence/Answer.js'
import { addResponses } from './evidence/Evidence.js'
import { emptyReport, type Examination, type ExaminationResult } from './examine.js'
import { examineWithRetry } from './examineWithRetry.js'
import { initialDiagnosis } from './initialDiagnosis.js'
import { isUnderstood } from './isAttempted.js'
import { otherProfiles } from './otherProfiles.js'
import { outcomeOf } from './outcomeOf.js'
import { recordExchanges } from './recordExchanges.js'
import { createRecordingTransport } from './recordingTransport.js'
import { skipReason } from './skipReason.js'
import { stopReason } from './stopReason.js'

const notInProfile = 'not in the profile'
/** The timeout of a request, in milliseconds. */
const timeout = 8000
/** How far back changes are requested, in milliseconds. */
const month = 30 * 24 * 60 * 60 * 1000

const createDoctorClient = (
  { baseUrl, clientId, clientSecret, serviceVersion, profile, clock }: DiagnoseConfig,
  http: Http,
): Client =>
  createClient({
    baseUrl,
    clientId,
    ...(clientSecret === undefined ? {} : { clientSecret }),
    serviceVersion,
    profile,
    http,
    clock,
    timeout,
    retry: { count: 0 },
  })

/** Whether the service accepts the header and the version. */
const hasResponse = ({ operations }: DiagnosisState): boolean => operations.some(isUnderstood)

/**
 * Whether the service refused a public request, perhaps because of the header or the version: other profiles are tried
 * then.
 */
const isRefused = ({ operations }: DiagnosisState): boolean =>
  operations.some(({ access, status }) => access === 'public' && status !== null && status >= 400 && status <= 403) &&
  !operations.some(({ status }) => status !== null && status < 300)

/**
 * Examines a service: first the connection, then each operation that changes nothing, one after the other.
 *
 * Cold. Emits the state each time that it learns something or takes the next step, and completes; failures of the
 * service do not make it error. Unsubscribing aborts the current request.
 */
export const diagnose = (config: DiagnoseConfig): Observable<DiagnosisState> =>
  defer(() => {
    const { clock, deadline, identity, profile, profiles, reach$ } = config
    const start = clock.monotonic()
    const transport = createRecordingTransport(config.http, clock)
    const client = createDoctorClient(config, transport.http)
    let state = initialDiagnosis(config)
    let subjects: Partial<Subjects> = {}
    let user: UserClient | undefined
    const update = (changes: Partial<DiagnosisState>): DiagnosisState => {
      state = { ...state, ...changes, requests: transport.sent(), duration: clock.monotonic() - start }
      return state
    }
    const addReport = (report: OperationReport): DiagnosisState => update({ operations: [...state.operations, report] })

    const examination = (): Examination => ({
      session: { client, user: user as UserClient, since: new Date(clock.wall() - month) },
      transport,
      clock,
      profile,
      profiles,
    })

    const addResult = (operation: DoctorOperation, result: ExaminationResult): DiagnosisState => {
      subjects =
        operation.operation === 'authenticate'
          ? { ...subjects, ...result.subjects }
          : { ...result.subjects, ...subjects }
      state = recordExchanges(state, result.exchanges)
      addResponses(
        state.evidence,
        result.exchanges
          .filter((exchange) => exchange.operation === operation.operation)
          .map((exchange) => parseExchange(operation, profile, exchange)),
      )
      addReport(result.report)
      return update({ stopped: stopReason(state, result, deadline) })
    }

    /**
     * Creates the user before the first token is requested; returns a report if the API version does not support such an
     * identity.
     */
    const createUser = (operation: DoctorOperation): OperationReport | undefined => {
      if (operation.operation !== 'authenticate' || identity === undefined) return undefined
      try {
        user = client.user(identity)
        return undefined
      } catch (error) {
        const { outcome, reason } = outcomeOf(error)
        return emptyReport(operation, profile, outcome, reason ?? '')
      }
    }

    const visit = (operation: DoctorOperation): Observable<DiagnosisState> =>
      defer(() => {
        if (profile.paths[operation.key] === null)
          return of(addReport(emptyReport(operation, profile, 'unspecified', notInProfile)))
        const reason = skipReason(operation, state, subjects)
        if (reason !== null) return of(addReport(emptyReport(operation, profile, 'not-tried', reason)))
        const unsupported = createUser(operation)
        if (unsupported !== undefined) return of(addReport(unsupported))
        const examined$ = examineWithRetry(operation, examination(), subjects).pipe(
          map((result) => addResult(operation, result)),
          startWith(update({ currentStep: operation.operation })),
        )
        // The second state counts the request as soon as it is sent.
        return merge(
          examined$,
          defer(() => of(update({}))),
        )
      })

    const reachability$ = reach$.pipe(
      map((step) =>
        update({
          steps: [...state.steps, step],
          stopped: step.error === null ? state.stopped : 'the service cannot be reached',
        }),
      ),
    )
    const isInTime = (): boolean => clock.monotonic() - start <= deadline
    const otherVersions$ = defer(() =>
      state.stopped === null && isInTime() && (isRefused(state) || hasResponse(state))
        ? otherProfiles(config, transport.http, hasResponse(state) ? 'same service' : 'all').pipe(
            map((other) => update({ acceptedProfiles: [...state.acceptedProfiles, other] })),
            startWith(update({ currentStep: 'other versions' })),
          )
        : EMPTY,
    )
    const untried$ = defer(() => {
      for (const operation of untriedOperations)
        addReport(
          profile.paths[operation.key] === null
            ? emptyReport(operation, profile, 'unspecified', notInProfile)
            : emptyReport(operation, profile, 'not-tried', operation.reason),
        )
      return of(update({ complete: true, currentStep: null }))
    })

    return concat(
      of(update({ currentStep: 'the connection' })),
      reachability$,
      ...doctorOperations.map(visit),
      otherVersions$,
      untried$,
    )
  })
