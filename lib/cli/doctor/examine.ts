import { isSome } from 'fp-ts/lib/Option.js'
import { defer, map, materialize, mergeMap, type Observable, take, takeUntil, throwError, timer, toArray } from 'rxjs'
import { object } from '../../codec.js'
import type { AccessToken, Clock, Page, ServiceProfile } from '../../index.js'
import { compareFields } from './answerFields.js'
import type { DoctorOperation, NamedOperation, Session, Subjects } from './DoctorOperation.js'
import type { OperationReport, Outcome, Verdict } from './DoctorReport.js'
import { type Ended, outcomeOf } from './outcomeOf.js'
import type { RecordedExchange, RecordingTransport } from './recordingTransport.js'

/** The `limit` of pages: enough rows to compare with the codecs, and few enough that many lists have a second page. */
const rowsAPage = 50
/** The longest time for one operation with all its pages and waits, in milliseconds. */
const deadline = 25_000

/** The result of an operation: its report, the ids that its answer has for later operations, and the exchanges. */
export interface Examined {
  readonly report: OperationReport
  readonly found: Partial<Subjects>
  readonly retryAfter: number | null
  readonly exchanges: ReadonlyArray<RecordedExchange>
}

/** What all operations are examined with. */
export interface Examination {
  readonly session: Session
  readonly watched: RecordingTransport
  readonly clock: Clock
  readonly profile: ServiceProfile
  readonly profiles: ReadonlyArray<ServiceProfile>
}

const verdicts: Record<Outcome, Verdict> = {
  answered: 'ok',
  undecoded: 'failure',
  refused: 'failure',
  absent: 'warning',
  limited: 'warning',
  redirected: 'failure',
  failed: 'failure',
  unanswered: 'failure',
  misled: 'failure',
  unspecified: 'skipped',
  'not-tried': 'skipped',
}

/** The report of an operation that gave no answer. */
export const emptyReport = (
  { operation, access, key }: NamedOperation,
  { paths }: Pick<ServiceProfile, 'paths'>,
  outcome: Outcome,
  reason: string,
): OperationReport => ({
  operation,
  access,
  path: paths[key],
  outcome,
  verdict: verdicts[outcome],
  reason,
  status: null,
  duration: null,
  size: null,
  pages: 0,
  rows: 0,
  hasNext: null,
  mismatches: [],
  unknownFields: [],
  missingFields: [],
  differingFields: [],
  fits: [],
})

interface Tried {
  readonly values: ReadonlyArray<unknown>
  readonly ended: Ended
}

const whole: Ended = { outcome: 'answered', reason: null, mismatches: [], retryAfter: null }

/** Emits once, never errors: the values that a source emitted, and how it ended. */
export const materializeAttempt = (source$: Observable<unknown>, clock: Clock): Observable<Tried> => {
  const late$ = timer(deadline, clock.scheduler).pipe(mergeMap(() => throwError(() => new Error('too late'))))
  return source$.pipe(
    takeUntil(late$),
    materialize(),
    toArray(),
    map((notes) => {
      const last = notes.at(-1)
      return {
        values: notes.flatMap((note) => (note.kind === 'N' ? [note.value] : [])),
        ended: last?.kind === 'E' ? outcomeOf(last.error) : whole,
      }
    }),
  )
}

/** The id that later operations can ask about: that of the first row, or the uuid of the user whose token it is. */
const found = ({ finds, list }: DoctorOperation, [first]: ReadonlyArray<unknown>): Partial<Subjects> => {
  if (finds === undefined || first === undefined) return {}
  const row: unknown = list ? (first as Page<unknown>).resources[0] : (first as AccessToken).user
  return object.is(row) ? { [finds]: finds === 'user' ? row.uuid : row.id } : {}
}

const hasNext = ({ list }: DoctorOperation, [page]: ReadonlyArray<unknown>): boolean | null =>
  list === undefined || page === undefined ? null : isSome((page as Page<unknown>).next)

/** How an attempt ended; one at an operation that was not activated for the application found none. */
const endOf = ({ needsActivation }: DoctorOperation, ended: Ended, status: number | null): Ended =>
  needsActivation === true && (status === 403 || status === 404)
    ? { ...ended, outcome: 'unspecified', reason: 'not activated for this application' }
    : ended

/** Tries an operation: one request, or two pages of a list. Emits the result and completes. */
export const examine = (
  operation: DoctorOperation,
  { session, watched, clock, profile, profiles }: Examination,
  subjects: Partial<Subjects>,
): Observable<Examined> =>
  materializeAttempt(
    defer(() => {
      const about = subjects as Subjects
      return operation.list
        ? operation.list(session, about).pages({ limit: rowsAPage }).pipe(take(2))
        : (operation.one?.(session, about) ?? [])
    }),
    clock,
  ).pipe(
    map(({ values, ended: last }) => {
      const exchanges = watched.take()
      const answers = exchanges.filter(({ operation: name }) => name === operation.operation)
      const status = answers.at(-1)?.status ?? null
      const ended = endOf(operation, last, status)
      const fields = compareFields(operation, answers, profile, profiles)
      return {
        report: {
          ...emptyReport(operation, profile, ended.outcome, ''),
          reason: ended.reason,
          status,
          duration: answers[0]?.duration ?? null,
          size: answers.length === 0 ? null : Math.max(...answers.map(({ body }) => body.length)),
          pages: operation.list ? values.length : 0,
          hasNext: hasNext(operation, values),
          mismatches: ended.mismatches,
          ...fields,
        },
        found: found(operation, values),
        retryAfter: ended.retryAfter,
        exchanges,
      }
    }),
  )
