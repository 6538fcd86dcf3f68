import { map, type Observable } from 'rxjs'
import type { PoolClientLike } from '../postgres/PoolLike.js'
import type { RoundEnd } from './Engine.js'
import { queryOn } from './engineQuery.js'
import type { PendingEnd } from './roundEnds.js'

/** Ten years in milliseconds. A far longer time would exceed the range of the database's timestamps. */
const maxTime = 315_360_000_000

/** Limits a number to what the database accepts, because one invalid number would fail the whole batch. */
const clamp = (value: number, max: number): number => Math.min(Math.max(Number.isNaN(value) ? 0 : value, 0), max)

/** A reason of limited length, for the list of users. */
const shorten = (reason: string): string => reason.slice(0, 1000)

/**
 * The other changes that an end makes, as JSON for the database; `undefined` if it only schedules the next round or sets the
 * user aside.
 */
const changeOf = (end: RoundEnd) => {
  if (end._tag === 'Suspended') return undefined
  if (end.isPostponed) return { postponed: true }
  const { suspended = [], resumed = [] } = end
  if (suspended.length + resumed.length === 0) return undefined
  return { aside: Object.fromEntries(suspended.map(({ feed, reason }) => [feed, shorten(reason)])), resumed }
}

/** Ends rounds of a worker in one transaction: emits the jobs that the worker still held. */
export const finishRounds = (
  client: PoolClientLike,
  schema: string,
  worker: string,
  batch: ReadonlyArray<PendingEnd>,
): Observable<ReadonlySet<string>> => {
  const nextRounds = batch.map(({ end }) => (end._tag === 'Again' ? end : undefined))
  const changes = Object.fromEntries(
    batch.flatMap(({ round: { job }, end }) => {
      const change = changeOf(end)
      return change === undefined ? [] : [[job, change] as const]
    }),
  )
  const hasChanges = Object.keys(changes).length > 0
  const functionCall = hasChanges
    ? 'finish_feeds($1, $2, $3, $4, $5, $6, $7, $8)'
    : 'finish($1, $2, $3, $4, $5, $6, $7)'
  return queryOn(
    client,
    `SELECT ${schema}.${functionCall} AS job`,
    worker,
    batch.map(({ round }) => round.job),
    batch.map(({ round }) => round.revision),
    nextRounds.map((end) => clamp(end?.wait ?? 0, maxTime)),
    nextRounds.map((end) => (end === undefined ? null : clamp(end.every, maxTime))),
    nextRounds.map((end) => (end === undefined ? null : Math.floor(clamp(end.failures, 2 ** 31 - 1)))),
    batch.map(({ end }) => (end._tag === 'Suspended' ? shorten(end.reason) : null)),
    ...(hasChanges ? [JSON.stringify(changes)] : []),
  ).pipe(map((rows) => new Set(rows.map(({ job }) => job as string))))
}
