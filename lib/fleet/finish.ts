import { map, type Observable } from 'rxjs'
import type { PoolClientLike } from '../postgres/PoolLike.js'
import { askOn } from './ask.js'
import type { Ending } from './endings.js'

/** Ten years: what the arithmetic of moments can do. */
const longest = 315_360_000_000

/** A number that the database takes, whatever was given: one wrong end must not keep the others of its batch from theirs. */
const within = (value: number, most: number): number => Math.min(Math.max(Number.isNaN(value) ? 0 : value, 0), most)

/** Texts of the database have no NUL, and reasons are words. */
const cleared = (reason: string): string => reason.replaceAll('\0', '').slice(0, 1000)

/** Ends rounds of a worker in one transaction: emits the jobs that were its own still. */
export const finish = (
  client: PoolClientLike,
  schema: string,
  worker: string,
  batch: ReadonlyArray<Ending>,
): Observable<ReadonlySet<string>> => {
  const again = batch.map(({ end }) => (end._tag === 'Again' ? end : undefined))
  return askOn(
    client,
    `SELECT ${schema}.finish($1, $2, $3, $4, $5, $6, $7) AS job`,
    worker,
    batch.map(({ job }) => job),
    batch.map(({ revision }) => revision),
    again.map((end) => within(end?.wait ?? 0, longest)),
    again.map((end) => (end === undefined ? null : within(end.every, longest))),
    again.map((end) => (end === undefined ? null : Math.floor(within(end.failures, 2 ** 31 - 1)))),
    batch.map(({ end }) => (end._tag === 'SetAside' ? cleared(end.reason) : null)),
  ).pipe(map((rows) => new Set(rows.map(({ job }) => job as string))))
}
