import {
  bufferCount,
  catchError,
  concat,
  concatMap,
  defer,
  finalize,
  from,
  ignoreElements,
  map,
  merge,
  NEVER,
  type Observable,
  type ObservableInput,
  of,
  reduce,
  ReplaySubject,
  retry,
  Subject,
  takeUntil,
  tap,
  throwError,
} from 'rxjs'
import { delay } from '../../base/clock/delay.js'
import { uuid } from '../../base/codec/uuid.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import type { Resources } from '../../service/profile/Codecs.js'
import type { DeletionEvent, Migration } from '../core/Mirror.js'
import { userId } from '../core/mirrorOptions.js'
import { consentReports } from './consentReports.js'
import { createPace } from './createPace.js'
import { createStreak, TooManyFailures } from './createStreak.js'
import type { EngineStatus, FleetUser } from './Engine.js'
import { eraseOrRunNow } from './eraseOrRunNow.js'
import { failOnRefusedTables } from './failOnRefusedTables.js'
import { decodeFleetConfig, type FleetConfig } from './FleetConfig.js'
import type { FleetEvent, FleetEventBody } from './FleetEvent.js'
import { pauseWorker } from './pauseWorker.js'
import { isTransientFailure, pauseAfter } from './retryTransient.js'
import { roundRunner } from './roundRunner.js'
import { runDueRounds } from './runDueRounds.js'

/** How many users one call of the engine adds. */
const batchSize = 1000

/**
 * Runs rounds for the users of a mirror. All its Observables are cold; those with a single result emit it and complete.
 */
export interface Fleet {
  /** Creates or updates the tables of the mirror, then those of the engine; emits each migration that was applied. */
  readonly migrate: () => Observable<Migration>
  /**
   * Adds one user by id, or any number of users; existing users do not change. The first round of a single user starts
   * within seconds. If you add many, the workers spread their first rounds at random over `every`. Emits the number of
   * new users, and completes. Errors with a `ConfigError` for an id that a mirror cannot store.
   */
  readonly add: (ids: string | ObservableInput<string>) => Observable<number>
  /**
   * Stops scheduling rounds for a user, and then erases the user in the mirror. Emits whether the user existed, and
   * completes.
   *
   * A running round then errors with `StaleFencingToken`. If that round has added the user to the mirror again, its
   * worker erases the user once more. You may remove a user twice.
   */
  readonly remove: (id: string) => Observable<boolean>
  /**
   * Schedules a round, due at once, that reads all feeds, for a user who fails, is suspended or has suspended feeds. The
   * worker emits `UserResumed` and `FeedResumed` for what the round reads again. Emits whether the user exists.
   */
  readonly retry: (id: string) => Observable<boolean>
  /**
   * Makes the next round of a user due at once, in the lane `immediate`, but no sooner than a second after the user's
   * last round. If a round is running, another one follows it. Emits whether the user exists; errors with a
   * `ConfigError` for an invalid `id` or `uuid`.
   */
  readonly runNow: (user: { readonly id: string } | { readonly uuid: string }) => Observable<boolean>
  /**
   * Calls `runNow` for the user of a webhook event: pass it to `createWebhooks` as `storeEvent`. Emits whether the user
   * is known: `false` for an event without a user, and for a user without a successful round. If the event arrives
   * during that user's first round, another round still follows; if it arrives before, the first round reads what it
   * announces.
   *
   * With `deletedAtService: 'erase'`, erases what the service has deleted, and emits whether there was something to
   * erase; errors with a `ConfigError` for a deletion that `createWebhooks` has not verified in this process.
   */
  readonly runOnWebhook: (event: DeletionEvent) => Observable<boolean>
  /** Emits all users, ordered by id, and completes. */
  readonly users: () => Observable<FleetUser>
  /** Emits the state of the fleet, counted over all processes. */
  readonly status: () => Observable<EngineStatus>
  /**
   * Runs rounds as a worker, and emits what happens.
   *
   * Cold; each subscription is a worker of its own, under one name for its whole life: `name`, or a new one of the
   * engine's `workerName`. When `stop$` emits, no further round begins, and the stream completes once the running rounds
   * have finished; without `stop$` it never completes. `runGracefully([fleet.work])` provides a `stop$`. Errors with a
   * `FleetError` that is not transient, or with a `SchemaRefused`. If the client has `events$`, it also errors when the
   * tables of the client's permits or tokens are of another version. If it cannot reach the engine, it emits `EngineLost`
   * and starts again later. If more than ten rounds in a row fail, it releases its rounds, emits `WorkerPaused`, and
   * starts again later. Unsubscribing aborts the running rounds and releases them.
   */
  readonly work: (stop$?: Observable<unknown>, name?: string) => Observable<FleetEvent>
}

const checkId = (id: unknown, path: string): string => {
  if (userId.is(id)) return id
  throw wrongOption(path, userId.name)
}

const checkUser = (user: unknown): Parameters<Fleet['runNow']>[0] => {
  const { id, uuid: userUuid } = (user ?? {}) as { readonly id?: unknown; readonly uuid?: unknown }
  if (id !== undefined || userUuid === undefined) return { id: checkId(id, '/id') }
  if (uuid.is(userUuid)) return { uuid: userUuid }
  throw wrongOption('/uuid', uuid.name)
}

const uuidOf = (event: unknown): string | undefined => {
  const { content } = (event ?? {}) as { readonly content?: unknown }
  const userUuid = (content as { readonly user_uuid?: unknown } | null | undefined)?.user_uuid
  return uuid.is(userUuid) ? userUuid : undefined
}

/**
 * Creates a fleet, which reads many users into a mirror again and again, in any number of processes. The engine decides
 * when each user is due. The fleet does nothing until you subscribe to one of its streams. Throws one `ConfigError`
 * that names all invalid options.
 *
 * @example
 * import { createClient, createVirtualClock } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createFleet, type FleetEvent, memoryEngine } from 'rxbank/fleet'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { createMirror } from 'rxbank/sqlite'
 * import { DatabaseSync } from '@photostructure/sqlite'
 *
 * const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
 * const { credentials, http, users } = createSandbox({ profile: bridge2025, clock, transactions: 12 })
 * const client = createClient({ profile: bridge2025, ...credentials, http, clock })
 * const mirror = createMirror({ database: new DatabaseSync(':memory:') })
 * const fleet = createFleet({ client, mirror, engine: memoryEngine({ clock }), feeds: ['transactions'], clock })
 * const log: Array<FleetEvent> = []
 * fleet.work().subscribe((event) => log.push(event))
 * fleet.add(users.map(({ externalUserId }) => externalUserId)).subscribe()
 * clock.advance(15 * 60_000) // first rounds are spread over the interval
 * assert.ok(log[0]?._tag === 'RoundEnded' && log[0].changed === 12)
 */
export const createFleet = <R extends Resources>(config: FleetConfig<R>): Fleet => {
  const settings = decodeFleetConfig(config)
  const { client, engine, mirror, clock, concurrency, random } = settings
  const pace = createPace(settings)
  const runner = roundRunner(settings, pace)

  /** The wait is 0, because workers spread the first rounds: only they know the interval. */
  const addAll = (ids: ReadonlyArray<string>): Observable<number> => engine.add(ids.map((id) => ({ id, wait: 0 })))

  const runNow: Fleet['runNow'] = (user) => defer(() => engine.runNow(checkUser(user)))

  const work = (stop$: Observable<unknown> = NEVER, givenName?: string) =>
    defer(() => {
      const name = givenName ?? engine.workerName()
      const stop = new ReplaySubject<void>(1)
      const interruptions$ = new Subject<FleetEventBody>()
      const streak = createStreak()

      const resumeUsers$ = defer(() => streak.usersToResume()).pipe(
        concatMap((id) => engine.retry(id).pipe(tap({ complete: () => streak.resume(id) }))),
        ignoreElements(),
      )

      /** The worker releases its rounds before `resumeUsers$` makes users due again, so that other workers get them. */
      const rounds$ = runDueRounds(engine, streak, { name, concurrency, stop$: stop }, (value) =>
        'user' in value ? runner.run(value, streak, stop) : of(value),
      ).pipe(
        catchError((error: unknown) => {
          const failed$ = throwError(() => error)
          return error instanceof TooManyFailures ? concat(resumeUsers$, failed$) : failed$
        }),
      )

      const attempts$ = concat(resumeUsers$, rounds$, resumeUsers$).pipe(
        retry({
          delay: (error: unknown, failures) => {
            const isTooMany = error instanceof TooManyFailures
            if (!isTooMany && !isTransientFailure(error)) return throwError(() => error)
            if (!isTooMany) streak.recordEngineLoss()
            const pause = pauseAfter(isTooMany ? streak.countPause() : failures, random)
            interruptions$.next(
              isTooMany
                ? { _tag: 'WorkerPaused', failures: streak.failures(), error: error.lastError, delay: pause }
                : { _tag: 'EngineLost', error, delay: pause },
            )
            const pause$ = isTooMany
              ? pauseWorker(engine, name, clock, pause, (event) => interruptions$.next(event))
              : delay(clock, pause)
            return pause$.pipe(takeUntil(stop))
          },
          resetOnSuccess: true,
        }),
      )

      /** Emits nothing; if it errors, the worker's stream errors. */
      const background$ = merge(
        pace.counting$,
        failOnRefusedTables(client.events$),
        stop$.pipe(
          ignoreTeardownErrors,
          tap(() => stop.next()),
          ignoreElements(),
        ),
      )

      return merge(
        interruptions$,
        attempts$.pipe(finalize(() => interruptions$.complete())),
        consentReports(settings, stop),
      ).pipe(
        takeUntil(background$),
        map((body): FleetEvent => ({ ...body, time: new Date(clock.wall()) })),
      )
    })

  return {
    migrate: () =>
      concat(mirror.migrate(settings.consents === undefined ? {} : { features: ['consents'] }), engine.migrate()),
    add: (ids) =>
      defer(() => (typeof ids === 'string' ? of(ids) : from(ids))).pipe(
        ignoreTeardownErrors,
        map((id) => checkId(id, '/ids')),
        bufferCount(batchSize),
        concatMap(addAll),
        reduce((sum, count) => sum + count, 0),
      ),
    remove: (id) =>
      defer(() => engine.remove(checkId(id, '/id'))).pipe(
        concatMap((wasKnown) => concat(runner.erase(id), of(wasKnown))),
      ),
    retry: (id) => defer(() => engine.retry(checkId(id, '/id'))),
    runNow,
    runOnWebhook: (event) => {
      const userUuid = uuidOf(event)
      if (userUuid === undefined) return of(false)
      const runNow$ = runNow({ uuid: userUuid })
      return settings.deletedAtService === 'erase' ? eraseOrRunNow(settings, event, runNow$) : runNow$
    },
    users: () => defer(() => engine.users()),
    status: () => defer(() => engine.status()),
    work,
  }
}
