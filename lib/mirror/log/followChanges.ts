import * as t from 'io-ts'
import {
  BehaviorSubject,
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  endWith,
  filter,
  finalize,
  ignoreElements,
  merge,
  type Observable,
  of,
  repeat,
  retry,
  take,
  takeUntil,
  takeWhile,
  tap,
  throwError,
} from 'rxjs'
import { afterTurn } from '../../base/clock/afterTurn.js'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import { functionCodec } from '../../base/codec/guardCodec.js'
import { integer, milliseconds } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { randomHex, systemRandom } from '../../base/platform/random.js'
import { fromAsyncResult } from '../../streams/polling/AsyncResult.js'
import { MirrorError } from '../core/MirrorError.js'
import { consumerName, feedsCodec, usersCodec } from '../core/mirrorOptions.js'
import type { PreparedTables } from '../core/prepareTables.js'
import type { Program } from '../core/Program.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { CursorRefused, printCursor } from './changeCursor.js'
import { type ChangePage, deletedThrough, presentPosition, readChanges } from './changeLog.js'
import { acknowledge, claimConsumer, leaseTime, releaseConsumer, renewLease } from './consumers.js'
import type { ChangeBatch, FollowConfig } from './FollowConfig.js'

const followOptions = (name: t.Type<string>) =>
  options(
    'options',
    {
      name,
      process: functionCodec<FollowConfig['process']>('a function from a batch to an Observable or Promise'),
    },
    {
      readTables: functionCodec<NonNullable<FollowConfig['readTables']>>(
        'a function that returns an Observable or Promise',
      ),
      users: usersCodec,
      feeds: feedsCodec,
      limit: integer(1, 10_000),
      pollEvery: milliseconds(1),
      stopWhenCaughtUp: t.boolean,
    },
  )

/** Another process has claimed the consumer, because this one did not renew its lease in time. */
class LeaseLost extends Error {}

/** A transient failure of the database. */
class DatabaseFailed extends Error {
  constructor(override readonly cause: unknown) {
    super('the database failed')
  }
}

/** The milliseconds until a failed database is tried again. */
export const retryDelay = 1000

/**
 * The milliseconds until changes are read again that an earlier transaction held back. No notification reports that it
 * was rolled back.
 */
export const heldBackDelay = 200

/**
 * How long the release of the consumer may take, in milliseconds: the program may have ended its pool, which then never
 * responds.
 */
const releaseTimeout = 2000

/** The parts of a mirror that `followChanges` needs. */
interface FollowedLog {
  readonly dialect: SqlDialect
  readonly run: PreparedTables['run']
  /** Emits when the log may have new changes. */
  readonly wakes$: Observable<unknown>
  readonly clock: Clock
  /** The codec of the name; default: accepts names that are not reserved for the mirror. */
  readonly nameCodec?: t.Type<string>
  /** What is also subscribed to while this process holds the consumer. */
  readonly whileHeld$?: Observable<never>
}

/** Follows the change log under a name; see `follow` of a mirror. */
export const followChanges = (
  { dialect, run, wakes$, clock, nameCodec = consumerName, whileHeld$ = EMPTY }: FollowedLog,
  config: FollowConfig,
): Observable<ChangeBatch> =>
  defer(() => {
    const {
      name,
      process,
      readTables,
      users,
      feeds,
      limit: maxCount = 500,
      pollEvery = 10_000,
      stopWhenCaughtUp = false,
    } = decodeOptions(followOptions(nameCodec), config)
    const consumer = { name, holder: randomHex(systemRandom) }
    let hasStarted = false

    /**
     * Wraps transient failures of the log in `DatabaseFailed`, so that errors of `process` are not retried as failures
     * of the log.
     */
    const wrapTransientFailures = <A>(source: Observable<A>): Observable<A> =>
      source.pipe(
        catchError((error: unknown) =>
          throwError(() => (error instanceof MirrorError && error.isTransient ? new DatabaseFailed(error) : error)),
        ),
      )
    const transaction = <A>(program: () => Program<A>): Observable<A> => wrapTransientFailures(run(program))

    const failIfLost = (program: () => Program<boolean>): Observable<never> =>
      transaction(program).pipe(
        tap((isHeld) => {
          if (!isHeld) throw new LeaseLost()
        }),
        ignoreElements(),
      )

    const storePosition = (position: number): Observable<never> =>
      failIfLost(() => acknowledge(dialect, consumer, position))

    const claim$ = defer(() => transaction(() => claimConsumer(dialect, consumer))).pipe(
      tap(() => (hasStarted = true)),
      concatMap((claimed) => (claimed === undefined ? EMPTY : of(claimed))),
      repeat({ delay: () => delay(clock, leaseTime / 3) }),
      take(1),
    )

    const renewals$ = delay(clock, leaseTime / 3).pipe(
      concatMap(() => failIfLost(() => renewLease(dialect, consumer))),
      repeat(),
    )

    const follow = (storedPosition: number | null): Observable<ChangeBatch> => {
      const wakeCounts$ = new BehaviorSubject(0)
      let position = storedPosition ?? 0
      /** The position at which the stream completes. */
      let end = Infinity

      const moveTo = (next: number): Observable<never> =>
        concat(
          storePosition(next),
          defer(() => {
            position = next
            return EMPTY
          }),
        )

      /** Takes a position, and then reads the tables. */
      const startFromTables = (readAll: NonNullable<FollowConfig['readTables']>): Observable<never> =>
        transaction(() => presentPosition(dialect)).pipe(
          concatMap(({ number }) =>
            concat(
              fromAsyncResult('/readTables', () => readAll({ number })),
              moveTo(number),
            ),
          ),
        )

      const findEnd$ = !stopWhenCaughtUp
        ? EMPTY
        : transaction(() => presentPosition(dialect)).pipe(
            tap(({ number }) => (end = number)),
            ignoreElements(),
          )

      const start$ = defer(() => {
        if (storedPosition !== null) return EMPTY
        return readTables === undefined
          ? transaction(() => deletedThrough(dialect)).pipe(concatMap(moveTo))
          : startFromTables(readTables)
      })

      const handle = ({ changes, position: next }: ChangePage): Observable<ChangeBatch> => {
        if (changes.length === 0) return next > position ? moveTo(next) : EMPTY
        const batch = { changes, cursor: changes.at(-1)?.cursor ?? printCursor({ number: next, at: undefined }) }
        return concat(
          fromAsyncResult('/process', () => process(batch)),
          moveTo(next),
          of(batch),
        )
      }

      const waitAfter = (wakeUpCount: number, isHeldBack: boolean): Observable<never> =>
        merge(
          wakeCounts$.pipe(filter((count) => count !== wakeUpCount)),
          delay(clock, isHeldBack ? heldBackDelay : pollEvery),
        ).pipe(take(1), ignoreElements())

      const step$ = defer(() => {
        const wakeUpCount = wakeCounts$.value
        return transaction(() => readChanges(dialect, { after: position, users, feeds, maxCount })).pipe(
          concatMap((page) =>
            concat(
              handle(page),
              defer(() => (page.isLast && position < end ? waitAfter(wakeUpCount, page.isHeldBack) : EMPTY)),
            ),
          ),
          catchError((error: unknown) =>
            error instanceof CursorRefused && readTables !== undefined
              ? startFromTables(readTables)
              : throwError(() => error),
          ),
        )
      })

      const collectWakes$ = wrapTransientFailures(wakes$).pipe(
        tap(() => wakeCounts$.next(wakeCounts$.value + 1)),
        ignoreElements(),
      )
      // A database that responds synchronously would otherwise be read in one recursion.
      const steps$ = afterTurn(clock, step$).pipe(repeat({ delay: () => (position < end ? of(true) : EMPTY) }))
      // A program may end its pool once this stream completes; the consumer would then stay claimed until its lease
      // expires.
      const release$ = transaction(() => releaseConsumer(dialect, consumer)).pipe(ignoreElements())
      return merge(
        renewals$,
        collectWakes$,
        wrapTransientFailures(whileHeld$),
        concat(findEnd$, start$, steps$, release$).pipe(endWith(undefined)),
      ).pipe(takeWhile((batch) => batch !== undefined))
    }

    return claim$.pipe(
      concatMap(({ position }) => follow(position)),
      finalize(() => {
        run(() => releaseConsumer(dialect, consumer))
          .pipe(takeUntil(delay(clock, releaseTimeout, { keepAlive: false })))
          .subscribe({ error: () => undefined })
      }),
      retry({
        delay: (error: unknown) => {
          if (error instanceof LeaseLost) return of(true)
          if (!(error instanceof DatabaseFailed)) return throwError(() => error)
          return hasStarted ? delay(clock, retryDelay) : throwError(() => error.cause)
        },
      }),
    )
  })
