import {
  BehaviorSubject,
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  expand,
  filter,
  from,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  repeat,
  retry,
  Subject,
  take,
  tap,
  throwError,
} from 'rxjs'
import { afterTurn } from '../../base/clock/afterTurn.js'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import type { Feed } from '../core/Feed.js'
import { MirrorError } from '../core/MirrorError.js'
import { usersAfter } from '../core/mirrorUsers.js'
import type { PreparedTables } from '../core/prepareTables.js'
import { type Program, type ResultRow, statement } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import { SchemaRefused } from '../core/SchemaRefused.js'
import { shortText } from '../core/shortText.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import type { Wake } from '../core/Store.js'
import { hasUnseenChanges, seenChanges } from '../log/changeLog.js'
import { followChanges, retryDelay } from '../log/followChanges.js'
import type { MaintainedUserSuspended } from './MaintainConfig.js'
import { resumeUser, retryAllUsers, suspendUser, usersToRetry } from './suspendedUsers.js'

/** The mirror from whose rows the tables are computed. */
export interface MaintainingMirror {
  readonly dialect: SqlDialect
  readonly run: PreparedTables['run']
  readonly wakes$: Observable<Wake>
  readonly clock: Clock
}

/** How a result is computed from a user's rows, and how it is written. */
export interface MaintainedComputation<Input, Result, Output> {
  /** The name of the consumer. */
  readonly name: string
  readonly pollEvery: number
  /** Reads the input of the computation. */
  readonly read: (user: string) => Program<Input>
  readonly compute: (user: string, input: Input) => Result
  /** Whether the decisions and the day of the input are still current. The user is locked. */
  readonly isCurrent: (user: string, input: Input) => Program<boolean>
  /** Writes the result. The user is locked, and their rows are unchanged. Returns `undefined` if nothing differs. */
  readonly write: (user: string, input: Input, result: Result) => Program<Output | undefined>
  /**
   * Reads the next users after the id `after` whose result may differ although no row has changed, because a person has
   * decided something or a day has begun. It omits users who are suspended.
   */
  readonly dueUsers: (after: string) => Program<ReadonlyArray<string>>
}

/** The outcome of one computation for a user; `output` is `undefined` if nothing was written. */
interface Attempt<Output> {
  readonly output: Output | undefined
}

/** How many users one statement reads. */
export const userPageSize = 1000

/** How many changes are read at once. Only their users matter, so one computation covers all changes of a user. */
const maxChanges = 2000

/** The feeds whose rows the results are computed from. */
const readFeeds: ReadonlyArray<Feed> = ['accounts', 'transactions']

/**
 * Locks a user, so that no round changes their rows before the transaction ends. Returns whether the mirror knows the
 * user, and whether a round has yet to match their accounts.
 */
function* lockUserRow(
  { table, lockUser, epochMs, now }: SqlDialect,
  user: string,
): Program<{ readonly isKnown: boolean; readonly isUnmatched: boolean }> {
  const [found] = yield statement(
    `SELECT coalesce(u.unmatched_until > ${epochMs(now)}, false) AS is_unmatched
     FROM ${table('users')} AS u WHERE u.id = $1 ${lockUser}`,
    user,
  )
  return { isKnown: found !== undefined, isUnmatched: Boolean(found?.is_unmatched) }
}

/** The ids in a column of a result. */
export const idsOf = (rows: ReadonlyArray<ResultRow>, column: string): ReadonlyArray<string> =>
  rows.map((row) => String(row[column]))

/**
 * Whether a user still has the decisions that were read, and no other decision is applied: a result computed without an
 * applied decision must not replace one computed with it. A newer decision that is not applied makes the user due
 * again.
 */
export function* areDecisionsCurrent(
  { table, isIn }: SqlDialect,
  name: string,
  user: string,
  numbers: ReadonlyArray<string>,
): Program<boolean> {
  const rows = yield statement(
    `SELECT CAST(number AS text) AS decision_number FROM ${table(name)}
     WHERE user_id = $1 AND (is_applied OR ${isIn('CAST(number AS text)', '$2')}) ORDER BY number`,
    user,
    toStorableJson(numbers),
  )
  return idsOf(rows, 'decision_number').join() === numbers.join()
}

/** Marks the decisions that were read as applied. Decisions about a user whom the mirror does not know are deleted. */
export function* settleDecisions(
  { table, isIn }: SqlDialect,
  name: string,
  user: string,
  numbers: ReadonlyArray<string>,
): Program<void> {
  if (numbers.length === 0) return
  const isReadDecision = `user_id = $1 AND ${isIn('CAST(number AS text)', '$2')}`
  yield statement(
    `DELETE FROM ${table(name)} WHERE ${isReadDecision} AND NOT EXISTS (SELECT 1 FROM ${table('users')} WHERE id = $1)`,
    user,
    toStorableJson(numbers),
  )
  yield statement(
    `UPDATE ${table(name)} SET is_applied = $3 WHERE ${isReadDecision} AND NOT is_applied`,
    user,
    toStorableJson(numbers),
    true,
  )
}

/**
 * Whether an error concerns all users. Any other error is due to the rows of one user, or to a function of the options.
 */
const concernsAll = (error: unknown): boolean =>
  error instanceof SchemaRefused || (error instanceof MirrorError && error.reason !== 'unwritable')

/**
 * Maintains tables of results that are computed from the rows of each user, as a named consumer of the change log.
 *
 * The log only names the users whose rows have changed. A result is computed from the present rows. It is written in a
 * transaction that locks the user, and only if no row has changed since the rows were read. If a row has changed, the
 * log names the user again later, so the other users do not wait. Nothing is lost or duplicated if a process is killed,
 * suspended or replaced: the process that computes the user again writes the same result. A user whose computation
 * fails is suspended, and the others continue.
 */
export const maintainTables = <Input, Result, Output>(
  { dialect, run, wakes$, clock }: MaintainingMirror,
  { name, pollEvery, read, compute, isCurrent, write, dueUsers }: MaintainedComputation<Input, Result, Output>,
): Observable<Output | MaintainedUserSuspended> => {
  const retryTransient = <A>(source: Observable<A>): Observable<A> =>
    source.pipe(
      retry({
        delay: (error: unknown) =>
          error instanceof MirrorError && error.isTransient ? delay(clock, retryDelay) : throwError(() => error),
      }),
    )

  /**
   * Computes the result for a user, and writes it unless their rows have changed meanwhile: the log then names the user
   * again. Emits `undefined` if the user must be computed again at once.
   */
  const attempt = (user: string): Observable<Attempt<Output> | undefined> =>
    run(function* () {
      const seen = yield* seenChanges(dialect, user, readFeeds)
      return { seen, input: yield* read(user) }
    }).pipe(
      map(({ seen, input }) => ({ seen, input, result: compute(user, input) })),
      concatMap(({ seen, input, result }) =>
        run(function* () {
          const { isUnmatched } = yield* lockUserRow(dialect, user)
          // A bank that was connected again would look like new payments, and those before would end.
          if (isUnmatched) {
            yield* suspendUser(dialect, name, user, 0)
            return { output: undefined }
          }
          const isOutdated = yield* hasUnseenChanges(dialect, user, readFeeds, seen)
          if (isOutdated === true) return { output: undefined }
          if (isOutdated === undefined || !(yield* isCurrent(user, input))) return undefined
          yield* resumeUser(dialect, name, user)
          return { output: yield* write(user, input, result) }
        }),
      ),
    )

  /** Suspends a user and reports the suspension; emits no output for a user who was erased. */
  const suspended = (user: string, error: unknown): Observable<Attempt<MaintainedUserSuspended>> =>
    run(function* () {
      if (!(yield* lockUserRow(dialect, user)).isKnown) return { output: undefined }
      yield* suspendUser(dialect, name, user)
      return { output: { _tag: 'UserSuspended', user, error } as const }
    })

  return defer(() => {
    const outputs$ = new Subject<Output | MaintainedUserSuspended>()

    const update = (user: string): Observable<never> =>
      // A database that responds synchronously would otherwise block the event loop until all users are computed.
      afterTurn(
        clock,
        retryTransient(
          defer(() => attempt(user)).pipe(
            catchError((error: unknown) => (concernsAll(error) ? throwError(() => error) : suspended(user, error))),
          ),
        ).pipe(
          repeat(),
          filter((outcome) => outcome !== undefined),
          take(1),
          tap(({ output }) => {
            if (output !== undefined) outputs$.next(output)
          }),
          ignoreElements(),
        ),
      )

    const updateAll = (page: (after: string) => Program<ReadonlyArray<string>>): Observable<never> => {
      const next = (after: string) =>
        retryTransient(defer(() => run(() => page(after)))).pipe(
          concatMap((users) => concat(from(users).pipe(concatMap(update)), of(users))),
        )
      return next('').pipe(
        expand((users) => (users.length < userPageSize ? EMPTY : next(users.at(-1) ?? ''))),
        ignoreElements(),
      )
    }

    function* allUsers(after: string): Program<ReadonlyArray<string>> {
      return (yield* usersAfter(dialect, after, userPageSize)).map(({ id }) => id)
    }

    function* retriedUsers(after: string): Program<ReadonlyArray<string>> {
      return idsOf(yield* usersToRetry(dialect, name, after, userPageSize), 'user_id')
    }

    const decisionCounts$ = new BehaviorSubject(0)
    const countDecisions$ = wakes$.pipe(
      // `followChanges` reports the failure.
      catchError(() => EMPTY),
      // Before a new connection, decisions may have been missed.
      filter((wake) => wake !== 'change'),
      tap(() => decisionCounts$.next(decisionCounts$.value + 1)),
      ignoreElements(),
    )
    const due$ = defer(() => {
      const decisionCount = decisionCounts$.value
      const decision$ = decisionCounts$.pipe(filter((count) => count !== decisionCount))
      return concat(
        updateAll(retriedUsers),
        updateAll(dueUsers),
        merge(delay(clock, pollEvery), decision$).pipe(take(1), ignoreElements()),
      )
    }).pipe(repeat())
    const retryAll$ = retryTransient(defer(() => run(() => retryAllUsers(dialect, name)))).pipe(ignoreElements())

    return merge(
      outputs$,
      followChanges(
        {
          dialect,
          run,
          wakes$,
          clock,
          nameCodec: shortText,
          whileHeld$: merge(countDecisions$, concat(retryAll$, due$)),
        },
        {
          name,
          feeds: readFeeds,
          limit: maxChanges,
          pollEvery,
          readTables: () => updateAll(allUsers),
          process: ({ changes }) => from(new Set(changes.map(({ user }) => user))).pipe(concatMap(update)),
        },
      ).pipe(ignoreElements()),
    )
  })
}
