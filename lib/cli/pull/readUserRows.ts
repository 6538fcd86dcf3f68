import { concatMap, filter, type Observable, of, retry, throwError, toArray } from 'rxjs'
import type { UserClient } from '../../client/UserClient.js'
import type { Account } from '../../service/model/Account.js'
import type { Transaction } from '../../service/model/Transaction.js'
import { isRemoved } from '../../streams/polling/ChangedRow.js'
import { CommandError, exitCodes } from '../CommandError.js'

/** The lists that {@link readUserRows} reads. */
export type UserLists = Pick<UserClient, 'accounts' | 'transactions'>

/** The accounts of a user and all transactions, each once. */
export interface UserRows {
  readonly accounts: ReadonlyArray<Account>
  readonly transactions: ReadonlyArray<Transaction>
}

const maxPages = 1_000_000
const maxReads = 5

/** The rows by id. Of a row that came twice, the first counts: if it has changed since, the list has shifted. */
const byId = <A extends { readonly id: number }>(rows: ReadonlyArray<A>): ReadonlyMap<number, A> => {
  const first = new Map<number, A>()
  for (const row of rows) if (!first.has(row.id)) first.set(row.id, row)
  return first
}

const versionOf = ({ updated_at }: Transaction): number | undefined => updated_at?.getTime()

const listChanged = new CommandError(
  `the list of transactions changed ${String(maxReads)} times while it was read; run the command again later`,
  exitCodes.failed,
)

/**
 * Reads the accounts and transactions of a user. Emits once and completes.
 *
 * A list shifts while its pages are read: a new row pushes another one to the next page, so that it comes twice, and a
 * removed row pulls another one to the previous page, so that it is missed. So the changes since the newest row of the
 * first page are read afterwards. New rows are added. If a row that was read has changed or was removed, everything is
 * read again, at most five times; then it errors. The accounts are read after the rows, so that the balances belong to
 * them.
 */
export const readUserRows = ({ accounts, transactions }: UserLists, limit: number): Observable<UserRows> => {
  const config = { limit, maxPages }

  const complete = (rows: ReadonlyMap<number, Transaction>, since: Date | undefined): Observable<UserRows> => {
    const isNews = (row: Transaction): boolean => {
      const known = rows.get(row.id)
      return known === undefined ? !isRemoved(row) : versionOf(known) !== versionOf(row)
    }
    return accounts.all().pipe(
      toArray(),
      concatMap((listed) => {
        const news$ = transactions
          .updated(since && { since })
          .all(config)
          .pipe(filter(isNews), toArray())
        return news$.pipe(
          concatMap((news) => {
            if (news.length === 0)
              return of({ accounts: Array.from(byId(listed).values()), transactions: Array.from(rows.values()) })
            return news.some(({ id }) => rows.has(id))
              ? throwError(() => listChanged)
              : complete(byId([...rows.values(), ...news]), since)
          }),
        )
      }),
    )
  }

  return transactions.all(config).pipe(
    toArray(),
    concatMap((rows) => {
      const versions = rows.slice(0, limit).flatMap((row) => versionOf(row) ?? [])
      return complete(byId(rows), versions.length === 0 ? undefined : new Date(Math.max(...versions)))
    }),
    retry({
      count: maxReads - 1,
      delay: (error) => (error === listChanged ? of(null) : throwError(() => error as unknown)),
    }),
  )
}
