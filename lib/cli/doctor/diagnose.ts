import { concat, defer, EMPTY, map, merge, type Observable, of, startWith } from 'rxjs'
import type { Client } from '../../client/Client.js'
import { createClient } from '../../client/createClient.js'
import type { UserClient } from '../../client/UserClient.js'
import type { Http } from '../../http/Http.js'
import { clockSkewOf } from './clockSkew.js'
import type { DiagnoseConfig } from './diagnosisSettings.js'
import { type DiagnosisState, hasNoPaths, isUnderstood } from './DiagnosisState.js'
import { type DoctorOperation, doctorOperations, type Subjects, untriedOperations } from './doctorOperations.js'
import type { OperationReport } from './DoctorReport.js'
import { createRecordingTransport, type RecordedExchange } from './doctorTransport.js'
import { addResponses, emptyEvidence } from './evidence/Evidence.js'
import { parseExchange } from './evidence/ParsedResponse.js'
import { publicHeader } from './evidence/publicName.js'
import { emptyReport, type Examination, type ExaminationResult } from './examine.js'
import { examineWithRetry } from './examineWithRetry.js'
import { isSameService, otherProfiles } from './otherProfiles.js'
import { outcomeOf } from './outcomeOf.js'
import { mediaType } from './shapeOf.js'
import { skipReason, stopReason } from './stopReason.js'

const isLimit = (name: string): boolean => /^(x-)?rate-?limit|^retry-after$/.test(name)

/** The origin of a redirect. The name of another host is left out, because it could be anything. */
const redirectOf = ({ headers }: RecordedExchange, origin: string): string | null => {
  const { location } = headers
  if (location === undefined || !URL.canParse(location, origin)) return null
  const [from, to] = [new URL(origin), new URL(location, origin)]
  return from.hostname === to.hostname && (to.port === '' || to.port === from.port) ? to.origin : 'another host'
}

/** The content type of a successful response, if it is not JSON. */
const otherType = ({ status, headers }: RecordedExchange): string | null => {
  if (status < 200 || status >= 300 || headers['content-type'] === undefined) return null
  const type = mediaType(headers['content-type'])
  return type.includes('json') ? null : type
}

/** Adds what the status and headers of responses show to the state. */
const recordExchanges = (state: DiagnosisState, exchanges: ReadonlyArray<RecordedExchange>): DiagnosisState => ({
  ...state,
  skews: [...state.skews, ...exchanges.flatMap((exchange) => clockSkewOf(exchange) ?? [])],
  redirect: exchanges.reduce((current, each) => current ?? redirectOf(each, state.service.origin), state.redirect),
  contentType: exchanges.reduce((current, each) => current ?? otherType(each), state.contentType),
  limitHeaders: Array.from(
    new Set([
      ...state.limitHeaders,
      ...exchanges.flatMap(({ headers }) => Object.keys(headers).filter(isLimit).map(publicHeader)),
    ]),
  ),
})

const day = 24 * 60 * 60 * 1000

/**
 * The day on which the API version in use ends, if its profile has it. A date between two API versions belongs to the
 * earlier one, because the service uses the newest API version that is not later.
 */
const endOf = ({ profile, profiles, serviceVersion, clock }: DiagnoseConfig): DiagnosisState['sunset'] => {
  const [newest] = [profile, ...profiles]
    .filter((other) => isSameService(other, profile) && (other.serviceVersion ?? '9') <= serviceVersion)
    .sort((a, b) => (b.serviceVersion ?? '').localeCompare(a.serviceVersion ?? ''))
  const date = newest?.sunset
  if (date === undefined) return null
  return { date, days: Math.floor((Date.parse(date) - clock.wall()) / day) }
}

/** What the doctor knows before its first request. */
export const initialDiagnosis = (config: DiagnoseConfig): DiagnosisState => {
  const { baseUrl, clientSecret, identity, profile, serviceVersion, settings, proxy } = config
  const user = identity === undefined ? 'none' : 'password' in identity ? 'password' : 'name'
  return {
    service: {
      origin: new URL(baseUrl).origin,
      profile: profile.name,
      versionHeader: profile.versionHeader,
      serviceVersion,
    },
    roots: profile.roots,
    credentials: { secret: clientSecret !== undefined, user },
    settings,
    proxy,
    steps: [],
    skews: [],
    operations: [],
    sunset: endOf(config),
    acceptedProfiles: [],
    redirect: null,
    contentType: null,
    limitHeaders: [],
    evidence: emptyEvidence(profile),
    stopped: null,
    currentStep: null,
    requests: 0,
    duration: 0,
    complete: false,
  }
}

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
      state.stopped === null && isInTime() && (isRefused(state) || hasNoPaths(state) || hasResponse(state))
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
