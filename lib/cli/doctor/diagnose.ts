import { concat, defer, EMPTY, map, merge, type Observable, of, startWith } from 'rxjs'
import { type Client, createClient, type Http, type UserClient } from '../../index.js'
import type { DiagnoseConfig } from './DiagnoseConfig.js'
import type { Known } from './DiagnosisState.js'
import type { Operation, Subjects } from './DoctorOperation.js'
import { operations, untried } from './doctorOperations.js'
import type { OperationReport } from './DoctorReport.js'
import { type Examination, type Examined, nothingOf } from './examine.js'
import { examineWithRetry } from './examineWithRetry.js'
import { nothingKnown } from './initialDiagnosis.js'
import { isTaken } from './isAttempted.js'
import { otherProfiles } from './otherProfiles.js'
import { outcomeOf } from './outcomeOf.js'
import { noteExchanges } from './recordExchanges.js'
import { watched } from './recordingTransport.js'
import { whyNot } from './skipReason.js'
import { whyStop } from './stopReason.js'

const notInProfile = 'not in the profile'
/** The timeout of a request, in milliseconds. */
const timeout = 8000
/** How far back the changes are asked for, in milliseconds. */
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
const isAnswered = ({ operations }: Known): boolean => operations.some(isTaken)

/**
 * Whether the service refused a public request, perhaps because of the header or the version: other profiles are tried
 * then.
 */
const isRefused = ({ operations }: Known): boolean =>
  operations.some(({ access, status }) => access === 'public' && status !== null && status >= 400 && status <= 403) &&
  !operations.some(({ status }) => status !== null && status < 300)

/**
 * Examines a service: first the connection, then each operation that changes nothing, one after the other.
 *
 * Cold. Emits what is known each time that it knows more or tries something else, and completes; it does not fail with
 * what the service does. Unsubscribing aborts what is in flight.
 */
export const diagnose = (config: DiagnoseConfig): Observable<Known> =>
  defer(() => {
    const { clock, deadline, identity, profile, profiles, reach$ } = config
    const start = clock.monotonic()
    const watch = watched(config.http, clock)
    const client = open(config, watch.http)
    let known = nothingKnown(config)
    let subjects: Partial<Subjects> = {}
    let user: UserClient | undefined
    const learn = (more: Partial<Known>): Known => {
      known = { ...known, ...more, requests: watch.sent(), duration: clock.monotonic() - start }
      return known
    }
    const file = (report: OperationReport): Known => learn({ operations: [...known.operations, report] })

    const examination = (): Examination => ({
      session: { client, user: user as UserClient, since: new Date(clock.wall() - month) },
      watched: watch,
      clock,
      profile,
      profiles,
    })

    const conclude = (operation: Operation, examined: Examined): Known => {
      subjects =
        operation.operation === 'authenticate' ? { ...subjects, ...examined.found } : { ...examined.found, ...subjects }
      known = noteExchanges(known, examined.exchanges)
      file(examined.report)
      return learn({ stopped: whyStop(known, examined, deadline) })
    }

    const attempt = (operation: Operation): Observable<Known> =>
      examineWithRetry(operation, examination(), subjects).pipe(map((examined) => conclude(operation, examined)))

    /**
     * Creates the user before the first token is asked for; `UnsupportedByVersion` if the stage does not know such an
     * identity.
     */
    const knowsUser = (operation: Operation): OperationReport | undefined => {
      if (operation.operation !== 'authenticate' || identity === undefined) return undefined
      try {
        user = client.user(identity)
        return undefined
      } catch (error) {
        const { outcome, reason } = outcomeOf(error)
        return nothingOf(operation, profile, outcome, reason ?? '')
      }
    }

    const visit = (operation: Operation): Observable<Known> =>
      defer(() => {
        if (profile.paths[operation.key] === null)
          return of(file(nothingOf(operation, profile, 'unspecified', notInProfile)))
        const reason = whyNot(operation, known, subjects)
        if (reason !== null) return of(file(nothingOf(operation, profile, 'not-tried', reason)))
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
    const others$ = defer(() =>
      known.stopped === null && (isRefused(known) || isAnswered(known))
        ? otherProfiles(config, watch.http, isAnswered(known) ? 'beside' : 'instead').pipe(
            map((other) => learn({ accepted: [...known.accepted, other] })),
            startWith(learn({ trying: 'other versions' })),
          )
        : EMPTY,
    )
    const rest$ = defer(() => {
      for (const each of untried)
        if (profile.paths[each.key] === null) file(nothingOf(each, profile, 'unspecified', notInProfile))
        else file(nothingOf(each, profile, 'not-tried', each.reason))
      return of(learn({ complete: true, trying: null }))
    })

    return concat(of(learn({ trying: 'the way to it' })), way$, ...operations.map(visit), others$, rest$)
  })
