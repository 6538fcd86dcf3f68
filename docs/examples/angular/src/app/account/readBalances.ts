import { isNone, isSome } from 'fp-ts/Option'
import type { Account, Transaction } from 'rxbank'
import { type AccountHistory, balancesOf, type DailyBalance, reportedBalance, toLedgerEntry } from 'rxbank/balances'
import { concatMap, filter, find, first, map, type Observable, repeat, toArray } from 'rxjs'
import type { injectUser } from '../bank/injectBank'
import { text } from '../format/text'

/** An account, and its balance at the end of each day, the oldest first. */
export interface AccountBalances {
  readonly account: Account
  readonly series: ReadonlyArray<DailyBalance>
}

/** The types of accounts whose balance moves by their transactions alone, without prices or interest. */
const explainedTypes: ReadonlySet<unknown> = new Set(['checking', 'savings', 'card'])

const isBooked = ({ is_deleted, is_future, show_client_side }: Transaction): boolean =>
  is_deleted !== true && is_future !== true && show_client_side !== false

const bookingDay = ({ booking_date, date }: Transaction): string => text(booking_date, text(date))

const historyOf = (account: Account, transactions: ReadonlyArray<Transaction>): AccountHistory => {
  const reported = reportedBalance(account)
  const reportedDay = account.updated_at?.toISOString().slice(0, 10) ?? ''
  const rows = explainedTypes.has(account.type) ? transactions.filter(isBooked) : []
  const entries = rows.map((row) => ({
    entry: toLedgerEntry(row),
    day: bookingDay(row),
    updatedAt: row.updated_at ?? undefined,
  }))
  return {
    account: String(account.id),
    balances: isSome(reported) ? [reported.value] : [],
    entries: entries.flatMap(({ entry, day, updatedAt }) =>
      isSome(entry) ? [{ ...entry.value, bookedOn: day, updatedAt }] : [],
    ),
    // Nothing is computed across a row without an exact amount; one without a day may be of any day before the balance.
    inexactDays: entries
      .flatMap(({ entry, day }) => (isNone(entry) ? [day || reportedDay] : []))
      .filter((day) => day !== ''),
  }
}

/**
 * Reads an account with its transactions, and computes its balances; `undefined` if the user has no such account. Reads all
 * again, up to three times, if the account changed meanwhile: its balance and its transactions would not belong together.
 */
export const readBalances = (
  user: ReturnType<typeof injectUser>,
  accountId: number,
): Observable<AccountBalances | undefined> => {
  const account$ = user.accounts.all().pipe(find(({ id }) => id === accountId))
  const transactions$ = user.transactions.all({ limit: 500 }).pipe(
    filter(({ account_id }) => account_id === accountId),
    toArray(),
  )
  return account$.pipe(
    concatMap((before) =>
      transactions$.pipe(
        concatMap((transactions) => account$.pipe(map((account) => ({ before, account, transactions })))),
      ),
    ),
    repeat(3),
    first(
      ({ before, account }) =>
        before?.balance === account?.balance && before?.updated_at?.getTime() === account?.updated_at?.getTime(),
    ),
    map(
      ({ account, transactions }) =>
        account && { account, series: balancesOf(historyOf(account, transactions), { by: 'day' }) },
    ),
  )
}
