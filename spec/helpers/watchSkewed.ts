import { none, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { concatMap, defer, EMPTY, map, of } from 'rxjs'
import type { VirtualClock } from '../../lib/base/clock/virtualClock.js'
import { id } from '../../lib/base/codec/id.js'
import { record } from '../../lib/base/codec/record.js'
import { timestamp } from '../../lib/base/codec/timestamp.js'
import type { ClientEvent } from '../../lib/base/event/ClientEvent.js'
import type { Bookmark, CheckpointStore } from '../../lib/streams/polling/Bookmark.js'
import { isRemoved } from '../../lib/streams/polling/ChangedRow.js'
import type { ChangesConfig } from '../../lib/streams/polling/ChangesConfig.js'
import { updatedStocks } from './feed.js'
import { changes } from './interpreters.js'
import type { SkewedService } from './skewedService.js'
import { after, randomFrom, watching } from './watching.js'

const resource = record('stock', { id, updated_at: timestamp, value: t.number, is_deleted: t.boolean }, {})

/** A watcher of a skewed service, and what it writes: whatever it is given last. */
export interface SkewedWatch {
  /** The value of each row, or that it is deleted. */
  readonly sink: ReadonlyMap<number, number | 'deleted'>
  readonly saved: ReadonlyArray<number>
  readonly errors: ReadonlyArray<unknown>
  readonly events: ReadonlyArray<ClientEvent>
  /** Ends, and begins again with what was saved and nothing else. */
  readonly crash: () => void
  readonly end: () => void
}

/** What the sink of a watcher should hold. */
export const truth = (service: SkewedService): SkewedWatch['sink'] =>
  new Map(Array.from(service.rows().values(), (row) => [row.id, row.is_deleted ? 'deleted' : row.value]))

/** Begins to watch; each way takes up to `latency`. */
export const watchSkewed = (
  clock: VirtualClock,
  service: SkewedService,
  config: Pick<ChangesConfig<unknown>, 'every' | 'overlap' | 'limit' | 'trigger$'>,
  { seed = 1, latency = 100 }: { readonly seed?: number; readonly latency?: number } = {},
): SkewedWatch => {
  const random = randomFrom(seed)
  const sink = new Map<number, number | 'deleted'>()
  const saved: Array<number> = []
  const errors: Array<unknown> = []
  const way = () => after(clock, random() * latency)
  const connection = watching(
    (request) =>
      way().pipe(
        map(() => service.answer(request)),
        concatMap((response) => way().pipe(map(() => response))),
      ),
    { clock, random },
  )
  let last: Bookmark | undefined
  const store: CheckpointStore = {
    load: () => defer(() => of(last === undefined ? none : some(last))),
    save: (_, bookmark) => {
      last = bookmark
      if (bookmark.position !== null) saved.push(bookmark.position.moment)
      return EMPTY
    },
  }
  const watch$ = changes(connection)((since) => ({ ...updatedStocks(since), resource }), {
    ...config,
    store,
    process: ({ resources }) => {
      for (const row of resources) sink.set(row.id, isRemoved(row) ? 'deleted' : row.value)
      return EMPTY
    },
  })
  const begin = () => watch$.subscribe({ error: (error) => errors.push(error) })
  let watcher = begin()
  return {
    sink,
    saved,
    errors,
    events: connection.events,
    crash: () => {
      watcher.unsubscribe()
      watcher = begin()
    },
    end: () => {
      watcher.unsubscribe()
    },
  }
}
