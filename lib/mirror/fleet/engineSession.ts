import { concat, defer, EMPTY, ignoreElements, map, mergeMap, Observable, throwError } from 'rxjs'
import type { ResultRow } from '../core/Program.js'
import type { PoolClientLike, PostgresNotification } from '../postgres/PoolLike.js'
import { quoted } from '../postgres/schemaName.js'
import { askOn } from './engineQuery.js'
import type { Ending, HeldJob } from './roundEnds.js'
import type { DueRound, Lane, WorkerEvent } from './Engine.js'
import { channelOf, ofBothLanes, ofHeld, priorities } from './engineFunctions.js'
import { jobsSchema } from './engineMigrations.js'
import { finish } from './finishRounds.js'
import { FleetError } from './FleetError.js'
import { inTurn } from './runInOrder.js'

/** A round as the database returns it. */
export type TakenJob = HeldJob & Omit<DueRound, 'lane' | 'end' | 'hurried$'>

/** The content of a notification: the lanes in which rounds are due at once, or a user who was hurried during a round. */
export type Notice = { readonly lanes: ReadonlyArray<Lane> } | { readonly user: string }

const toNotice = ({ payload = '' }: PostgresNotification): Notice => {
  if (payload.startsWith(ofHeld)) return { user: payload.slice(ofHeld.length) }
  return { lanes: payload === ofBothLanes ? ['hurried', 'scheduled'] : ['hurried'] }
}

const toJob = ({ job, revision, id, uuid, lag, every, failures, feeds }: ResultRow): TakenJob => ({
  key: `${String(job)} ${String(revision)}`,
  job: job as string,
  revision: revision as number,
  user: id as string,
  uuid: (uuid as string | null) ?? undefined,
  lag: lag as number,
  every: (every as number | null) ?? undefined,
  failures: failures as number,
  feedsAside: feeds as DueRound['feedsAside'],
})

/** Limits how long a worker waits for a lock or a statement, because its heartbeats have to wait, too. */
const settingsOf = (lease: number) => ({
  begin: `SET lock_timeout = 2000; SET statement_timeout = ${String(Math.min(Math.ceil(lease), 2 ** 31 - 1))}`,
  reset: 'RESET lock_timeout; RESET statement_timeout',
})

/** The end of a statement that reads the row of the worker's own connection. */
const ownConnection = 'FROM pg_stat_activity a WHERE a.pid = pg_backend_pid()'

/** The statements of a worker, which it sends over one connection, one after the other. */
export const createEngineSession = (name: string, id: string, lease: number, isPaused: boolean) => {
  const schema = quoted(name)
  const channel = channelOf(name)
  const jobs = quoted(jobsSchema(name))
  const settings = settingsOf(lease)
  const turns = new WeakMap<PoolClientLike, ReturnType<typeof inTurn>>()
  let isKnown = false

  const turn = (client: PoolClientLike): ReturnType<typeof inTurn> => {
    const found = turns.get(client) ?? inTurn()
    turns.set(client, found)
    return found
  }

  const asked = (client: PoolClientLike, text: string, ...values: ReadonlyArray<unknown>) =>
    turn(client)(askOn(client, text, ...values))

  const known = (client: PoolClientLike) =>
    isKnown
      ? asked(
          client,
          `UPDATE ${schema}.worker w SET seen = now(), pid = a.pid, started = a.backend_start ${ownConnection} AND w.id = $1
           RETURNING w.id`,
          id,
        )
      : asked(
          client,
          `INSERT INTO ${schema}.worker (id, lease, paused, pid, started)
           SELECT $1, $2, $3, a.pid, a.backend_start ${ownConnection}
           ON CONFLICT (id) DO UPDATE SET seen = now(), pid = excluded.pid, started = excluded.started RETURNING id`,
          id,
          lease,
          isPaused,
        )

  const reset = (client: PoolClientLike): Observable<unknown> =>
    concat(asked(client, `UNLISTEN ${channel}`), asked(client, settings.reset))

  return {
    /**
     * Gives back the rounds that the worker holds in the database without knowing of them, because the answer of `take` was
     * lost with its connection. `known` returns the rounds that the worker knows of. Completes.
     */
    recover: (client: PoolClientLike, known: () => ReadonlyArray<HeldJob>): Observable<never> =>
      turn(client)(
        defer(() => {
          const held = known()
          return askOn(
            client,
            `SELECT ${schema}.release(ARRAY[$1], (
               SELECT coalesce(array_agg(j.id), '{}') FROM ${jobs}._private_jobs j
               WHERE j.locked_by = $1 AND NOT EXISTS (
                 SELECT FROM unnest($2::bigint[], $3::integer[]) AS h(job, revision)
                 WHERE h.job = j.id AND h.revision = j.revision
               )
             ))`,
            id,
            held.map(({ job }) => job),
            held.map(({ revision }) => revision),
          )
        }),
      ).pipe(ignoreElements()),
    /** Registers the worker, or its new connection if it is registered; completes. Errors if it was declared dead. */
    join: (client: PoolClientLike): Observable<never> =>
      concat(
        asked(client, settings.begin),
        asked(client, `LISTEN ${channel}`),
        known(client).pipe(
          mergeMap((rows) => {
            if (rows.length === 0) return throwError(() => new FleetError({ reason: 'stalled' }))
            isKnown = true
            return EMPTY
          }),
        ),
      ).pipe(ignoreElements()),
    take: (client: PoolClientLike, lane: Lane, most: number): Observable<ReadonlyArray<TakenJob>> =>
      asked(
        client,
        `SELECT t.*, ${schema}.feeds_aside(t.id) AS feeds FROM ${schema}.take($1, $2, $3) t`,
        id,
        priorities[lane],
        most,
      ).pipe(map((rows) => rows.map(toJob))),
    /** Gives back rounds that were taken after the worker was told to stop: emits 0, the number of rounds that it keeps. */
    release: (client: PoolClientLike, jobs: ReadonlyArray<TakenJob>): Observable<number> =>
      asked(
        client,
        `SELECT ${schema}.release(ARRAY[$1], $2)`,
        id,
        jobs.map(({ job }) => job),
      ).pipe(map(() => 0)),
    finish: (client: PoolClientLike, batch: ReadonlyArray<Ending>) => turn(client)(finish(client, schema, id, batch)),
    /** Sends a heartbeat: emits the workers that it found dead, and how many rounds they held. */
    beat: (client: PoolClientLike): Observable<Extract<WorkerEvent, { _tag: 'TakenOver' }>> =>
      asked(client, `SELECT * FROM ${schema}.beat($1)`, id).pipe(
        map((rows) => ({
          _tag: 'TakenOver',
          workers: rows.map(({ dead }) => dead as string),
          rounds: rows.reduce((sum, { rounds }) => sum + (rounds as number), 0),
        })),
      ),
    /**
     * Schedules rounds for users who have lost theirs, at most once in `pause` milliseconds over all workers: emits the
     * number of these users.
     */
    rearm: (client: PoolClientLike, pause: number): Observable<number> =>
      asked(client, `SELECT ${schema}.rearm($1) AS users`, pause).pipe(map(([row]) => row?.users as number)),
    /** Emits the content of each notification. */
    notices: (client: PoolClientLike): Observable<Notice> =>
      new Observable((subscriber) => {
        const onNotification = (notification: PostgresNotification): void => subscriber.next(toNotice(notification))
        client.on('notification', onNotification)
        return () => void client.off('notification', onNotification)
      }),
    /** Writes the ends that are left, gives back all other rounds of the worker, and removes the worker. */
    leave: (client: PoolClientLike, endings: ReadonlyArray<Ending>): Observable<unknown> =>
      concat(
        endings.length === 0 ? EMPTY : turn(client)(finish(client, schema, id, endings)),
        asked(client, `SELECT ${schema}.leave($1)`, id),
      ),
    /** Restores the settings of the connection. */
    reset,
  }
}
