import { type ClientError, isClientError, isRemoved, type NavigateCommand, type Page, type UpdatedRow } from 'rxbank'
import type { Bridge2025Transaction } from 'rxbank/bridge'
import { defer, filter, map, merge, type Observable, of, scan, Subject } from 'rxjs'
import type { BankUser } from './client'
import { rhythm } from './rhythm'

export type Row = Bridge2025Transaction

/** Some of the transactions, the newest first. */
export interface Rows {
  readonly rows: ReadonlyArray<Row>
  /** Whether there are no others. */
  readonly isComplete: boolean
  /** Whether more are on their way. */
  readonly isLoading: boolean
  /** Why the last page did not come. */
  readonly error: ClientError | undefined
}

/** The transactions that are loaded. More are loaded as the user scrolls. */
export interface Feed extends Rows {
  /** Reads the next page, or again the one that did not come. It does nothing while a page is on its way. */
  readonly readMore: () => void
}

/** What happens to a list. */
export type FeedEvent =
  | { readonly _tag: 'asked' }
  | { readonly _tag: 'page'; readonly page: Page<Row> }
  | { readonly _tag: 'failed'; readonly error: ClientError }
  | { readonly _tag: 'changed'; readonly changes: ReadonlyArray<UpdatedRow<Row>> }

/** Rows, and what has changed of them since they began to be read. */
interface Changing extends Rows {
  readonly changes: ReadonlyMap<number, UpdatedRow<Row>>
}

export const noRows: Changing = { rows: [], isComplete: false, isLoading: true, error: undefined, changes: new Map() }

/**
 * Changed rows stay at their places; new ones, and those of another day than before, go before those of their day. Rows older
 * than these come with their page, and are changed then.
 */
const withChanges = (state: Changing): Changing => {
  const changes = new Map(state.changes)
  const rows = state.rows.flatMap((row) => {
    const now = changes.get(row.id) ?? row
    if (!isRemoved(now) && now.date !== row.date) return []
    changes.delete(row.id)
    return isRemoved(now) ? [] : [now]
  })
  const oldest = rows.at(-1)?.date
  for (const row of Array.from(changes.values()).reverse()) {
    if (isRemoved(row) || (!state.isComplete && (oldest === undefined || row.date < oldest))) continue
    const place = rows.findIndex(({ date }) => date <= row.date)
    rows.splice(place === -1 ? rows.length : place, 0, row)
  }
  return { ...state, rows }
}

/** A list may shift while it is read, so a page may repeat rows of the one before it. The first page begins the list anew. */
const withPage = (state: Changing, { number, resources, next }: Page<Row>): Changing => {
  const before = number === 1 ? [] : state.rows
  const known = new Set(before.map(({ id }) => id))
  const rows = [...before, ...resources.filter(({ id }) => !known.has(id))]
  return withChanges({ ...state, rows, isComplete: next._tag === 'None', isLoading: false, error: undefined })
}

/** The list after an event. */
export const afterEvent = (state: Changing, event: FeedEvent): Changing => {
  switch (event._tag) {
    case 'asked':
      return { ...state, isLoading: true, error: undefined }
    case 'page':
      return withPage(state, event.page)
    case 'failed':
      return { ...state, isLoading: false, error: event.error }
    case 'changed':
      return withChanges({
        ...state,
        changes: new Map([...state.changes, ...event.changes.map((row) => [row.id, row] as const)]),
      })
  }
}

/** The transactions of one account, or of all. */
export const listOf = (user: BankUser, accountId: number | undefined) =>
  accountId === undefined ? user.transactions : user.accounts.transactions(accountId)

type List = ReturnType<typeof listOf>

/** What has changed since a moment ago. */
const changesOf = (list: List): Observable<FeedEvent> =>
  defer(() => list.watchUpdated({ since: new Date(Date.now() - 60_000), every: rhythm.changes })).pipe(
    filter(({ resources }) => resources.length > 0),
    map(({ resources }) => ({ _tag: 'changed', changes: resources })),
  )

/** Whether the next page can no longer be reached from the one before it, so the list begins anew. */
const hasMovedOn = (error: unknown): boolean =>
  isClientError(error) && (error._tag === 'PagingError' || (error._tag === 'StatusError' && error.status === 410))

/** Transactions a page at a time, and their changes. A value has the function that asks for more. */
export const feed = (list: List): Observable<Feed> =>
  defer(() => {
    const commands$ = new Subject<NavigateCommand>()
    const asked$ = commands$.pipe(map((): FeedEvent => ({ _tag: 'asked' })))
    const pages$ = list.navigate(commands$, { limit: 50 }).pipe(
      map(({ page, error }): FeedEvent => {
        if (error._tag === 'Some') return { _tag: 'failed', error: error.value }
        return page._tag === 'Some' ? { _tag: 'page', page: page.value } : { _tag: 'asked' }
      }),
    )
    return merge(asked$, pages$, changesOf(list)).pipe(
      scan(afterEvent, noRows),
      map((state) => ({
        ...state,
        readMore: () => {
          if (state.error !== undefined) commands$.next(hasMovedOn(state.error) ? 'first' : 'reload')
          else if (!state.isLoading && !state.isComplete) commands$.next('next')
        },
      })),
    )
  })

/** All transactions, in large pages as they come, and their changes: for a search, which the service does not have. */
export const everything = (list: List): Observable<Rows> =>
  merge(
    of(noRows),
    defer(() =>
      merge(list.pages({ limit: 500 }).pipe(map((page): FeedEvent => ({ _tag: 'page', page }))), changesOf(list)),
    ).pipe(scan(afterEvent, noRows)),
  )
