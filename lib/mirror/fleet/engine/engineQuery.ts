import { catchError, map, type Observable, throwError } from 'rxjs'
import { MirrorError } from '../../core/MirrorError.js'
import type { Program, ResultRow, Value } from '../../core/Program.js'
import { SchemaRefused } from '../../core/SchemaRefused.js'
import type { PoolClientLike, PoolLike } from '../../postgres/PoolLike.js'
import { postgresError } from '../../postgres/postgresError.js'
import { type Limits, singleStatementLimits } from '../../postgres/postgresLimits.js'
import { postgresTransaction } from '../../postgres/postgresTransaction.js'
import { query } from '../../postgres/withConnection.js'
import { FleetError, type FleetReason } from '../FleetError.js'
import { stalledState } from './engineFunctions.js'

/** The `SQLSTATE` of a missing table, a missing function and a missing schema. */
const missingObjectStates: ReadonlyArray<unknown> = ['42P01', '42883', '3F000']

const reasonOf = ({ reason, code }: MirrorError): FleetReason => {
  if (code === stalledState) return 'stalled'
  return missingObjectStates.includes(code) ? 'outdated' : reason
}

/** Converts an error of the database, or of the connection to it, to an error of the engine. */
export const engineError = (error: unknown): FleetError => {
  if (error instanceof FleetError) return error
  if (error instanceof SchemaRefused) return new FleetError({ reason: error.reason })
  const refused = error instanceof MirrorError ? error : postgresError(error)
  return new FleetError({ reason: reasonOf(refused), code: refused.code })
}

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
