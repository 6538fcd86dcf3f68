import {
  concat,
  concatMap,
  defer,
  EMPTY,
  ignoreElements,
  merge,
  Observable,
  repeat,
  retry,
  Subject,
  take,
  tap,
  throwError,
} from 'rxjs'
import { delay } from '../../base/clock/delay.js'
import { connected } from '../postgres/withConnection.js'
import type { Limits } from '../postgres/postgresLimits.js'
import type { PoolClientLike, PoolLike } from '../postgres/PoolLike.js'
import { createEndings, type HeldJob } from './roundEnds.js'
import type { DueRound, Lane, WorkConfig, WorkerEvent } from './Engine.js'
import { engineError } from './engineError.js'
import { createEngineSession, type TakenJob } from './engineSession.js'
import { FleetError, type FleetReason } from './FleetError.js'
import { hasPlaces } from './hasPlaces.js'
import { createHurries } from './hurries.js'
import { createTakes } from './takeRounds.js'

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

/** A round that the worker was given and that it has not ended. */
interface HeldRound extends HeldJob {
  readonly lane: Lane
  readonly user: string
}

/** Whether another attempt over a new connection may succeed. */
const canReconnect = ({ reason }: FleetError): boolean => reason === 'unavailable' || reason === 'busy'

/**
 * Takes rounds as one worker. It sends all statements over one connection, in order. So a worker that can neither take
 * nor end rounds sends no heartbeats either, and is declared dead.
 */
export const engineWorker = ({ pool, schema, limits, id, lease, places, stop$ }: EngineWorkerConfig) =>
  new Observable<DueRound | WorkerEvent>((subscriber) => {
    const { clock } = limits
    const session = createEngineSession(schema, id, lease, !hasPlaces(places))
    const held = new Map<string, HeldRound>()
    const hurries = createHurries()
    const endings = createEndings(clock, () => held.size)
    const idle = new Subject<void>()
    let isStopping = false
    let isOver = false
    let seen = clock.monotonic()
    /** The error of the worker if its lease ends before another heartbeat succeeds. */
    let lossReason: { readonly reason: FleetReason; readonly code?: string | undefined } = { reason: 'unavailable' }

    const takesOf = (lane: Lane) =>
      createTakes(
        clock,
        lane,
        () => places[lane] - Array.from(held.values()).filter((round) => round.lane === lane).length,
      )
    const lanes = { scheduled: takesOf('scheduled'), hurried: takesOf('hurried') }

    const give = (lane: Lane, { key, job, revision, ...round }: TakenJob): void =>
      subscriber.next({
        ...round,
        lane,
        hurried$: hurries.of(round.user),
        end: (end) => endings.end({ key, job, revision }, end),
      })

    const takes = (client: PoolClientLike, lane: Lane): Observable<never> =>
      lanes[lane].run((most) =>
        session.take(client, lane, most).pipe(
          concatMap((jobs) => {
            if (isStopping) return session.release(client, jobs)
            for (const { key, job, revision, user } of jobs) held.set(key, { key, job, revision, lane, user })
            for (const job of jobs) give(lane, job)
            return [jobs.length]
          }),
        ),
      )

    const writes = (client: PoolClientLike): Observable<never> =>
      endings.write(
        (batch) => session.finish(client, batch),
        (batch) => {
          for (const { key } of batch) {
            hurries.forget(held.get(key)?.user ?? '')
            held.delete(key)
          }
          lanes.scheduled.free()
          lanes.hurried.free()
          if (isStopping && held.size === 0) idle.next()
        },
      )

    const beats = (client: PoolClientLike): Observable<never> =>
      defer(() => {
        const asked = clock.monotonic()
        return session.beat(client).pipe(
          concatMap((takenOver) => {
            seen = asked
            lossReason = { reason: 'stalled' }
            if (takenOver.workers.length > 0) subscriber.next(takenOver)
            return delay(clock, Math.min(times.beat, lease / 4))
          }),
        )
      }).pipe(ignoreElements(), repeat())

    const sweeps = (client: PoolClientLike): Observable<never> =>
      concat(
        session.recover(client, () => Array.from(held.values())),
        session.rearm(client, times.sweep).pipe(
          concatMap((users) => {
            if (users > 0) subscriber.next({ _tag: 'Rearmed', users })
            return delay(clock, times.sweep / 10)
          }),
          ignoreElements(),
        ),
      ).pipe(repeat())

    const wakes = (client: PoolClientLike): Observable<never> =>
      session.notices(client).pipe(
        tap((notice) => {
          if ('lanes' in notice) for (const lane of notice.lanes) lanes[lane].wake()
          else if (Array.from(held.values()).some(({ user }) => user === notice.user)) hurries.tell(notice.user)
        }),
        ignoreElements(),
      )

    /** After `stop$` has emitted and the last round has ended, removes the worker and completes. */
    const stops = (client: PoolClientLike): Observable<never> =>
      concat(
        defer(() => (isStopping && held.size === 0 ? EMPTY : idle.pipe(take(1), ignoreElements()))),
        session.leave(client, []),
      ).pipe(tap({ complete: () => subscriber.complete() }), ignoreElements())

    const works = (client: PoolClientLike): Observable<never> =>
      concat(
        session.join(client),
        merge(
          wakes(client),
          beats(client),
          sweeps(client),
          writes(client),
          takes(client, 'hurried'),
          takes(client, 'scheduled'),
          stops(client),
        ),
      )

    /** Errors when the last heartbeat is as old as the lease, because the worker may have been declared dead then. */
    const leaseExpiry$ = defer(() => {
      const left = seen + lease - clock.monotonic()
      return left > 0 ? delay(clock, left) : throwError(() => new FleetError(lossReason))
    }).pipe(ignoreElements(), repeat())

    const reconnecting = retry<never>({
      delay: (error: unknown) => {
        const refused = engineError(error)
        if (!canReconnect(refused)) return throwError(() => refused)
        // If the error came only after the lease, the heartbeats are missing because the process was suspended.
        if (clock.monotonic() < seen + lease) lossReason = refused
        return delay(clock, times.reconnect)
      },
    })

    subscriber.add(() => {
      isOver = true
    })
    subscriber.add(
      stop$.pipe(take(1)).subscribe({
        next: () => {
          isStopping = true
          lanes.scheduled.stop()
          lanes.hurried.stop()
          if (held.size === 0) idle.next()
        },
        error: (error: unknown) => subscriber.error(error),
      }),
    )
    const leave = (client: PoolClientLike) =>
      concat(isOver ? session.leave(client, endings.waiting()) : EMPTY, session.reset(client))
    subscriber.add(
      merge(
        leaseExpiry$,
        connected(pool, works, leave, { ...limits, answerTimeout: lease }).pipe(reconnecting),
      ).subscribe({
        error: (error: unknown) => subscriber.error(error),
      }),
    )
    subscriber.add(endings.close)
  })
