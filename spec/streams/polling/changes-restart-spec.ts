import { toUndefined } from 'fp-ts/lib/Option.js'
import { defer, EMPTY, firstValueFrom, from, lastValueFrom, map, NEVER, type Observable, of } from 'rxjs'
import type { Clock } from '../../../lib/base/clock/Clock.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import type { Bookmark, CheckpointStore } from '../../../lib/streams/polling/Bookmark.js'
import { link, listResponse, memoryStore, row, serverStart, updatedStocks, watch } from '../../helpers/feed.js'
import { changes, sync } from '../../helpers/interpreters.js'
import { marbles } from '../../helpers/marbles.js'
import { watching } from '../../helpers/watching.js'

const minute = 60_000
const hour = 60 * minute
const process = () => EMPTY

/** The ids of each batch of a watcher that is a process of its own at each subscription, by a store that all share. */
const lives = (clock: Clock, http: () => Observable<HttpResponse>, store: CheckpointStore) =>
  changes(watching(http, { clock }))(updatedStocks, { process, store, every: 10_000 }).pipe(
    map(({ resources }) => resources.map(({ id }) => id).join()),
  )

/** One row after another. */
const rows = (count: number) => Array.from({ length: count }, (_, id) => row(id, serverStart - id))

describe('changes after a restart', () => {
  it('emit no row again, a row that has changed once, and once a row that appears late with an earlier time', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const old = [row(1, serverStart), row(2, serverStart - minute)]
      const changed = [row(1, serverStart), row(2, serverStart + 1), row(3, serverStart - 2 * minute)]
      const responses = {
        a: listResponse(old, serverStart),
        b: listResponse(old, serverStart + 20_000),
        c: listResponse(changed, serverStart + 30_000),
        d: listResponse(changed, serverStart + 40_000),
        e: listResponse(changed, serverStart + 50_000),
      }
      const script = ['a', 'b', 'c', 'd', 'e'].values()
      const lives$ = lives(
        clock,
        () => defer(() => cold(`1s (${script.next().value ?? ''}|)`, responses)),
        memoryStore(),
      )
      expectObservable(lives$, '^ 5s !').toBe('1s x', { x: '1,2' })
      expectObservable(lives$, '20s ^ 15s !').toBe('21s x 10999ms y', { x: '', y: '2,3' })
      expectObservable(lives$, '50s ^ 15s !').toBe('51s x 10999ms x', { x: '' })
    })
  })

  it('save the bookmark that sync emits, so that each of the two continues from the other', async () => {
    const clock = createVirtualClock({ start: serverStart })
    const connection = watching(() => of(listResponse(rows(3), serverStart)), { clock })
    const job = (bookmark?: Bookmark) => lastValueFrom(sync(connection)(updatedStocks, { from: bookmark }))
    const key = 'stocks'
    const stored = (store: CheckpointStore) => firstValueFrom(from(store.load(key)))

    const first = await job()
    const store = memoryStore()
    watch(() => listResponse(rows(3), serverStart), { process, store, key }, { clock }).subscription.unsubscribe()
    expect(await stored(store)).toEqual(first.bookmark)
    expect((await job(toUndefined(await stored(store)))).resources).toEqual([])

    const taken = memoryStore({ stocks: toUndefined(first.bookmark) as Bookmark })
    expect(watch(() => listResponse(rows(3), serverStart), { process, store: taken, key }, { clock }).ids()).toEqual([
      [],
    ])
  })

  it('emit exactly the batch again that was processed, but not yet saved', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const [before, after] = [[row(1, serverStart)], [row(1, serverStart), row(2, serverStart + 1)]]
      const responses = {
        a: listResponse(before, serverStart),
        b: listResponse(after, serverStart + 11_000),
        c: listResponse(after, serverStart + 30_000),
      }
      const script = ['a', 'b', 'c', 'c'].values()
      const store = memoryStore()
      const crashing = { ...store, save: (...saved: Parameters<typeof store.save>) => store.saved.length > 0 ? NEVER : store.save(...saved) } // prettier-ignore
      const http = () => defer(() => cold(`1s (${script.next().value ?? ''}|)`, responses))
      expectObservable(lives(clock, http, crashing), '^ 20s !').toBe('1s x', { x: '1' })
      expectObservable(lives(clock, http, store), '30s ^ 15s !').toBe('31s x 10999ms y', { x: '2', y: '' })
    })
  })

  it('emit the first version of a row again if a round that failed has emitted the second', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const [first, second] = [row(1, serverStart), row(1, serverStart + 1)]
      const responses = {
        a: listResponse([first, row(2, serverStart)], serverStart),
        b: listResponse([second], serverStart + 11_000, link('b')),
        c: listResponse([first, row(2, serverStart)], serverStart + 50_000),
      }
      const script = ['1s (a|)', '1s (b|)', '-', '1s (c|)'].values()
      const store = memoryStore()
      const lives$ = lives(clock, () => defer(() => cold(script.next().value ?? '', responses)), store)
      expectObservable(lives$, '^ 30s !').toBe('1s x 10999ms y', { x: '1,2', y: '1' })
      expectObservable(lives$, '50s ^ 5s !').toBe('51s x', { x: '1' })
    })
  })

  it('save a bookmark once in a round, and once more before a row of it is processed in another version', () => {
    const store = memoryStore()
    const processed: Array<number> = []
    const feed = (_question: string, turn: number) =>
      listResponse([row(1, serverStart + Math.max(0, turn - 1)), row(2, serverStart)], serverStart)
    const life = watch(feed, {
      store,
      process: () => {
        processed.push(store.saved.length)
        return EMPTY
      },
    })
    life.clock.advance(2 * minute)
    expect([processed, store.saved.length]).toEqual([[0, 1, 3], 4])
  })

  it('miss and repeat nothing if the clock of the machine was set back between two processes', () => {
    const store = memoryStore()
    const feed = (id: number, ms: number) => () =>
      listResponse([row(1, serverStart), ...(id > 1 ? [row(id, serverStart + ms)] : [])], serverStart + ms)
    const runs = [
      { run: feed(1, 0), wall: serverStart },
      { run: feed(2, minute), wall: serverStart - 24 * hour },
      { run: feed(3, 2 * minute), wall: serverStart + 24 * hour },
    ].map(({ run, wall }) => {
      const life = watch(run, { process, store }, { clock: createVirtualClock({ start: wall }) })
      life.clock.advance(minute)
      life.subscription.unsubscribe()
      return [life.questions[0], life.ids()]
    })
    expect(runs).toEqual([
      ['everything', [[1], []]],
      [new Date(serverStart - 5 * minute).toISOString(), [[2], []]],
      [new Date(serverStart - 4 * minute).toISOString(), [[3], []]],
    ])
    expect(store.saved.at(-1)).toBe(new Date(serverStart + 2 * minute).toISOString())
  })

  it('are not missed if the clock of the service was set back by an hour, and no seen row comes again', () => {
    const store = memoryStore()
    const service = (now: number, updates: ReadonlyArray<number>) => (question: string) => {
      const since = question === 'everything' ? -Infinity : Date.parse(question)
      return listResponse(
        updates.flatMap((updated, id) => (updated >= since ? [row(id, updated)] : [])),
        now,
      )
    }
    watch(service(serverStart, [serverStart]), { process, store }).subscription.unsubscribe()
    const second = watch(service(serverStart - hour, [serverStart, serverStart - hour]), { process, store })
    second.clock.advance(minute)
    expect(second.ids()).toEqual([[], [1]])
    expect(second.events.filter(({ _tag }) => _tag === 'Restarted')).toMatchObject([
      { error: { issues: [{ path: '/store' }] } },
    ])
  })

  it('emit those rows of the overlap again that are more than 500, the earliest', () => {
    const store = memoryStore()
    const feed = () => listResponse(rows(503), serverStart)
    const first = watch(feed, { process, store })
    expect(first.ids()).toEqual([rows(503).map((_, id) => id)])
    first.subscription.unsubscribe()
    expect(watch(feed, { process, store }).ids()).toEqual([[500, 501, 502]])
  })
})
