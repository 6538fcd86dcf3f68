import {
  BehaviorSubject,
  combineLatest,
  concat,
  concatMap,
  defer,
  EMPTY,
  filter,
  finalize,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  repeat,
  ReplaySubject,
  retry,
  Subject,
  switchMap,
  take,
  takeUntil,
  tap,
  throwError,
} from 'rxjs'
import { delay } from '../../base/clock/delay.js'
import type { PoolClientLike, PoolLike } from '../postgres/PoolLike.js'
import type { Limits } from '../postgres/postgresLimits.js'
import { withConnection } from '../postgres/withConnection.js'
import type { DueRound, Lane, WorkConfig, WorkerEvent } from './Engine.js'
import { engineError } from './engineError.js'
import { type EngineSession, engineSessions } from './engineSession.js'
import { FleetError, type FleetReason } from './FleetError.js'
import type { HeldRound, TakenJob } from './HeldRound.js'
import { createRoundEnds } from './roundEnds.js'
import { takeRounds } from './takeRounds.js'
import { takesRounds } from './takesRounds.js'

/** What a worker needs. */
export interface EngineWorkerConfig extends WorkConfig {
  readonly pool: PoolLike
  readonly schema: string
  readonly limits: Limits
  /** Its name among the workers. */
  readonly id: string
  /** How many milliseconds after its last heartbeat the worker is declared dead. */
  readonly lease: number
}

/**
 * Milliseconds between two heartbeats, between the loss of a connection and the attempt to get another one, and between
 * two searches for users who have lost their round.
 */
const times = { beat: 500, reconnect: 200, sweep: 600_000 }

/** The state of the worker's lease. */
interface Lease {
  /** When the last heartbeat that was answered was sent, by the monotonic clock. */
  readonly seenAt: number
  /** The error of the worker if its lease ends before another heartbeat is answered. */
  readonly lossReason: { readonly reason: FleetReason; readonly code?: string | undefined }
}

/** Whether another attempt over a new connection may succeed. */
const canReconnect = ({ reason }: FleetError): boolean => reason === 'unavailable' || reason === 'busy'

/**
 * Takes rounds as one worker. It sends all statements over one connection, in order. So a worker that can neither take
 * nor end rounds sends no heartbeats either, and is declared dead.
 */
export const engineWorker = ({ pool, schema, limits, id, lease, concurrency, stop$ }: EngineWorkerConfig) =>
  defer((): Observable<DueRound | WorkerEvent> => {
    const { clock } = limits
    const sessionOn = engineSessions({ schema, id, lease, isPaused: !takesRounds(concurrency) })
    const held$ = new BehaviorSubject<ReadonlyArray<HeldRound>>([])
    const isStopping$ = new BehaviorSubject(false)
    const lease$ = new BehaviorSubject<Lease>({ seenAt: clock.monotonic(), lossReason: { reason: 'unavailable' } })
    const becameDue: Readonly<Record<Lane, Subject<void>>> = { hurried: new Subject(), scheduled: new Subject() }
    const ends = createRoundEnds(clock, held$)

    const freeSlots = (lane: Lane): Observable<number> =>
      combineLatest([held$, isStopping$]).pipe(
        map(([held, isStopping]) =>
          isStopping ? 0 : concurrency[lane] - held.filter((round) => round.lane === lane).length,
        ),
      )

    const toDueRound = (round: HeldRound): DueRound => ({
      ...round.due,
      lane: round.lane,
      hurried$: round.hurried.asObservable(),
      end: (end) => ends.end(round, end),
    })

    const hold = (lane: Lane, jobs: ReadonlyArray<TakenJob>): ReadonlyArray<DueRound> => {
      const held = jobs.map((job): HeldRound => ({ ...job, lane, hurried: new ReplaySubject(1) }))
      held$.next([...held$.value, ...held])
      return held.map(toDueRound)
    }

    const rounds = (session: EngineSession, lane: Lane): Observable<DueRound> =>
      takeRounds({
        clock,
        lane,
        freeSlots$: freeSlots(lane),
        due$: becameDue[lane],
        take: (max) =>
          session
            .take(lane, max)
            .pipe(
              concatMap((jobs) => (isStopping$.value ? concat(session.release(jobs), of([])) : of(hold(lane, jobs)))),
            ),
      })

    /** Passes notifications on, to the lanes in the order of the notice: hurried rounds are taken first. */
    const notices = (session: EngineSession): Observable<never> =>
      session.notices$.pipe(
        tap((notice) => {
          if ('lanes' in notice) {
            for (const lane of notice.lanes) becameDue[lane].next()
            return
          }
          for (const { due, hurried } of held$.value) {
            if (due.user !== notice.user) continue
            hurried.next()
            hurried.complete()
          }
        }),
        ignoreElements(),
      )

    const heartbeats = (session: EngineSession): Observable<WorkerEvent> =>
      defer(() => {
        const sentAt = clock.monotonic()
        return session.beat().pipe(tap(() => lease$.next({ seenAt: sentAt, lossReason: { reason: 'stalled' } })))
      }).pipe(
        repeat({ delay: () => delay(clock, Math.min(times.beat, lease / 4)) }),
        filter(({ workers }) => workers.length > 0),
      )

    const sweeps = (session: EngineSession): Observable<WorkerEvent> =>
      concat(
        session.recover(() => held$.value),
        session.rearm(times.sweep),
      ).pipe(
        repeat({ delay: () => delay(clock, times.sweep / 10) }),
        filter((users) => users > 0),
        map((users) => ({ _tag: 'RoundsRestored', users })),
      )

    /** Emits when the worker was told to stop, its last round has ended, and it is removed. */
    const left = (session: EngineSession): Observable<unknown> =>
      combineLatest([held$, isStopping$]).pipe(
        filter(([held, isStopping]) => isStopping && held.length === 0),
        take(1),
        concatMap(() => session.leave([])),
      )

    const work = (client: PoolClientLike): Observable<DueRound | WorkerEvent> => {
      const session = sessionOn(client)
      return concat(
        session.join(),
        merge(
          notices(session),
          heartbeats(session),
          sweeps(session),
          ends.write(session.finish),
          rounds(session, 'hurried'),
          rounds(session, 'scheduled'),
        ).pipe(takeUntil(left(session))),
      )
    }

    /**
     * The pending ends that are written when the worker leaves. One that sets something aside is not among them, as nobody
     * would be told of it, and `retry` may already have been called for the user: the round is given back, and runs again.
     */
    const lastEnds = () => ends.pending().filter(({ end }) => end._tag === 'Again' && end.setAside === undefined)

    /** Removes the worker, unless it goes on over another connection. */
    const leave = (client: PoolClientLike, failure: unknown): Observable<unknown> => {
      const session = sessionOn(client)
      const goesOn = failure !== undefined && canReconnect(engineError(failure))
      return concat(goesOn ? EMPTY : session.leave(lastEnds()), session.reset())
    }

    const reconnect = retry<DueRound | WorkerEvent>({
      delay: (error: unknown) => {
        const failure = engineError(error)
        if (!canReconnect(failure)) return throwError(() => failure)
        // If the error came only after the lease, the heartbeats are missing because the process was suspended.
        if (clock.monotonic() < lease$.value.seenAt + lease) lease$.next({ ...lease$.value, lossReason: failure })
        return delay(clock, times.reconnect)
      },
    })

    /** Errors when the last heartbeat is as old as the lease, because the worker may have been declared dead then. */
    const leaseExpiry$ = lease$.pipe(
      switchMap(({ seenAt, lossReason }) =>
        concat(
          delay(clock, Math.max(seenAt + lease - clock.monotonic(), 0)).pipe(ignoreElements()),
          throwError(() => new FleetError(lossReason)),
        ),
      ),
    )

    const stopping$ = stop$.pipe(
      take(1),
      tap(() => isStopping$.next(true)),
      ignoreElements(),
    )

    return withConnection(pool, work, leave, { ...limits, answerTimeout: lease }).pipe(
      reconnect,
      takeUntil(merge(leaseExpiry$, stopping$)), // these emit nothing, and end the worker by their errors
      finalize(ends.close),
    )
  })
