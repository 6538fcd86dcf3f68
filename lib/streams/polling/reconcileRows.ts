import { catchError, concatMap, filter, map, type Observable, of, takeWhile, tap, throwError, toArray } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { isClientError } from '../../base/error/ClientError.js'
import { isTransient } from '../../base/error/isTransient.js'
import { hasSameContent } from '../../base/hash/contentHash.js'
import { accountId } from '../../service/model/MatchFields.js'
import type { UpdatedRow } from '../../service/model/RemovedRow.js'
import { type ChangedRow, isRemoved } from './ChangedRow.js'
import type { UpdatedBatch } from './ChangesConfig.js'
import {
  type AbsentRow,
  confirmAbsence,
  findAbsentRows,
  judgeAbsence,
  loadTime,
  nextReadDelay,
} from './confirmAbsence.js'
import { recentReports } from './recentReports.js'
import { rowOwner } from './rowOwner.js'

/** Rows in memory, by their ids. */
export type Rows<A> = ReadonlyMap<number, A>

/** The part of a user's accounts that reconciliation needs. */
export interface ListedAccounts {
  /** The accounts, one after the other. */
  readonly all: (config: {
    readonly limit: number
    readonly onInvalidRow: 'report'
    readonly priority: 'background'
  }) => Observable<{ readonly id: number; readonly data_access?: unknown }>
  /** One account; errors with a `StatusError` of 404 or 410 if it was removed. */
  readonly get: (accountId: number, config: { readonly priority: 'background' }) => Observable<unknown>
}

/** The options of {@link reconcileRows}. Times are in milliseconds. */
export interface ReconcileConfig<A> {
  /** Reads all rows, as the first round of a watcher. It may emit further rounds, which are ignored. */
  readonly read: () => Observable<UpdatedBatch<A>>
  /** The accounts of the user. Without them, removed rows are found only when all rows are read again. */
  readonly accounts: ListedAccounts | undefined
  /** How often all rows are read again. */
  readonly every: number
  /** The `overlap` of the watcher. */
  readonly overlap: number
  readonly clock: Clock
}

/** Compares rows in memory with the rows of the service. */
export interface Reconciliation<A> {
  /** Records the rows of a batch of the watcher. */
  readonly record: (rows: ReadonlyArray<UpdatedRow<A>>) => void
  /** Whether a row may be shown: `false` if its account was removed. */
  readonly admits: (row: A) => boolean
  /**
   * Emits the reconciled rows if they have changed, and completes. `userUuid` is the user of the rows: if the responses
   * are now for a new user, the rows stay the same, because the watcher replaces them.
   */
  readonly reconcile: (rows: Rows<A>, userUuid?: string) => Observable<Rows<A>>
}

const isUnsupportedList = (error: unknown): boolean =>
  isClientError(error) && (error._tag === 'UnspecifiedOperation' || error._tag === 'UnsupportedByVersion')

const accountKey = (row: object): string => String(accountId(row))

const withoutRows = <A>(rows: Rows<A>, isRemovedRow: (id: number, row: A) => boolean): Rows<A> => {
  const remaining = Array.from(rows).filter(([id, row]) => !isRemovedRow(id, row))
  return remaining.length === rows.size ? rows : new Map(remaining)
}

const absenceTimes = (absent: ReadonlyArray<AbsentRow>): Map<string, number> =>
  new Map(absent.map(({ id, since }) => [id, since]))

/**
 * Finds removed rows that no update has reported. These are the rows of removed accounts, and rows that are missing
 * when all rows are read again. All rows are read again after `every`, and when the access to the data of an account
 * changes; this also adds rows that were missing and replaces rows that differ. A row is removed only after its removal
 * is confirmed, see `confirmAbsence`.
 *
 * The response to a read of all rows may come from a replica that lags. The watcher has reported the later changes, and
 * does not report them again. So reading all rows changes no row that was reported within `overlap`, and adds no row
 * that was removed within it.
 */
export const reconcileRows = <A extends ChangedRow>({
  read,
  accounts,
  every,
  overlap,
  clock,
}: ReconcileConfig<A>): Reconciliation<A> => {
  const reports = recentReports(clock, overlap)
  let due = clock.monotonic() + every
  /**
   * Whether the next read of all rows is followed by another after {@link loadTime}, when the service has loaded them.
   */
  let needsSecondRead = false
  let absentRows = new Map<string, number>()
  let absentAccounts = new Map<string, number>()
  /** The accounts that were listed, and when each was first listed. */
  const knownAccounts = new Map<string, number>()
  /** The removed accounts, and when they were removed. */
  const removedAccounts = new Map<string, number>()
  /**
   * Accounts that rows refer to but no list has contained, for example because they were deleted before the first list.
   */
  const unlistedAccounts = new Set<string>()
  /** The accounts in the last list for which the user has disabled access to the data. */
  let disabledAccounts: ReadonlySet<string> | undefined

  /** Schedules two reads of all rows: one now, and one after {@link loadTime}. */
  const scheduleTwoReads = (): void => {
    due = clock.monotonic()
    needsSecondRead = true
  }

  /**
   * Records which accounts are disabled. If that has changed, schedules reads of all rows, because no update reports
   * them.
   */
  const recordAccess = (disabled: ReadonlySet<string>): void => {
    const previouslyDisabled = disabledAccounts
    disabledAccounts = disabled
    if (previouslyDisabled === undefined) return
    const isSameAccess =
      previouslyDisabled.size === disabled.size && Array.from(disabled).every((id) => previouslyDisabled.has(id))
    if (!isSameAccess) scheduleTwoReads()
  }

  const admits = (row: A): boolean => removedAccounts.size === 0 || !removedAccounts.has(accountKey(row))

  const reconcileWithAccounts = (
    rows: Rows<A>,
    ids: ReadonlySet<string>,
    get: (id: number) => Observable<unknown>,
  ): Observable<Rows<A>> => {
    const at = clock.monotonic()
    // A replica that lags may list an account that was removed within `overlap`, and omit one that was added within
    // `overlap`.
    const isRecent = (time: number | undefined): boolean => time !== undefined && time > at - overlap
    for (const id of ids) {
      if (isRecent(removedAccounts.get(id))) continue
      if (removedAccounts.delete(id)) scheduleTwoReads()
      if (!knownAccounts.has(id)) knownAccounts.set(id, at)
    }
    // An empty list proves nothing: a service may send one during maintenance.
    const rowAccounts = ids.size > 0 ? Array.from(rows.values(), accountKey) : []
    for (const id of new Set(rowAccounts)) {
      if (id === 'undefined' || knownAccounts.has(id) || unlistedAccounts.has(id)) continue
      // Only reading all rows again shows whether the rows of an unlisted account still exist.
      unlistedAccounts.add(id)
      due = at
    }
    const recentIds = new Set(Array.from(knownAccounts.keys()).filter((id) => isRecent(knownAccounts.get(id))))
    const list = { ids, at, recentIds }
    const absent = findAbsentRows(list, knownAccounts.keys(), absentAccounts)
    absentAccounts = absenceTimes(absent)
    if (absent.length === 0) return of(rows)
    return confirmAbsence(get, absent, list).pipe(
      map(({ removed, found }) => {
        for (const id of found) absentAccounts.delete(id)
        for (const id of removed) {
          absentAccounts.delete(id)
          knownAccounts.delete(id)
          removedAccounts.set(id, at)
        }
        // #sabotage: memory-of-account
        return withoutRows(rows, (_, row) => !admits(row))
      }),
    )
  }

  const reconcileAccounts = (rows: Rows<A>): Observable<Rows<A>> =>
    accounts === undefined
      ? of(rows)
      : // An account that cannot be decoded must not end the stream. `confirmAbsence` requests it by id, and counts it
        // as found.
        accounts.all({ limit: 500, onInvalidRow: 'report', priority: 'background' }).pipe(
          toArray(),
          tap((accountsList) => {
            recordAccess(
              new Set(accountsList.flatMap(({ id, data_access }) => (data_access === 'disabled' ? [String(id)] : []))),
            )
          }),
          concatMap((accountsList) =>
            reconcileWithAccounts(rows, new Set(accountsList.map(({ id }) => String(id))), (id) =>
              accounts.get(id, { priority: 'background' }),
            ),
          ),
          // If the list cannot be read, or the service has none, no row counts as removed.
          catchError((error: unknown) =>
            isTransient(error) || isUnsupportedList(error) ? of(rows) : throwError(() => error),
          ),
        )

  const reconcileWithAllRows = (
    rows: Rows<A>,
    batches: ReadonlyArray<UpdatedBatch<A>>,
    owner: string | undefined,
  ): Rows<A> => {
    const at = clock.monotonic()
    const interval = needsSecondRead ? Math.min(loadTime, every) : every
    needsSecondRead = false
    due = at + interval
    if (owner !== undefined && batches.some(({ userUuid }) => rowOwner(owner).noteUser(userUuid))) return rows
    // A row that cannot be decoded exists, but its id is unknown, so no row counts as absent.
    if (batches.some(({ rejected }) => rejected.length > 0)) return rows
    const listedRows = new Map<number, A>()
    for (const row of batches.flatMap(({ resources }) => resources))
      if (isRemoved(row)) listedRows.delete(row.id)
      else listedRows.set(row.id, row)
    // #sabotage: memory-of-reports
    const isRecent = (id: number): boolean =>
      reports.last(id) === 'removed' || (rows.has(id) && reports.last(id) !== undefined)
    const recentIds = new Set(Array.from(rows.keys()).filter(isRecent).map(String))
    const whole = { ids: new Set(Array.from(listedRows.keys(), String)), at, recentIds }
    // If access to an account is disabled, the list lacks its rows for this reason, so they are removed at once.
    const isDisabled = ({ id }: AbsentRow): boolean => {
      const row = rows.get(Number(id))
      return row !== undefined && disabledAccounts?.has(accountKey(row)) === true
    }
    const absent = findAbsentRows(whole, Array.from(rows.keys(), String), absentRows).map((row) =>
      isDisabled(row) ? { ...row, since: -Infinity } : row,
    )
    // #sabotage: memory-of-list
    const removed = new Set(judgeAbsence(absent, whole).removed)
    absentRows = absenceTimes(absent.filter(({ id }) => !removed.has(id)))
    due = at + nextReadDelay(whole, absentRows.size, interval, overlap)
    const remaining = withoutRows(rows, (id) => {
      const row = listedRows.get(id)
      return row === undefined ? removed.has(String(id)) : !isRecent(id) && !admits(row)
    })
    const changed = withoutRows(
      listedRows,
      (id, row) => isRecent(id) || !admits(row) || hasSameContent(row, rows.get(id)),
    )
    const isConfirmed = (row: AbsentRow): boolean => removed.has(row.id) && !isDisabled(row)
    reports.record([
      ...changed.values(),
      ...absent.filter(isConfirmed).map(({ id }) => ({ id: Number(id), deleted: true })),
    ])
    return changed.size === 0 ? remaining : new Map([...remaining, ...changed])
  }

  const reconcileAll = (rows: Rows<A>, owner: string | undefined): Observable<Rows<A>> =>
    clock.monotonic() < due
      ? of(rows)
      : read().pipe(
          takeWhile(({ isLast }) => !isLast, true),
          toArray(),
          map((batches) => reconcileWithAllRows(rows, batches, owner)),
        )

  return {
    record: reports.record,
    admits,
    reconcile: (rows, userUuid) =>
      of(rows).pipe(
        tap(reports.forgetOld),
        concatMap(reconcileAccounts),
        concatMap((reconciled) => reconcileAll(reconciled, userUuid)),
        filter((reconciled) => reconciled !== rows),
      ),
  }
}
