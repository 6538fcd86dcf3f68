import { isLeft } from 'fp-ts/lib/Either.js'
import { isSome } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import { defer, map, materialize, mergeMap, type Observable, take, takeUntil, throwError, timer, toArray } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { decode } from '../../base/codec/decode.js'
import { object } from '../../base/codec/object.js'
import { parseJson } from '../../base/codec/parseJson.js'
import type { AccessToken } from '../../service/model/AccessToken.js'
import type { ServiceProfile } from '../../service/profile/ServiceProfile.js'
import type { Page } from '../../streams/pages/PageLink.js'
import type { DoctorOperation, NamedOperation, Session, Subjects } from './doctorOperations.js'
import type {
  DifferingField,
  Fit,
  MissingField,
  OperationReport,
  Outcome,
  UnknownField,
  Verdict,
} from './DoctorReport.js'
import type { RecordedExchange, RecordingTransport } from './doctorTransport.js'
import { fieldTally } from './fieldTally.js'
import { type AttemptEnd, outcomeOf } from './outcomeOf.js'
import { shapeOf } from './shapeOf.js'

/** The fields of the responses of an operation, compared with the profile in use and with the others. */
interface Fields {
  readonly rows: number
  readonly unknownFields: ReadonlyArray<UnknownField>
  readonly missingFields: ReadonlyArray<MissingField>
  readonly differingFields: ReadonlyArray<DifferingField>
  readonly fits: ReadonlyArray<Fit>
}

const bodyOf = ({ status, body }: RecordedExchange): unknown => {
  const json = parseJson(body)
  return status >= 200 && status < 300 && !isLeft(json) ? json.right : undefined
}

/** The rows of a response: the rows of a list, or the response itself. */
const rowsOf = (body: unknown, isList: boolean): ReadonlyArray<unknown> => {
  if (!object.is(body)) return []
  if (!isList) return [body]
  return Array.isArray(body.resources) ? body.resources : []
}

const fitOf = (profile: string, codec: t.Mixed, rows: ReadonlyArray<unknown>): Fit => {
  const { unknown, missing, differing } = fieldTally(shapeOf(codec), rows)
  return {
    profile,
    decodes: rows.every((row) => !isLeft(decode(codec, row))),
    unknown: unknown.length,
    missing: missing.length,
    differing: differing.length,
  }
}

/** Compares responses with the profiles, the one in use first. */
const compareFields = (
  operation: DoctorOperation,
  exchanges: ReadonlyArray<RecordedExchange>,
  profile: ServiceProfile,
  others: ReadonlyArray<ServiceProfile>,
): Fields => {
  const rows = exchanges.map(bodyOf).flatMap((body) => rowsOf(body, operation.list !== undefined))
  const codec = operation.codec(profile)
  const shape = shapeOf(codec)
  const { unknown, missing, differing } = fieldTally(shape, rows)
  // If the service documents no fields, as for insights, no field of a response is unknown.
  const isDocumented = shape.fields?.size !== 0
  // A profile with other roots requests other paths, so these responses show nothing about it.
  const hasSameRoots = ({ roots }: ServiceProfile): boolean => roots.join(' ') === profile.roots.join(' ')
  const known = [profile, ...others.filter((other) => other.name !== profile.name && hasSameRoots(other))]
  return {
    rows: rows.length,
    unknownFields: isDocumented ? unknown : [],
    missingFields: missing,
    differingFields: differing,
    fits:
      rows.length === 0
        ? []
        : known.map((knownProfile) => fitOf(knownProfile.name, operation.codec(knownProfile), rows)),
  }
}

/** The `limit` of pages: enough rows to compare with the codecs, and few enough that many lists have a second page. */
const pageLimit = 50
/** The maximum time for one operation with all its pages and waits, in milliseconds. */
const deadline = 25_000

/** The result of an operation: its report, the ids that its response has for later operations, and the exchanges. */
export interface ExaminationResult {
  readonly report: OperationReport
  readonly subjects: Partial<Subjects>
  readonly retryAfter: number | null
  readonly exchanges: ReadonlyArray<RecordedExchange>
}

/** What the examination of each operation needs. */
export interface Examination {
  readonly session: Session
  readonly transport: RecordingTransport
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

/** The report of an operation that gave no response. */
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

interface AttemptResult {
  readonly values: ReadonlyArray<unknown>
  readonly end: AttemptEnd
}

const success: AttemptEnd = { outcome: 'answered', reason: null, mismatches: [], retryAfter: null }

/** Emits once, never errors: the values that a source emitted, and how it ended. */
export const materializeAttempt = (source$: Observable<unknown>, clock: Clock): Observable<AttemptResult> => {
  const late$ = timer(deadline, clock.scheduler).pipe(mergeMap(() => throwError(() => new Error('too late'))))
  return source$.pipe(
    takeUntil(late$),
    materialize(),
    toArray(),
    map((notifications) => {
      const last = notifications.at(-1)
      return {
        values: notifications.flatMap((notification) => (notification.kind === 'N' ? [notification.value] : [])),
        end: last?.kind === 'E' ? outcomeOf(last.error) : success,
      }
    }),
  )
}

/** Whether a row is likely to have data: a user can refuse access to an account, and a loan has no transactions. */
const isLikelyToHaveData = (row: unknown): boolean =>
  object.is(row) && row.data_access !== 'disabled' && (row.type === undefined || row.type === 'checking')

const mostUsefulRow = (rows: ReadonlyArray<unknown>): unknown => rows.find(isLikelyToHaveData) ?? rows[0]

/** The first bank in a group of banks, as some API versions nest them. */
const withoutGroup = ({ key }: DoctorOperation, { nested }: ServiceProfile, row: unknown): unknown =>
  key === 'banks' && nested?.banks !== undefined ? nested.banks.flatten(row as never)[0] : row

/** The id that later operations need: the id of a row, or the uuid of the user whose token it is. */
const subjectsOf = (
  operation: DoctorOperation,
  profile: ServiceProfile,
  [first]: ReadonlyArray<unknown>,
): Partial<Subjects> => {
  const { finds, list } = operation
  if (finds === undefined || first === undefined) return {}
  const rows = list ? (first as Page<unknown>).resources : [(first as AccessToken).user]
  const row = rows.length === 0 ? undefined : withoutGroup(operation, profile, mostUsefulRow(rows))
  return object.is(row) ? { [finds]: finds === 'user' ? row.uuid : row.id } : {}
}

const hasNext = ({ list }: DoctorOperation, [page]: ReadonlyArray<unknown>): boolean | null =>
  list === undefined || page === undefined ? null : isSome((page as Page<unknown>).next)

/** The end of an attempt; an operation that is not activated for the application does not exist for it. */
const withActivation = ({ needsActivation }: DoctorOperation, end: AttemptEnd, status: number | null): AttemptEnd =>
  needsActivation === true && (status === 403 || status === 404)
    ? { ...end, outcome: 'unspecified', reason: 'not activated for this application' }
    : end

/** Tries an operation: one request, or two pages of a list. Emits the result and completes. */
export const examine = (
  operation: DoctorOperation,
  { session, transport, clock, profile, profiles }: Examination,
  subjects: Partial<Subjects>,
): Observable<ExaminationResult> =>
  materializeAttempt(
    defer(() => {
      const ids = subjects as Subjects
      return operation.list
        ? operation.list(session, ids).pages({ limit: pageLimit }).pipe(take(2))
        : (operation.one?.(session, ids) ?? [])
    }),
    clock,
  ).pipe(
    map(({ values, end: attemptEnd }) => {
      const exchanges = transport.take()
      const answers = exchanges.filter(({ operation: name }) => name === operation.operation)
      const status = answers.at(-1)?.status ?? null
      const end = withActivation(operation, attemptEnd, status)
      const fields = compareFields(operation, answers, profile, profiles)
      return {
        report: {
          ...emptyReport(operation, profile, end.outcome, ''),
          reason: end.reason,
          status,
          duration: answers[0]?.duration ?? null,
          size: answers.length === 0 ? null : Math.max(...answers.map(({ body }) => body.length)),
          pages: operation.list ? values.length : 0,
          hasNext: hasNext(operation, values),
          mismatches: end.mismatches,
          ...fields,
        },
        subjects: subjectsOf(operation, profile, values),
        retryAfter: end.retryAfter,
        exchanges,
      }
    }),
  )
