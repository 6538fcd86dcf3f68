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
} from 'rxjs'
import { throwError } from 'rxjs'
import { delay } from '../clock/delay.js'
import type { Clock } from '../index.js'
import { connected } from '../postgres/connected.js'
import type { PoolClientLike, PoolLike } from '../postgres/PoolLike.js'
import { createEndings, type HeldJob } from './endings.js'
import type { DueRound, Lane, WorkConfig, WorkerEvent } from './Engine.js'
import { engineError } from './engineError.js'
import { createEngineSession, type TakenJob } from './engineSession.js'
import { FleetError, type FleetReason } from './FleetError.js'
import { createTakes } from './takes.js'

/** What a worker is given. */
export interface EngineWorkerConfig extends WorkConfig {
  readonly pool: PoolLike
  readonly schema: string
  readonly clock: Clock
  /** Its name among the workers. */
  readonly id: string
  /** Milliseconds without a sign of life after which it is taken for dead. */
  readonly lease: number
}

/** Milliseconds: from one sign of life to the next, until a lost connection is asked for again, from one sweep to the next. */
const times = { beat: 500, reconnect: 200, sweep: 600_000 }

/** A round that the worker was given, and has not ended. */
interface HeldRound extends HeldJob {
  readonly lane: Lane
}

/** What another attempt may do away with. */
const isPassing = ({ reason }: FleetError): boolean => reason === 'unavailable' || reason === 'busy'

/**
 * Takes rounds as one worker. All that it asks goes over one connection, in order: so who can take and end nothing does not
 * say that it lives either.
 */
export const engineWorker = ({ pool, schema, clock, id, lease, places, stop$ }: EngineWorkerConfig) =>
  new Observable<DueRound | WorkerEvent>((subscriber) => {
    const session = createEngineSession(schema, id, lease)
    const held = new Map<string, HeldRound>()
    const endings = createEndings(clock, () => held.size)
    const idle = new Subject<void>()
    let isStopping = false
    let phase: 'working' | 'over' | 'left' = 'working'
    let seen = clock.monotonic()
    /** Why it was not heard, if it is not until its lease is over. */
    let silence: { readonly reason: FleetReason; readonly code?: string | undefined } = { reason: 'unavailable' }

    const takesOf = (lane: Lane) =>
      createTakes(
        clock,
        lane,
        () => places[lane] - Array.from(held.values()).filter((round) => round.lane === lane).length,
      )
    const lanes = { scheduled: takesOf('scheduled'), hurried: takesOf('hurried') }

    const give = (lane: Lane, { key, job, revision, ...round }: TakenJob): void =>
      subscriber.next({ ...round, lane, end: (end) => endings.end({ key, job, revision }, end) })

    const takes = (client: PoolClientLike, lane: Lane): Observable<never> =>
      lanes[lane].run((most) =>
        session.take(client, lane, most).pipe(
          concatMap((jobs) => {
            if (isStopping) return session.release(client, jobs)
            for (const { key, job, revision } of jobs) held.set(key, { key, job, revision, lane })
            for (const job of jobs) give(lane, job)
            return [jobs.length]
          }),
        ),
      )

    const writes = (client: PoolClientLike): Observable<never> =>
      endings.write(
        (batch) => session.finish(client, batch),
        (batch) => {
          for (const { key } of batch) held.delete(key)
          lanes.scheduled.free()
          lanes.hurried.free()
          if (isStopping && held.size === 0) idle.next()
        },
      )

    const beats = (client: PoolClientLike): Observable<never> =>
      defer(() => {
        const asked = clock.monotonic()
        return session.beat(client).pipe(
          concatMap((buried) => {
            seen = asked
            silence = { reason: 'stalled' }
            if (buried.workers.length > 0) subscriber.next(buried)
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
      session.told(client).pipe(
        tap((told) => {
          for (const lane of told) lanes[lane].wake()
        }),
        ignoreElements(),
      )

    /** Leaves once the last round was ended after `stop$`. */
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

    /** Who was not heard for a lease may have been taken for dead. */
    const lost = defer(() => {
      const left = seen + lease - clock.monotonic()
      return left > 0 ? delay(clock, left) : throwError(() => new FleetError(silence))
    }).pipe(ignoreElements(), repeat())

    const retried = retry<never>({
      delay: (error: unknown) => {
        const refused = engineError(error)
        if (!isPassing(refused)) return throwError(() => refused)
        // What fails after the lease is no reason for the silence: the process was asleep.
        if (clock.monotonic() < seen + lease) silence = refused
        return delay(clock, times.reconnect)
      },
    })

    subscriber.add(() => {
      if (phase === 'working') phase = 'over'
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
      concat(phase === 'over' ? session.leave(client, endings.waiting()) : EMPTY, session.rest(client))
    subscriber.add(
      merge(lost, connected(pool, works, leave).pipe(retried)).subscribe({
        error: (error: unknown) => subscriber.error(error),
      }),
    )
    subscriber.add(endings.close)
  })
