import { isSome } from 'fp-ts/lib/Option.js'
import { catchError, concatMap, from, map, type Observable, of, reduce, takeWhile } from 'rxjs'
import { type ClientError, isClientError } from '../../base/error/ClientError.js'
import { isTransient } from '../../base/error/isTransient.js'
import { type ChangedRow, isRemoved } from './ChangedRow.js'

/**
 * The ids of a complete list, and when the list was read, in milliseconds.
 *
 * - `recentIds`: the known rows that the list may lack because they were reported within `overlap` and a replica lags;
 *   default: none.
 */
export interface WholeList {
  readonly ids: ReadonlySet<string>
  readonly at: number
  readonly recentIds?: ReadonlySet<string>
}

/**
 * A known row that is missing in a complete list, and the time since which it is missing, in milliseconds by the same
 * clock.
 */
export interface AbsentRow {
  readonly id: string
  readonly since: number
}

/**
 * What the response to a request for one row shows.
 *
 * - `removed`: it does not exist, or is marked as removed. `found`: it exists.
 * - `unclear`: the response does not say. `unspecified`: the service has no request for one row.
 * - `failed`: the request failed, so nothing is known for now.
 */
type Verdict = 'removed' | 'found' | 'unclear' | 'unspecified' | 'failed'

/** The ids of the absent rows that were certainly removed, and of the rows that the service returned on request. */
export interface ConfirmedAbsence {
  readonly removed: ReadonlyArray<string>
  readonly found: ReadonlyArray<string>
}

/**
 * The milliseconds that the service gets to load the rows of a new account, or of an account that the user shares
 * again. Then all rows are read once more, because updates may not report these rows.
 */
export const loadTime = 60 * 60_000

/** The milliseconds after which an empty list is read again, to see whether the rows are still absent. */
const emptyListPause = 60 * 60_000

/** The maximum number of rows that are requested by id after a list was read. */
const maxRequested = 10

/** The milliseconds for which a row must be absent before the list alone confirms its removal. */
const minAbsence = 5 * 60_000

/** The same for a list without any rows, for example during maintenance of the service. */
const minAbsenceFromEmptyList = 24 * 60 * 60_000

/**
 * The known rows that are missing in a complete list. `since` has the times at which rows were first missing. A time
 * that is later than the list is replaced by the list's time, because the clock may have been set back. Rows of
 * `recentIds` count as missing since this list.
 */
export const findAbsentRows = (
  { ids, at, recentIds }: WholeList,
  knownIds: Iterable<string>,
  since: ReadonlyMap<string, number>,
): ReadonlyArray<AbsentRow> =>
  Array.from(knownIds)
    .filter((id) => !ids.has(id))
    .map((id) => ({ id, since: recentIds?.has(id) === true ? at : Math.min(since.get(id) ?? at, at) }))

/**
 * The milliseconds after which a complete list is read again: `every`, or less if rows are absent, to see whether they
 * are still absent. A row of `recentIds` is judged once `overlap` has passed.
 */
export const nextReadDelay = ({ ids }: WholeList, absentCount: number, every: number, overlap: number): number =>
  absentCount > 0 ? Math.min(Math.max(ids.size > 0 ? minAbsence : emptyListPause, overlap), every) : every

const verdictOf = (error: ClientError): Verdict => {
  switch (error._tag) {
    // The codec of a profile may accept ids that the request for one row refuses.
    case 'ConfigError':
    case 'UnspecifiedOperation':
    case 'UnsupportedByVersion':
      return 'unspecified'
    case 'DecodeError':
      return error.reason === 'shape' ? 'found' : 'failed'
    case 'StatusError': {
      const hasErrorBody = isSome(error.type) || isSome(error.detail)
      if ((error.status === 404 || error.status === 410) && hasErrorBody) return 'removed'
      return error.status === 401 || isTransient(error) ? 'failed' : 'unclear'
    }
    default:
      return 'failed'
  }
}

/** Whether the id is a safe integer, so that the request reads no other row. */
const canRequest = (id: string): boolean => Number.isSafeInteger(Number(id)) && String(Number(id)) === id

/** Requests one row. Emits one verdict and completes; errors only with errors other than a `ClientError`. */
const requestRow = (get: (id: number) => Observable<unknown>, id: string): Observable<Verdict> =>
  canRequest(id)
    ? get(Number(id)).pipe(
        map((row): Verdict => (isRemoved(row as Partial<ChangedRow>) ? 'removed' : 'found')),
        catchError((error: unknown) => {
          if (!isClientError(error)) throw error
          return of(verdictOf(error))
        }),
      )
    : of('unspecified')

/** Which of the absent rows were removed, according to the list and to the verdicts about some of them. */
export const judgeAbsence = (
  absent: ReadonlyArray<AbsentRow>,
  { ids, at }: WholeList,
  verdicts: ReadonlyMap<string, Verdict> = new Map(),
): ConfirmedAbsence => {
  const idsWith = (verdict: Verdict) =>
    Array.from(verdicts).flatMap(([id, idVerdict]) => (idVerdict === verdict ? [id] : []))
  const removed = idsWith('removed')
  // #sabotage: absence-found
  const found = idsWith('found')
  // If the list lacks a row that exists, or if the service fails, the list proves nothing about other rows.
  if (found.length > 0 || idsWith('failed').length > 0) return { removed, found }
  // #sabotage: absence-patience
  const requiredAbsence = ids.size > 0 || removed.length > 0 ? minAbsence : minAbsenceFromEmptyList
  const longAbsent = absent.filter(({ id, since }) => verdicts.get(id) !== 'removed' && since <= at - requiredAbsence)
  return { removed: [...removed, ...longAbsent.map(({ id }) => id)], found }
}

/**
 * Determines which absent rows were removed. Absence alone proves nothing: a list shifts while its pages are read, and
 * may be empty during maintenance.
 *
 * - A row was removed if the service itself (not a proxy) responds 404 or 410 to the request for it, or sends a row
 *   that is marked as removed. At most {@link maxRequested} rows are requested, beginning with the rows that have been
 *   absent longest. Rows of `recentIds` are not requested: a replica that lags may not find them.
 * - Every other row was removed if it has been absent for {@link minAbsence}, or for {@link minAbsenceFromEmptyList} if
 *   the list is empty and the service confirms no removal. If the service finds a requested row, or fails, the list
 *   proves nothing.
 *
 * Emits once and completes.
 */
export const confirmAbsence = (
  get: (id: number) => Observable<unknown>,
  absent: ReadonlyArray<AbsentRow>,
  list: WholeList,
): Observable<ConfirmedAbsence> =>
  from(
    absent
      .filter(({ id, since }) => since < list.at || list.recentIds?.has(id) !== true)
      .sort((a, b) => a.since - b.since)
      .slice(0, maxRequested),
  ).pipe(
    concatMap(({ id }) => requestRow(get, id).pipe(map((verdict) => [id, verdict] as const))),
    takeWhile(([, verdict]) => verdict !== 'unspecified' && verdict !== 'failed', true),
    reduce((verdicts, [id, verdict]) => verdicts.set(id, verdict), new Map<string, Verdict>()),
    map((verdicts) => judgeAbsence(absent, list, verdicts)),
  )
