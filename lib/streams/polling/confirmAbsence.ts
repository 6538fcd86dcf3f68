import { isSome } from 'fp-ts/lib/Option.js'
import { catchError, concatMap, from, map, type Observable, of, reduce, takeWhile } from 'rxjs'
import { type ClientError, isClientError } from '../../base/error/ClientError.js'
import { isTransient } from '../../base/error/isTransient.js'
import { type ChangedRow, isRemoved } from './ChangedRow.js'

/** The ids of a whole list, and when it was read, in milliseconds. */
export interface WholeList {
  readonly ids: ReadonlySet<string>
  readonly at: number
}

/** A row that a whole list did not show, and since when, in milliseconds by the same clock. */
export interface AbsentRow {
  readonly id: string
  readonly since: number
}

/**
 * What the service says of one row.
 *
 * - `gone`: it does not exist, or is marked as removed; `found`: it exists.
 * - `unclear`: the answer does not tell; `unspecified`: the service has no operation to ask for one row.
 * - `failed`: the request failed, so nothing is known at present.
 */
type Verdict = 'gone' | 'found' | 'unclear' | 'unspecified' | 'failed'

/** Which of the absent rows are confirmed to be gone, and which the service has shown by themselves. */
export interface ConfirmedAbsence {
  readonly removed: ReadonlyArray<string>
  readonly found: ReadonlyArray<string>
}

/** How long after an empty list it is read again, to see whether the rows are still absent, in milliseconds. */
const emptyListPause = 60 * 60_000

/** How many single rows are requested after one reading of a list. */
const maxAsked = 10

/** For how long a row has to be absent before a list alone confirms that it is gone, in milliseconds. */
const minAbsence = 5 * 60_000

/** The same where the list has no rows at all, as during a maintenance of the service. */
const minAbsenceFromEmptyList = 24 * 60 * 60_000

/**
 * The rows that were known before and are not in a whole list. Each has been absent `since` it was first missing; a clock may
 * have been set back meanwhile, so at the latest since the list was read.
 */
export const findAbsentRows = (
  { ids, at }: WholeList,
  before: Iterable<string>,
  since: ReadonlyMap<string, number>,
): ReadonlyArray<AbsentRow> =>
  Array.from(before)
    .filter((id) => !ids.has(id))
    .map((id) => ({ id, since: Math.min(since.get(id) ?? at, at) }))

/**
 * After how many milliseconds a whole list is read again: after `every`, and sooner to see whether the rows that are absent
 * still are.
 */
export const nextReadDelay = ({ ids }: WholeList, absentCount: number, every: number): number =>
  absentCount > 0 ? Math.min(ids.size > 0 ? minAbsence : emptyListPause, every) : every

const verdictOf = (error: ClientError): Verdict => {
  switch (error._tag) {
    // A profile's codec may accept ids that the request for one row refuses.
    case 'ConfigError':
    case 'UnspecifiedOperation':
    case 'UnsupportedByVersion':
      return 'unspecified'
    case 'DecodeError':
      return error.reason === 'shape' ? 'found' : 'failed'
    case 'StatusError': {
      const hasErrorBody = isSome(error.type) || isSome(error.detail)
      if ((error.status === 404 || error.status === 410) && hasErrorBody) return 'gone'
      return error.status === 401 || isTransient(error) ? 'failed' : 'unclear'
    }
    default:
      return 'failed'
  }
}

/** Whether a number is exactly the id, so that no other row is asked for: unlike those of texts and beyond 2^53. */
const isAskable = (id: string): boolean => Number.isSafeInteger(Number(id)) && String(Number(id)) === id

/** Asks for one row. Emits what the service says of it, and completes; errors that are not the client's are its errors. */
const askForRow = (get: (id: number) => Observable<unknown>, id: string): Observable<Verdict> =>
  isAskable(id)
    ? get(Number(id)).pipe(
        map((row): Verdict => (isRemoved(row as Partial<ChangedRow>) ? 'gone' : 'found')),
        catchError((error: unknown) => {
          if (!isClientError(error)) throw error
          return of(verdictOf(error))
        }),
      )
    : of('unspecified')

/** Which of the absent rows are gone, by the list and by what the service says of some of them. */
export const judgeAbsence = (
  absent: ReadonlyArray<AbsentRow>,
  { ids, at }: WholeList,
  verdicts: ReadonlyMap<string, Verdict> = new Map(),
): ConfirmedAbsence => {
  const idsWith = (verdict: Verdict) => Array.from(verdicts).flatMap(([id, said]) => (said === verdict ? [id] : []))
  const removed = idsWith('gone')
  // #sabotage: absence-found
  const found = idsWith('found')
  // A list that lacks a row which is there, or that comes from a service which fails, says nothing of other rows.
  if (found.length > 0 || idsWith('failed').length > 0) return { removed, found }
  // #sabotage: absence-patience
  const wait = ids.size > 0 || removed.length > 0 ? minAbsence : minAbsenceFromEmptyList
  const longAbsent = absent.filter(({ id, since }) => verdicts.get(id) !== 'gone' && since <= at - wait)
  return { removed: [...removed, ...longAbsent.map(({ id }) => id)], found }
}

/**
 * Finds out which rows that a whole list did not show are gone. Absence alone is not removal: a list shifts while its pages
 * are read, and may be empty during a maintenance.
 *
 * - A row is gone if the service answers the request for that row with 404 or 410, in the form of its errors, or with a row
 *   that is marked as removed. At most {@link maxAsked} rows are asked for, those first that have been absent for longest.
 * - The other rows are gone if they have been absent for {@link minAbsence}, so also from a list that an earlier round has
 *   read; for {@link minAbsenceFromEmptyList} if the list is empty and the service confirms no row. If the service shows one of the
 *   rows that were asked for, or fails, the list confirms nothing.
 *
 * Emits once and completes.
 */
export const confirmAbsence = (
  get: (id: number) => Observable<unknown>,
  absent: ReadonlyArray<AbsentRow>,
  list: WholeList,
): Observable<ConfirmedAbsence> =>
  from([...absent].sort((a, b) => a.since - b.since).slice(0, maxAsked)).pipe(
    concatMap(({ id }) => askForRow(get, id).pipe(map((verdict) => [id, verdict] as const))),
    takeWhile(([, verdict]) => verdict !== 'unspecified' && verdict !== 'failed', true),
    reduce((verdicts, [id, verdict]) => verdicts.set(id, verdict), new Map<string, Verdict>()),
    map((verdicts) => judgeAbsence(absent, list, verdicts)),
  )
