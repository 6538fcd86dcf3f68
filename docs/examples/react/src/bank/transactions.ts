import { useMemo } from 'react'
import { liveRows } from 'rxbank'
import { type RowCollection, withoutDuplicates } from 'rxbank/accounts'
import type { Bridge2025Transaction } from 'rxbank/bridge'
import { type FeedSnapshot, useFeed, useStream } from 'rxbank/react'
import { map } from 'rxjs'
import { type BankUser, useBank } from './client'
import { rhythm } from './rhythm'
import { useOverview } from './useOverview'

export type Row = Bridge2025Transaction

/** How long rows are kept after one has left them, in milliseconds: the way back finds them as far as they were read. */
const keepFor = 60_000

const every = rhythm.changes

/** The transactions of one account, or of all. */
const selectList = (user: BankUser, accountId: number | undefined) =>
  accountId === undefined ? user.transactions : user.accounts.transactions(accountId)

/** Rows without those that are there twice, because their account is connected twice; none before that is known. */
const useEachOnce = <C extends RowCollection>(rows: C | undefined): C | undefined => {
  const lineages = useOverview().value?.lineages
  return useMemo(() => rows && lineages && withoutDuplicates(rows, lineages), [rows, lineages])
}

const noRows: ReadonlyArray<Row> = []

/** The newest transactions, live. More are read as the user scrolls. */
export const useNewest = (accountId: number | undefined): FeedSnapshot<Row> => {
  const list = selectList(useBank().user, accountId)
  const feed = useFeed(`transactions ${String(accountId ?? 'all')}`, list, { every, keepFor })
  const rows = useEachOnce(feed.rows)
  if (rows !== undefined) return { ...feed, rows }
  return { ...feed, rows: noRows, status: feed.status === 'live' ? 'loading' : feed.status }
}

/** All transactions, live, once they are read, the newest first: for a search, which the service does not have. */
export const useAll = (accountId: number | undefined) => {
  const list = selectList(useBank().user, accountId)
  const all = useStream(`all transactions ${String(accountId ?? 'all')}`, () =>
    liveRows(list, { every }).pipe(map((rows) => Array.from(rows.values()).sort((a, b) => b.id - a.id))),
  )
  return { ...all, value: useEachOnce(all.value) }
}
