import { isNone, none, type Option, some } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import { defer, EMPTY, isObservable, type Observable, of, type Subscription } from 'rxjs'
import { createVirtualClock, type VirtualClock } from '../../lib/base/clock/virtualClock.js'
import { id } from '../../lib/base/codec/id.js'
import { record } from '../../lib/base/codec/record.js'
import { timestamp } from '../../lib/base/codec/timestamp.js'
import type { ClientEvent } from '../../lib/base/event/ClientEvent.js'
import type { HttpRequest } from '../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../lib/http/HttpResponse.js'
import type { ListRequest } from '../../lib/service/api/Request.js'
import type { Bookmark, CheckpointStore } from '../../lib/streams/polling/Bookmark.js'
import type { ChangesConfig, UpdatedBatch } from '../../lib/streams/polling/ChangesConfig.js'
import { checkpointOf } from './bookmarkAt.js'
import { changes } from './interpreters.js'
import { page } from './responses.js'
import { counting, type Counts, watching } from './watching.js'

/** What specs of watchers watch. */
export const stock = record('stock', { id }, { updated_at: timestamp })
export type Stock = t.TypeOf<typeof stock>

/** The request for what was updated since a moment. */
export const updatedStocks = (since: Option<Date>): ListRequest<Stock> => ({
  operation: 'stocks.updated',
  method: 'GET',
  path: '/v2/stocks/updated',
  query: isNone(since) ? {} : { since: since.value.toISOString() },
  access: 'user',
  resource: stock,
})

/** A row as the service sends it. */
export const row = (rowId: number, updatedAt: number, fields: object = {}): object => ({
  id: rowId,
  updated_at: new Date(updatedAt).toISOString(),
  ...fields,
})

/** A page of the feed, answered when the service's clock said so. */
export const listResponse = (
  rows: ReadonlyArray<unknown>,
  serverTime?: number,
  next: string | null = null,
): HttpResponse => page(rows, next, null, serverTime === undefined ? {} : { date: new Date(serverTime).toUTCString() })

/** A link to another page of the feed. */
export const link = (cursor: string): string => `/v2/stocks/updated?after=${cursor}`

/** What a request asked for: the moment, or the cursor. */
export const asked = ({ url }: HttpRequest): string => {
  const { searchParams } = new URL(url)
  return searchParams.get('after') ?? searchParams.get('since') ?? 'everything'
}

/** A store in memory, which keeps JSON, and the checkpoints that were saved to it, in order. */
export const memoryStore = (
  bookmarks: Record<string, Bookmark> = {},
): CheckpointStore & { readonly saved: Array<string> } => {
  const saved: Array<string> = []
  const texts = new Map(Object.entries(bookmarks).map(([key, bookmark]) => [key, JSON.stringify(bookmark)]))
  return {
    saved,
    load: (key) =>
      defer((): Observable<Option<Bookmark>> => {
        const text = texts.get(key)
        return of(text === undefined ? none : some(JSON.parse(text) as Bookmark))
      }),
    save: (key, bookmark) =>
      defer(() => {
        texts.set(key, JSON.stringify(bookmark))
        saved.push(checkpointOf(bookmark))
        return EMPTY
      }),
  }
}

/** The service's clock at the beginning of a spec; the local one is hours behind. */
export const serverStart = Date.UTC(2026, 0, 15, 12)

/** A watcher that was subscribed to, and all that came of it. */
export interface Watch {
  readonly clock: VirtualClock
  readonly subscription: Subscription
  readonly batches: ReadonlyArray<UpdatedBatch<Stock>>
  /** The ids of each batch. */
  readonly ids: () => ReadonlyArray<ReadonlyArray<number>>
  /** The checkpoint of each batch, `-` where it has none. */
  readonly checkpoints: () => ReadonlyArray<string>
  readonly errors: ReadonlyArray<unknown>
  /** What was asked for, see {@link asked}. */
  readonly questions: ReadonlyArray<string>
  readonly counts: Counts
  readonly events: ReadonlyArray<ClientEvent>
}

/** Watches a feed whose answers are a function of what is asked for, and of how many questions there were before. */
export const watch = (
  answer: (question: string, turn: number) => HttpResponse | Observable<HttpResponse>,
  config: ChangesConfig<Stock> = {},
  {
    clock = createVirtualClock({ start: serverStart - 7 * 3_600_000 }),
    random = () => 0.5,
  }: { readonly clock?: VirtualClock; readonly random?: () => number } = {},
): Watch => {
  const questions: Array<string> = []
  const batches: Array<UpdatedBatch<Stock>> = []
  const errors: Array<unknown> = []
  const { http, counts } = counting((request) =>
    defer(() => {
      const answered = answer(asked(request), questions.push(asked(request)) - 1)
      return isObservable(answered) ? answered : of(answered)
    }),
  )
  const connection = watching(http, { clock, random })
  const subscription = changes(connection)(updatedStocks, config).subscribe({
    next: (batch) => batches.push(batch),
    error: (error) => errors.push(error),
  })
  return {
    clock,
    subscription,
    batches,
    ids: () => batches.map(({ resources }) => resources.map((resource) => resource.id)),
    checkpoints: () => batches.map(({ checkpoint }) => (isNone(checkpoint) ? '-' : checkpoint.value.toISOString())),
    errors,
    questions,
    counts,
    events: connection.events,
  }
}
