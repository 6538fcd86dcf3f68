import { concat, defer, EMPTY, map, merge, type Observable, of, startWith } from 'rxjs'
import { type Client, createClient, type Http, type UserClient } from '../../index.js'
import type { DiagnoseConfig } from './DiagnoseConfig.js'
import type { DiagnosisState } from './DiagnosisState.js'
import type { DoctorOperation, Subjects } from './DoctorOperation.js'
import { doctorOperations, untriedOperations } from './doctorOperations.js'
import type { OperationReport } from './DoctorReport.js'
import { answerOf } from './evidence/Answer.js'
import { addAnswers, addSightings } from './evidence/Evidence.js'
import { probesOf } from './evidence/probes.js'
import { type FirstPage, runProbes } from './evidence/runProbes.js'
import { emptyReport, type Examination, type Examined } from './examine.js'
import { examineWithRetry } from './examineWithRetry.js'
import { initialDiagnosis } from './initialDiagnosis.js'
import { isUnderstood } from './isAttempted.js'
import { otherProfiles } from './otherProfiles.js'
import { outcomeOf } from './outcomeOf.js'
import { recordExchanges } from './recordExchanges.js'
import { createRecordingTransport } from './recordingTransport.js'
import { skipReason } from './skipReason.js'
import { maxProbeRequests, stopReason } from './stopReason.js'

const notInProfile = 'not in the profile'
/** The timeout of a request, in milliseconds. */
const timeout = 8000
/** How far back changes are requested, in milliseconds. */
const month = 30 * 24 * 60 * 60 * 1000

const open = (
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
const isAnswered = ({ operations }: DiagnosisState): boolean => operations.some(isUnderstood)

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
 * Cold. Emits the state each time that it learns more or tries something else, and completes; failures of the service do
 * not make it error. Unsubscribing aborts the current request.
 */
export const diagnose = (config: DiagnoseConfig): Observable<DiagnosisState> =>
  defer(() => {
    const { clock, deadline, identity, profile, profiles, reach$ } = config
    const start = clock.monotonic()
    const watch = createRecordingTransport(config.http, clock)
    const client = open(config, watch.http)
    let known = initialDiagnosis(config)
    let subjects: Partial<Subjects> = {}
    let user: UserClient | undefined
    const firstPages = new Map<string, FirstPage>()
    const learn = (more: Partial<DiagnosisState>): DiagnosisState => {
      known = { ...known, ...more, requests: watch.sent(), duration: clock.monotonic() - start }
      return known
    }
    const file = (report: OperationReport): DiagnosisState => learn({ operations: [...known.operations, report] })

    const examination = (): Examination => ({
      session: { client, user: user as UserClient, since: new Date(clock.wall() - month) },
      watched: watch,
      clock,
      profile,
      profiles,
    })

    /** Adds what the answers show to the evidence, and keeps the first page of a list for probes. */
    const gather = (operation: DoctorOperation, { exchanges }: Examined): void => {
      const own = exchanges.filter((exchange) => exchange.operation === operation.operation)
      const answers = own.map((exchange) => answerOf(operation, profile, exchange))
      addAnswers(known.evidence, answers)
      const [first] = answers.filter(({ rows }) => rows.length > 0)
      const request = first && own[answers.indexOf(first)]?.request
      if (first !== undefined && request !== undefined && config.hasProbes)
        firstPages.set(operation.key, { answer: first, request })
    }

    const conclude = (operation: DoctorOperation, examined: Examined): DiagnosisState => {
      subjects =
        operation.operation === 'authenticate' ? { ...subjects, ...examined.found } : { ...examined.found, ...subjects }
      known = recordExchanges(known, examined.exchanges)
      gather(operation, examined)
      file(examined.report)
      return learn({ stopped: stopReason(known, examined, deadline) })
    }

    const attempt = (operation: DoctorOperation): Observable<DiagnosisState> =>
      examineWithRetry(operation, examination(), subjects).pipe(map((examined) => conclude(operation, examined)))

    /**
     * Creates the user before the first token is asked for; `UnsupportedByVersion` if the stage does not know such an
     * identity.
     */
    const knowsUser = (operation: DoctorOperation): OperationReport | undefined => {
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
          return of(file(emptyReport(operation, profile, 'unspecified', notInProfile)))
        const reason = skipReason(operation, known, subjects)
        if (reason !== null) return of(file(emptyReport(operation, profile, 'not-tried', reason)))
        const unknown = knowsUser(operation)
        if (unknown !== undefined) return of(file(unknown))
        const tried$ = attempt(operation).pipe(startWith(learn({ trying: operation.operation })))
        return merge(
          tried$,
          defer(() => of(learn({}))),
        )
      })

    const way$ = reach$.pipe(
      map((step) =>
        learn({
          steps: [...known.steps, step],
          stopped: step.error === null ? known.stopped : 'the service cannot be reached',
        }),
      ),
    )
    const probes$ = defer(() => {
      if (!config.hasProbes || known.stopped !== null) return EMPTY
      const isAllowed = (): boolean => watch.sent() < maxProbeRequests && clock.monotonic() - start <= deadline
      const probes = probesOf(profile)
      known.evidence.probes.push(...probes)
      return runProbes(probes, firstPages, watch, clock, isAllowed).pipe(
        map(({ probe, answer, sighting }) => {
          addAnswers(known.evidence, [answer])
          if (sighting !== undefined) addSightings(known.evidence, probe.id, [sighting])
          return learn({})
        }),
        startWith(learn({ trying: 'assumptions' })),
      )
    })
    const others$ = defer(() =>
      known.stopped === null && (isRefused(known) || isAnswered(known))
        ? otherProfiles(config, watch.http, isAnswered(known) ? 'beside' : 'instead').pipe(
            map((other) => learn({ accepted: [...known.accepted, other] })),
            startWith(learn({ trying: 'other versions' })),
          )
        : EMPTY,
    )
    const rest$ = defer(() => {
      for (const each of untriedOperations)
        if (profile.paths[each.key] === null) file(emptyReport(each, profile, 'unspecified', notInProfile))
        else file(emptyReport(each, profile, 'not-tried', each.reason))
      return of(learn({ complete: true, trying: null }))
    })

    return concat(
      of(learn({ trying: 'the connection' })),
      way$,
      ...doctorOperations.map(visit),
      probes$,
      others$,
      rest$,
    )
  })
