import {
  bufferCount,
  catchError,
  concat,
  concatMap,
  defer,
  from,
  ignoreElements,
  map,
  mergeMap,
  NEVER,
  Observable,
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
import { delay } from '../clock/delay.js'
import { uuid } from '../codec/uuid.js'
import { wrongOption } from '../error/wrongOption.js'
import type { Resources } from '../index.js'
import type { Migration } from '../mirror/Mirror.js'
import { userId } from '../mirror/settings.js'
import { createPace } from './createPace.js'
import { createStreak, TooManyFailures } from './createStreak.js'
import type { EngineStatus, FleetUser } from './Engine.js'
import { type FleetConfig, fleetSettings } from './FleetConfig.js'
import type { FleetEvent, FleetEventBody } from './FleetEvent.js'
import { isPassing, pauseAfter } from './lasting.js'
import { roundRunner } from './roundRunner.js'

/** Users that are added at once. */
const batch = 1000

/** Rounds for the users of a mirror. All its Observables are cold; those of one answer emit it and complete. */
export interface Fleet {
  /** Brings the tables of the mirror, and then those of the engine, up to date; emits the steps that were applied. */
  readonly migrate: () => Observable<Migration>
  /**
   * Adds users, one by its name or any number; those who are there stay as they are. Their first rounds are spread over the
   * interval. Emits how many are new, and completes; errors with a `ConfigError` for a name that no mirror can keep.
   */
  readonly add: (ids: string | ObservableInput<string>) => Observable<number>
  /**
   * Ends the rounds of a user, and then erases the user in the mirror. Emits whether there was the user, and completes.
   *
   * A round that is under way meanwhile is fenced, and a worker that learns at its end that the user is gone erases once
   * more. To remove twice does no harm.
   */
  readonly remove: (id: string) => Observable<boolean>
  /** Lets a user who is set aside have rounds again, from now on. Emits whether there was one who is set aside. */
  readonly retry: (id: string) => Observable<boolean>
  /**
   * Makes the round of a user due at once and first; where one is under way, the next. Emits whether there is the user;
   * errors with a `ConfigError` for what names nobody.
   */
  readonly hurry: (user: { readonly id: string } | { readonly uuid: string }) => Observable<boolean>
  /**
   * Hurries the user whom a webhook names: the `keep` of `createWebhooks`. Emits whether there is the user; an event that
   * names none, or one whose first round has not been yet, is nothing to a fleet.
   */
  readonly keep: (event: { readonly content?: unknown }) => Observable<boolean>
  /** Emits all users, ordered by id, and completes. */
  readonly users: () => Observable<FleetUser>
  /** Counts of all processes. */
  readonly status: () => Observable<EngineStatus>
  /**
   * Runs rounds as a worker, and emits what happens.
   *
   * Cold, and each subscription is a worker of its own. `stop$`: when it emits, no further round is begun, and the stream
   * completes once those that run have ended; without it the stream never completes. `gracefully([fleet.work])` gives one.
   * Errors with a `FleetError` that does not pass, or a `SchemaRefused`. Where the engine is lost for a time it tells
   * `EngineLost`, and works again later; where more than ten rounds in a row fail, it gives back what it holds, tells
   * `WorkerPaused`, and works again later, too. Unsubscribing aborts the rounds that run, and gives them back.
   */
  readonly work: (stop$?: Observable<unknown>) => Observable<FleetEvent>
}

const named = (id: unknown, path: string): string => {
  if (userId.is(id)) return id
  throw wrongOption(path, userId.name)
}

const whoOf = (who: unknown): Parameters<Fleet['hurry']>[0] => {
  const { id, uuid: told } = (who ?? {}) as { readonly id?: unknown; readonly uuid?: unknown }
  if (id !== undefined || told === undefined) return { id: named(id, '/id') }
  if (uuid.is(told)) return { uuid: told }
  throw wrongOption('/uuid', uuid.name)
}

const uuidOf = (event: unknown): string | undefined => {
  const { content } = (event ?? {}) as { readonly content?: unknown }
  const told = (content as { readonly user_uuid?: unknown } | null | undefined)?.user_uuid
  return uuid.is(told) ? told : undefined
}

/**
 * Creates a fleet: a mirror reads each of its users again and again, when the engine says so, in as many processes as have
 * it. Nothing happens before a stream of it is subscribed to; throws one `ConfigError` that names all options that are
 * wrong.
 *
 * @example
 * import { createClient, createVirtualClock } from 'rxbank'
 * import { createFleet, type FleetEvent, memoryEngine } from 'rxbank/fleet'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { createMirror } from 'rxbank/sqlite'
 * import { DatabaseSync } from '@photostructure/sqlite'
 *
 * const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
 * const { credentials, http, users } = createSandbox({ clock, transactions: 12 })
 * const client = createClient({ baseUrl: 'https://bank.example', ...credentials, http, clock })
 * const mirror = createMirror({ database: new DatabaseSync(':memory:') })
 * const fleet = createFleet({ client, mirror, engine: memoryEngine({ clock }), feeds: ['transactions'], clock })
 * const told: Array<FleetEvent> = []
 * fleet.work().subscribe((event) => told.push(event))
 * fleet.add(users.map(({ externalUserId }) => externalUserId)).subscribe()
 * clock.advance(15 * 60_000) // first rounds are spread over the interval
 * assert.ok(told[0]?._tag === 'RoundEnded' && told[0].changed === 12)
 */
export const createFleet = <R extends Resources>(config: FleetConfig<R>): Fleet => {
  const settings = fleetSettings(config)
  const { engine, mirror, clock, places, random } = settings
  const pace = createPace(settings)
  const runner = roundRunner(settings, pace)

  const addAll = (ids: ReadonlyArray<string>): Observable<number> =>
    pace
      .spread(ids.length)
      .pipe(concatMap((over) => engine.add(ids.map((id) => ({ id, wait: Math.floor(random() * over) })))))

  const hurry: Fleet['hurry'] = (who) => defer(() => engine.hurry(whoOf(who)))

  const work = (stop$: Observable<unknown> = NEVER) =>
    new Observable<FleetEvent>((subscriber) => {
      const stop = new ReplaySubject<void>(1)
      const told = new Subject<FleetEventBody>()
      const stamp = map((body: FleetEventBody): FleetEvent => ({ ...body, time: new Date(clock.wall()) }))

      const streak = createStreak()

      const readmit$ = defer(() => streak.toReadmit()).pipe(
        concatMap((id) => engine.retry(id).pipe(tap({ complete: () => streak.readmit(id) }))),
        ignoreElements(),
      )

      /** The worker has left before users are due again, so that others have them. */
      const taken$ = defer(() => engine.work({ places, stop$: stop })).pipe(
        mergeMap((one) => ('user' in one ? runner.run(one, streak, stop) : of(one))),
        catchError((error: unknown) => {
          const failed$ = throwError(() => error)
          return error instanceof TooManyFailures ? concat(readmit$, failed$) : failed$
        }),
      )

      const rounds$ = concat(readmit$, taken$, readmit$).pipe(
        retry({
          delay: (error: unknown, failures) => {
            const isSick = error instanceof TooManyFailures
            if (!isSick && !isPassing(error)) return throwError(() => error)
            const pause = pauseAfter(isSick ? streak.pause() : failures, random)
            told.next(
              isSick
                ? { _tag: 'WorkerPaused', failures: streak.failures(), error: error.last, delay: pause }
                : { _tag: 'EngineLost', error, delay: pause },
            )
            return delay(clock, pause).pipe(takeUntil(stop))
          },
          resetOnSuccess: true,
        }),
      )

      subscriber.add(told.pipe(stamp).subscribe((event) => subscriber.next(event)))
      subscriber.add(pace.watching$.subscribe())
      subscriber.add(stop$.subscribe({ next: () => stop.next(), error: (error) => subscriber.error(error) }))
      subscriber.add(rounds$.pipe(stamp).subscribe(subscriber))
    })

  return {
    migrate: () => concat(mirror.migrate(), engine.migrate()),
    add: (ids) =>
      defer(() => (typeof ids === 'string' ? of(ids) : from(ids))).pipe(
        map((id) => named(id, '/ids')),
        bufferCount(batch),
        concatMap(addAll),
        reduce((sum, count) => sum + count, 0),
      ),
    remove: (id) =>
      defer(() => engine.remove(named(id, '/id'))).pipe(
        concatMap((wasKnown) => concat(runner.erase(id), of(wasKnown))),
      ),
    retry: (id) => defer(() => engine.retry(named(id, '/id'))),
    hurry,
    keep: (event) => {
      const told = uuidOf(event)
      return told === undefined ? of(false) : hurry({ uuid: told })
    },
    users: () => defer(() => engine.users()),
    status: () => defer(() => engine.status()),
    work,
  }
}
