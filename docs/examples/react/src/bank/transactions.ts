import { liveRows } from 'rxbank'
import type { Bridge2025Transaction } from 'rxbank/bridge'
import { useFeed, useStream } from 'rxbank/react'
import { map } from 'rxjs'
import { type BankUser, useBank } from './client'
import { rhythm } from './rhythm'

export type Row = Bridge2025Transaction

/** How long rows are kept after one has left them, in milliseconds: the way back finds them as far as they were read. */
const keepFor = 60_000

const every = rhythm.changes

/** The transactions of one account, or of all. */
const selectList = (user: BankUser, accountId: number | undefined) =>
  accountId === undefined ? user.transactions : user.accounts.transactions(accountId)

/** The newest transactions, live. More are read as the user scrolls. */
export const useNewest = (accountId: number | undefined) => {
  const list = selectList(useBank().user, accountId)
  return useFeed(`transactions ${String(accountId ?? 'all')}`, list, { every, keepFor })
}

/** All transactions, live, once they are read, the newest first: for a search, which the service does not have. */
export const useAll = (accountId: number | undefined) => {
  const list = selectList(useBank().user, accountId)
  return useStream(`all transactions ${String(accountId ?? 'all')}`, () =>
    liveRows(list, { every }).pipe(map((rows) => Array.from(rows.values()).sort((a, b) => b.id - a.id))),
  )
}
