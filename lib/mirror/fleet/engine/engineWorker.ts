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
import { delay } from '../../../base/clock/delay.js'
import type { PoolClientLike, PoolLike } from '../../postgres/PoolLike.js'
import type { Limits } from '../../postgres/postgresLimits.js'
import { withConnection } from '../../postgres/withConnection.js'
import { type DueRound, type Lane, type RoundEnd, takesRounds, type WorkConfig, type WorkerEvent } from '../Engine.js'
import { FleetError, type FleetReason } from '../FleetError.js'
import { engineError } from './engineQuery.js'
import { type EngineSession, engineSessions } from './engineSession.js'
import { createRoundEnds, type HeldRound, type RoundJob } from './roundEnds.js'
import { takeRounds } from './takeRounds.js'

/** The options of a worker on PostgreSQL. */
export interface EngineWorkerConfig extends Omit<WorkConfig, 'name'> {
  readonly pool: PoolLike
  readonly schema: string
  readonly limits: Limits
  /** Identifies this life of the worker. */
  readonly id: string
  readonly name: string
  /** How many milliseconds after its last heartbeat the worker is declared dead. */
  readonly lease: number
}

/**
 * Milliseconds between two heartbeats, before a new connection after a lost one, and between two searches for lost
 * rounds.
 */
const intervals = { heartbeat: 500, reconnect: 200, search: 600_000 }

/** The state of the worker's lease. */
interface Lease {
  /** When the last successful heartbeat was sent, by the monotonic clock. */
  readonly heartbeatAt: number
  /** The error of the worker if its lease expires before another heartbeat succeeds. */
  readonly lossReason: { readonly reason: FleetReason; readonly code?: string | undefined }
}

const changesSuspension = (end: RoundEnd): boolean =>
  end._tag === 'Suspended' || (end.suspended ?? end.resumed ?? end.isUserResumed) !== undefined

/** Whether another attempt over a new connection may succeed. */
const canReconnect = ({ reason }: FleetError): boolean => reason === 'unavailable' || reason === 'busy'

/**
 * Takes rounds as one worker. It sends all statements over one connection, in order. So a worker that cannot take or
 * end rounds sends no heartbeats either, and is declared dead.
 */
export const engineWorker = ({ pool, schema, limits, id, name, lease, concurrency, stop$ }: EngineWorkerConfig) =>
  defer((): Observable<DueRound | WorkerEvent> => {
    const { clock } = limits
    const sessionOn = engineSessions({ clock, schema, id, name, lease, isPaused: !takesRounds(concurrency) })
    const held$ = new BehaviorSubject<ReadonlyArray<HeldRound>>([])
    const isStopping$ = new BehaviorSubject(false)
    const lease$ = new BehaviorSubject<Lease>({ heartbeatAt: clock.monotonic(), lossReason: { reason: 'unavailable' } })
    const dueSignals: Readonly<Record<Lane, Subject<void>>> = { immediate: new Subject(), scheduled: new Subject() }
    const ends = createRoundEnds(clock, held$)

    const freeSlots = (lane: Lane): Observable<number> =>
      combineLatest([held$, isStopping$]).pipe(
        map(([held, isStopping]) =>
          isStopping ? 0 : concurrency[lane] - held.filter((round) => round.lane === lane).length,
        ),
      )

    const toDueRound = (round: HeldRound): DueRound => ({
      ...round.round,
      lane: round.lane,
      runNow$: round.runNow$.asObservable(),
      end: (end) => ends.end(round, end),
    })

    const hold = (lane: Lane, jobs: ReadonlyArray<RoundJob>): ReadonlyArray<DueRound> => {
      const heldRounds = jobs.map((job): HeldRound => ({ ...job, lane, runNow$: new ReplaySubject(1) }))
      held$.next([...held$.value, ...heldRounds])
      return heldRounds.map(toDueRound)
    }

    const rounds = (session: EngineSession, lane: Lane): Observable<DueRound> =>
      takeRounds({
        clock,
        lane,
        freeSlots$: freeSlots(lane),
        due$: dueSignals[lane],
        take: (max) =>
          session
            .take(lane, max)
            .pipe(
              concatMap((jobs) => (isStopping$.value ? concat(session.release(jobs), of([])) : of(hold(lane, jobs)))),
            ),
      })

    /** Passes notifications on to lanes and rounds. The immediate lane comes first, so its rounds are taken first. */
    const passNotifications = (session: EngineSession): Observable<never> =>
      merge(
        session.due$.pipe(tap((lane) => dueSignals[lane].next())),
        session
          .runNowUsers(() => held$.value.map(({ round }) => round.user))
          .pipe(
            tap((user) => {
              for (const { round, runNow$ } of held$.value) {
                if (round.user !== user) continue
                runNow$.next()
                runNow$.complete()
              }
            }),
          ),
      ).pipe(ignoreElements())

    const heartbeats = (session: EngineSession): Observable<WorkerEvent> =>
      defer(() => {
        const sentAt = clock.monotonic()
        return session
          .sendHeartbeat()
          .pipe(tap(() => lease$.next({ heartbeatAt: sentAt, lossReason: { reason: 'stalled' } })))
      }).pipe(
        repeat({ delay: () => delay(clock, Math.min(intervals.heartbeat, lease / 4)) }),
        filter(({ workers }) => workers.length > 0),
      )

    const searches = (session: EngineSession): Observable<WorkerEvent> =>
      concat(
        session.releaseUnknownRounds(() => held$.value),
        session.restoreRounds(intervals.search),
      ).pipe(
        repeat({ delay: () => delay(clock, intervals.search / 10) }),
        filter((users) => users > 0),
        map((users) => ({ _tag: 'RoundsRestored', users })),
      )

    /** Emits once the worker was stopped, its last round has finished, and the worker was removed. */
    const lastRoundEnded = (session: EngineSession): Observable<unknown> =>
      combineLatest([held$, isStopping$]).pipe(
        filter(([held, isStopping]) => isStopping && held.length === 0),
        take(1),
        concatMap(() => session.leave([])),
      )

    const runSession = (client: PoolClientLike): Observable<DueRound | WorkerEvent> => {
      const session = sessionOn(client)
      return concat(
        session.join(),
        merge(
          passNotifications(session),
          heartbeats(session),
          searches(session),
          ends.write(session.finish),
          rounds(session, 'immediate'),
          rounds(session, 'scheduled'),
        ).pipe(takeUntil(lastRoundEnded(session))),
      )
    }

    /**
     * The pending ends that are written when the worker leaves, except ends that suspend or resume something: nobody
     * would receive the event, and `retry` may already have been called. Such a round is released, and runs again.
     */
    const endsToWrite = () => ends.pending().filter(({ end }) => !changesSuspension(end))

    /** Removes the worker, unless it continues over another connection. */
    const leave = (client: PoolClientLike, failure: unknown): Observable<unknown> => {
      const session = sessionOn(client)
      const willReconnect = failure !== undefined && canReconnect(engineError(failure))
      return concat(willReconnect ? EMPTY : session.leave(endsToWrite()), session.reset())
    }

    const reconnect = retry<DueRound | WorkerEvent>({
      delay: (error: unknown) => {
        const failure = engineError(error)
        if (!canReconnect(failure)) return throwError(() => failure)
        // An error after the lease has expired did not cause the loss: the process was suspended.
        if (clock.monotonic() < lease$.value.heartbeatAt + lease) lease$.next({ ...lease$.value, lossReason: failure })
        return delay(clock, intervals.reconnect)
      },
    })

    /** Errors when the last heartbeat is as old as the lease, because the worker may then have been declared dead. */
    const leaseExpiry$ = lease$.pipe(
      switchMap(({ heartbeatAt, lossReason }) =>
        concat(
          delay(clock, Math.max(heartbeatAt + lease - clock.monotonic(), 0)).pipe(ignoreElements()),
          throwError(() => new FleetError(lossReason)),
        ),
      ),
    )

    const stopping$ = stop$.pipe(
      take(1),
      tap(() => isStopping$.next(true)),
      ignoreElements(),
    )

    return withConnection(pool, runSession, leave, { ...limits, responseTimeout: lease }).pipe(
      reconnect,
      takeUntil(merge(leaseExpiry$, stopping$)), // neither emits; `leaseExpiry$` may error
      finalize(ends.close),
    )
  })
