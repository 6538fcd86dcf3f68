import { audit, catchError, concat, concatMap, defer, EMPTY, filter, ignoreElements, map, Observable, tap } from 'rxjs'
import type { Clock } from '../../../base/clock/Clock.js'
import { delay } from '../../../base/clock/delay.js'
import type { ResultRow } from '../../core/Program.js'
import { notifications } from '../../postgres/listenForChanges.js'
import type { PoolClientLike } from '../../postgres/PoolLike.js'
import { quoted } from '../../postgres/schemaTables.js'
import type { DueRound, Lane, WorkerEvent } from '../Engine.js'
import { FleetError } from '../FleetError.js'
import { engineChannels, priorities } from './engineFunctions.js'
import { jobsSchema } from './engineMigrations.js'
import { queryOn } from './engineQuery.js'
import { finishRounds, type HeldRound, type PendingEnd, type RoundJob } from './roundEnds.js'

/**
 * Creates an operator that runs Observables one after another. An Observable that has started runs until it completes
 * or errors, even if its subscriber unsubscribes: `concatMap` would abort it and start the next one at once.
 */
export const runInOrder = () => {
  const waiting: Array<() => void> = []
  let isBusy = false

  const startNext = (): void => {
    const start = waiting.shift()
    isBusy = start !== undefined
    start?.()
  }

  return <A>(work: Observable<A>): Observable<A> =>
    new Observable((subscriber) => {
      const start = (): void => {
        work.subscribe({
          next: (value) => subscriber.next(value),
          error: (error: unknown) => {
            subscriber.error(error)
            startNext()
          },
          complete: () => {
            subscriber.complete()
            startNext()
          },
        })
      }
      waiting.push(start)
      subscriber.add(() => {
        const index = waiting.indexOf(start)
        if (index >= 0) waiting.splice(index, 1)
      })
      if (!isBusy) startNext()
    })
}

const toJob = ({ job, revision, id, uuid, lag, every, failures, suspended, feeds }: ResultRow): RoundJob => ({
  job: job as string,
  revision: revision as number,
  round: {
    user: id as string,
    uuid: (uuid as string | null) ?? undefined,
    lag: lag as number,
    every: (every as number | null) ?? undefined,
    failures: failures as number,
    isSuspended: suspended as boolean,
    suspendedFeeds: feeds as DueRound['suspendedFeeds'],
  },
})

/** SQL that selects the row of the worker's own connection. */
const ownConnection = 'FROM pg_stat_activity a WHERE a.pid = pg_backend_pid()'

/**
 * The milliseconds between a notification of `runNow` calls and the query for their users, which covers later calls
 * too.
 */
const runNowDelay = 10

/** The fields of a worker's row in the database, and the worker's clock. */
export interface EngineSessionConfig {
  readonly clock: Clock
  readonly schema: string
  readonly id: string
  readonly name: string
  readonly lease: number
  readonly isPaused: boolean
}

/** The maximum `statement_timeout` of PostgreSQL, in milliseconds. */
const maxTimeout = 2 ** 31 - 1

/**
 * Returns a function that creates the statements of a worker for a connection. A connection runs its statements in
 * order.
 */
export const engineSessions = ({ clock, schema: schemaOption, id, name, lease, isPaused }: EngineSessionConfig) => {
  const schema = quoted(schemaOption)
  const channels = engineChannels(schemaOption)
  const lanesOf = new Map<string, ReadonlyArray<Lane>>([
    [channels.immediate, ['immediate']],
    [channels.due, ['immediate', 'scheduled']],
  ])
  const jobs = quoted(jobsSchema(schemaOption))
  // A heartbeat waits for the statements before it, so none of them may take longer than the lease.
  const limitStatements = `SET lock_timeout = 2000; SET statement_timeout = ${String(Math.min(Math.ceil(lease), maxTimeout))}`
  const forEachChannel = (command: 'LISTEN' | 'UNLISTEN'): string =>
    [channels.immediate, channels.due, channels.held].map((channel) => `${command} ${channel}`).join('; ')
  let hasJoined = false

  return (client: PoolClientLike) => {
    const inOrder = runInOrder()

    const run = (text: string, ...values: ReadonlyArray<unknown>): Observable<ReadonlyArray<ResultRow>> =>
      inOrder(queryOn(client, text, ...values))

    const register = (): Observable<ReadonlyArray<ResultRow>> =>
      run(
        `INSERT INTO ${schema}.worker (id, name, lease, paused, pid, started)
         SELECT $1, $2, $3, $4, a.pid, a.backend_start ${ownConnection}
         ON CONFLICT (id) DO UPDATE SET seen = now(), pid = excluded.pid, started = excluded.started RETURNING id`,
        id,
        name,
        lease,
        isPaused,
      )

    /** Returns no row if the worker was declared dead. */
    const registerConnection = (): Observable<ReadonlyArray<ResultRow>> =>
      run(
        `UPDATE ${schema}.worker w SET seen = now(), pid = a.pid, started = a.backend_start ${ownConnection} AND w.id = $1
         RETURNING w.id`,
        id,
      )

    const finish = (batch: ReadonlyArray<PendingEnd>): Observable<ReadonlySet<string>> =>
      inOrder(finishRounds(client, schema, id, batch))

    return {
      /** Registers the worker, or its new connection if it is registered; completes. Errors if it was declared dead. */
      join: (): Observable<never> =>
        concat(
          run(limitStatements),
          run(forEachChannel('LISTEN')),
          defer(() => (hasJoined ? registerConnection() : register())).pipe(
            tap((rows) => {
              if (rows.length === 0) throw new FleetError({ reason: 'stalled' })
              hasJoined = true
            }),
          ),
        ).pipe(ignoreElements()),
      /**
       * Releases rounds that the worker holds in the database but does not know, because the response of `take` was
       * lost with its connection. `held` returns the rounds that the worker knows. Completes.
       */
      releaseUnknownRounds: (held: () => ReadonlyArray<HeldRound>): Observable<never> =>
        inOrder(
          defer(() => {
            const heldRounds = held()
            return queryOn(
              client,
              `SELECT ${schema}.release(ARRAY[$1], (
                 SELECT coalesce(array_agg(j.id), '{}') FROM ${jobs}._private_jobs j
                 WHERE j.locked_by = $1 AND NOT EXISTS (
                   SELECT FROM unnest($2::bigint[], $3::integer[]) AS h(job, revision)
                   WHERE h.job = j.id AND h.revision = j.revision
                 )
               ))`,
              id,
              heldRounds.map(({ job }) => job),
              heldRounds.map(({ revision }) => revision),
            )
          }),
        ).pipe(ignoreElements()),
      take: (lane: Lane, max: number): Observable<ReadonlyArray<RoundJob>> =>
        run(
          `SELECT t.*, ${schema}.feeds_aside(t.id) AS feeds FROM ${schema}.take($1, $2, $3) t`,
          id,
          priorities[lane],
          max,
        ).pipe(map((rows) => rows.map(toJob))),
      /** Releases rounds that arrived after the worker was stopped; completes. */
      release: (unstarted: ReadonlyArray<RoundJob>): Observable<never> =>
        run(
          `SELECT ${schema}.release(ARRAY[$1], $2)`,
          id,
          unstarted.map(({ job }) => job),
        ).pipe(ignoreElements()),
      finish,
      /** Sends a heartbeat. Emits the workers that it declared dead, and how many rounds they held. */
      sendHeartbeat: (): Observable<Extract<WorkerEvent, { _tag: 'WorkersDied' }>> =>
        run(`SELECT * FROM ${schema}.beat($1)`, id).pipe(
          map((rows) => ({
            _tag: 'WorkersDied',
            workers: rows.map(({ dead }) => dead as string),
            rounds: rows.reduce((sum, { rounds }) => sum + (rounds as number), 0),
          })),
        ),
      /**
       * Schedules rounds for users whose next round was lost, at most once in `pause` milliseconds for all workers
       * together: emits the number of these users.
       */
      restoreRounds: (pause: number): Observable<number> =>
        run(`SELECT ${schema}.rearm($1) AS users`, pause).pipe(map(([row]) => row?.users as number)),
      /** The lanes in which rounds may be due at once. Any role may have sent the notification. */
      due$: notifications(client).pipe(concatMap(({ channel }) => lanesOf.get(channel) ?? [])),
      /** After each notification, emits the users among `held()` for whom `runNow` was called during their round. */
      runNowUsers: (held: () => ReadonlyArray<string>): Observable<string> =>
        notifications(client).pipe(
          filter(({ channel }) => channel === channels.held),
          audit(() => delay(clock, runNowDelay)),
          concatMap(() => run(`SELECT f.id FROM ${schema}.follower f WHERE f.immediate AND f.id = ANY ($1)`, held())),
          concatMap((rows) => rows.map(({ id }) => id as string)),
        ),
      /**
       * Stores the results of finished rounds, releases all other rounds of the worker, and removes the worker; then
       * emits. If the results cannot be stored, their rounds are released too.
       */
      leave: (pending: ReadonlyArray<PendingEnd>): Observable<unknown> =>
        concat(
          pending.length === 0
            ? EMPTY
            : finish(pending).pipe(
                ignoreElements(),
                catchError(() => EMPTY),
              ),
          run(`SELECT ${schema}.leave($1)`, id),
        ),
      /** Restores the settings of the connection. */
      reset: (): Observable<unknown> =>
        concat(run(forEachChannel('UNLISTEN')), run('RESET lock_timeout; RESET statement_timeout')),
    }
  }
}

/** The statements of a worker on one connection. */
export type EngineSession = ReturnType<ReturnType<typeof engineSessions>>
