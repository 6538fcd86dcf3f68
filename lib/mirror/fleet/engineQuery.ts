import { catchError, map, type Observable, throwError } from 'rxjs'
import type { Program, ResultRow, Value } from '../core/Program.js'
import type { PoolClientLike, PoolLike } from '../postgres/PoolLike.js'
import { type Limits, singleStatementLimits } from '../postgres/postgresLimits.js'
import { postgresTransaction } from '../postgres/postgresTransaction.js'
import { query } from '../postgres/withConnection.js'
import { engineError } from './engineError.js'

/** Runs one statement on a connection: emits its rows, or errors with a `FleetError`. */
export const queryOn = (
  client: PoolClientLike,
  text: string,
  ...values: ReadonlyArray<unknown>
): Observable<ReadonlyArray<ResultRow>> =>
  query(client, text, values).pipe(
    map((result) => (result as { readonly rows: ReadonlyArray<ResultRow> }).rows),
    catchError((error: unknown) => throwError(() => engineError(error))),
  )

/** Runs one statement, which is a transaction of its own, on a connection of the pool. */
export const queryPool = (
  pool: PoolLike,
  limits: Limits,
  text: string,
  ...values: ReadonlyArray<unknown>
): Observable<ReadonlyArray<ResultRow>> =>
  postgresTransaction(
    pool,
    singleStatementLimits(limits),
  )(function* (): Program<ReadonlyArray<ResultRow>> {
    // `Value` has no arrays, but `pg` takes them.
    return yield { text, values: values as ReadonlyArray<Value> }
  }).pipe(catchError((error: unknown) => throwError(() => engineError(error))))
