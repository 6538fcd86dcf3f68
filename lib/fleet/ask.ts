import { catchError, EMPTY, map, type Observable, throwError } from 'rxjs'
import type { ResultRow } from '../mirror/Program.js'
import { connected, query } from '../postgres/connected.js'
import type { PoolClientLike, PoolLike } from '../postgres/PoolLike.js'
import { engineError } from './engineError.js'

/** Runs one statement on a connection: emits its rows, or errors with a `FleetError`. */
export const askOn = (
  client: PoolClientLike,
  text: string,
  ...values: ReadonlyArray<unknown>
): Observable<ReadonlyArray<ResultRow>> =>
  query(client, text, values).pipe(
    map((result) => (result as { readonly rows: ReadonlyArray<ResultRow> }).rows),
    catchError((error: unknown) => throwError(() => engineError(error))),
  )

/** Runs one statement, which is a transaction of its own, on a connection of the pool. */
export const ask = (
  pool: PoolLike,
  text: string,
  ...values: ReadonlyArray<unknown>
): Observable<ReadonlyArray<ResultRow>> =>
  connected(
    pool,
    (client) => askOn(client, text, ...values),
    () => EMPTY,
  ).pipe(catchError((error: unknown) => throwError(() => engineError(error))))
