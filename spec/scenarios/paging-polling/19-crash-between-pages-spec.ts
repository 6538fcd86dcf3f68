import { none, some } from 'fp-ts/lib/Option.js'
import { concat, defer, EMPTY, map, NEVER, type Observable, of, Subscription, tap } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import type { Bookmark, CheckpointStore } from '../../../lib/streams/polling/Bookmark.js'
import { checkpointOf } from '../../helpers/bookmarkAt.js'
import { asked, link, listResponse, row, serverStart, type Stock, updatedStocks } from '../../helpers/feed.js'
import { changes } from '../../helpers/interpreters.js'
import { after, watching } from '../../helpers/watching.js'

const minute = 60_000
const old = serverStart - 30 * minute
const reached = serverStart - 1

/** Six pages of two rows, newest first, as the API orders them. */
const feed = (question: string) => {
  const number = /^[2-6]$/.test(question) ? Number(question) : 1
  const rows = [2 * number - 1, 2 * number].map((id) => row(id, serverStart - id))
  return listResponse(rows, serverStart, number === 6 ? null : link(String(number + 1)))
}

/** What outlives the process. */
interface World {
  readonly sink: Map<number, Stock>
  readonly kept: Map<string, Bookmark>
  readonly questions: Array<string>
}

/**
 * One life of a process that watches. Between any two of its effects there is a boundary; at the one numbered `crash`
 * it dies: it is unsubscribed, and nothing that it had begun goes on.
 */
const live = (world: World, crash: number): { readonly boundaries: number; readonly pending: number } => {
  const clock = createVirtualClock()
  const subscription = new Subscription()
  let boundaries = 0
  const boundary = (): boolean => {
    if (boundaries === crash) subscription.unsubscribe()
    else boundaries++
    return !subscription.closed
  }
  /** An effect, with a boundary before and after it. */
  const effect = (run: () => void): Observable<never> =>
    defer(() => {
      if (!boundary()) return NEVER
      run()
      return boundary() ? EMPTY : NEVER
    })
  const store: CheckpointStore = {
    load: (key) => {
      const kept = world.kept.get(key)
      return of(kept === undefined ? none : some(kept))
    },
    save: (key, bookmark) =>
      concat(
        effect(() => world.kept.set(key, bookmark)),
        after(clock, 5).pipe(map(() => undefined)),
      ),
  }
  const process = ({ resources }: { readonly resources: ReadonlyArray<Stock> }) =>
    concat(
      ...resources.map((stock) =>
        concat(
          effect(() => world.sink.set(stock.id, stock)),
          after(clock, 5),
        ),
      ),
    )
  const http = (request: Parameters<typeof asked>[0]) =>
    concat(
      effect(() => world.questions.push(asked(request))),
      after(clock, 10).pipe(map(() => feed(asked(request)))),
    )
  const watch$ = changes(watching(http, { clock }))(updatedStocks, { process, store, since: new Date(old) })
  subscription.add(watch$.pipe(tap(boundary)).subscribe())
  clock.advance(30_000)
  const pending = clock.pending()
  subscription.unsubscribe()
  return { boundaries, pending }
}

const world = (): World => ({ sink: new Map(), kept: new Map(), questions: [] })
const since = (moment: number): string => new Date(moment - 5 * minute).toISOString()
const total = live(world(), Infinity).boundaries

describe('paging scenario 19: a crash between pages', () => {
  it('has as many boundaries as a round of six pages has effects', () => {
    // A request, two rows and an emission a page; one checkpoint; a boundary on either side of all but emissions.
    expect(total).toBe(6 * (2 + 2 * 2 + 1) + 2)
  })

  it.each(Array.from({ length: total }, (_, boundary) => boundary))(
    'after a crash at boundary %i all comes again, from where it was kept',
    (boundary) => {
      const shared = world()
      const died = live(shared, boundary)
      expect([died.boundaries, died.pending]).toEqual([boundary, 0])
      const isKept = shared.kept.size > 0
      const asksBefore = shared.questions.length
      live(shared, Infinity)
      expect(shared.questions[asksBefore]).toBe(since(isKept ? reached : old))
      expect(Array.from(shared.sink.keys()).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 12 }, (_, index) => index + 1),
      )
      expect(Array.from(shared.kept, ([key, bookmark]) => [key, checkpointOf(bookmark)])).toEqual([
        ['https://bank.example/stocks.updated?somebody', new Date(reached).toISOString()],
      ])
    },
  )

  it('a crash after page 3 of a list that is newest first keeps no checkpoint', () => {
    const shared = world()
    const afterThreePages = 3 * 7
    live(shared, afterThreePages)
    expect(Array.from(shared.sink.keys())).toEqual([1, 2, 3, 4, 5, 6])
    expect(shared.kept.size).toBe(0)
  })

  it('what outlives the process holds no cursor', () => {
    const shared = world()
    live(shared, Infinity)
    const outlives = JSON.stringify([Array.from(shared.kept), Array.from(shared.sink)])
    expect(outlives).toContain('stocks.updated')
    expect(outlives).not.toMatch(/after=|\/v2\/(?!stocks\/updated")/)
  })

  it('survives a crash at every boundary one after the other', () => {
    const shared = world()
    for (let boundary = 0; boundary < total; boundary++) live(shared, boundary)
    live(shared, Infinity)
    expect(shared.sink.size).toBe(12)
    expect(Array.from(shared.kept.values(), checkpointOf)).toEqual([new Date(reached).toISOString()])
  })
})
