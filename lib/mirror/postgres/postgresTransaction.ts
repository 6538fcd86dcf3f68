import { catchError, concat, concatMap, defer, EMPTY, ignoreElements, type Observable, of, tap, throwError } from 'rxjs'
import type { Program, ResultRow, Statement } from '../core/Program.js'
import type { PoolClientLike, PoolLike } from './PoolLike.js'
import { postgresError } from './postgresError.js'
import { type Limits, migrationLimits, singleStatementLimits } from './postgresLimits.js'
import { query, withConnection } from './withConnection.js'

/** Begins a transaction with timeouts on the server: for idle time, for a lock, and for a statement. */
const beginText = ({ idleTimeout, lockTimeout, statementTimeout }: Limits): string =>
  `BEGIN ISOLATION LEVEL READ COMMITTED;
   SET LOCAL idle_in_transaction_session_timeout = ${String(idleTimeout)};
   SET LOCAL lock_timeout = ${String(lockTimeout)};
   SET LOCAL statement_timeout = ${String(statementTimeout)}`

const rowsOf = (result: unknown): ReadonlyArray<ResultRow> =>
  (result as { readonly rows?: ReadonlyArray<ResultRow> }).rows ?? []

const run = (client: PoolClientLike, { text, values }: Statement): Observable<ReadonlyArray<ResultRow>> =>
  query(client, text, values).pipe(
    catchError((error: unknown) => throwError(() => postgresError(error))),
    concatMap((result) => of(rowsOf(result))),
  )

/** Runs the statements of a program one after another. */
const runSteps = <A>(client: PoolClientLike, program: Program<A>): Observable<A> => {
  const continueWith = (next: IteratorResult<Statement, A>): Observable<A> =>
    next.done === true
      ? of(next.value)
      : run(client, next.value).pipe(concatMap((rows) => continueWith(program.next(rows))))
  return defer(() => continueWith(program.next([])))
}

/** Runs a program as one transaction on a connection of the pool. */
export const postgresTransaction =
  (pool: PoolLike, limits: Limits) =>
  <A>(program: () => Program<A>): Observable<A> =>
    defer(() => {
      let isOpen = false
      const runTransaction = (client: PoolClientLike): Observable<A> =>
        concat(
          defer(() => {
            isOpen = true
            return run(client, { text: beginText(limits) })
          }).pipe(ignoreElements()),
          runSteps(client, program()).pipe(
            concatMap((value) =>
              run(client, { text: 'COMMIT' }).pipe(
                tap(() => (isOpen = false)),
                concatMap(() => of(value)),
              ),
            ),
          ),
        )
      return withConnection(pool, runTransaction, (client) => (isOpen ? query(client, 'ROLLBACK') : EMPTY), limits)
    })

/**
 * The kinds of transactions of a pool: `transaction` for programs of several statements, `single` for programs of one
 * statement, and `migration` for programs that may take long.
 */
export const postgresTransactions = (pool: PoolLike, limits: Limits) => ({
  transaction: postgresTransaction(pool, limits),
  single: postgresTransaction(pool, singleStatementLimits(limits)),
  migration: postgresTransaction(pool, migrationLimits(limits)),
})
