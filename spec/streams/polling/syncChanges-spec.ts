import { isSome, none, toUndefined } from 'fp-ts/lib/Option.js'
import { defer, EMPTY, lastValueFrom, map, NEVER, type Observable, of, Subject, throwError, toArray } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import type { Bookmark } from '../../../lib/streams/polling/Bookmark.js'
import type { SyncBatch, SyncConfig } from '../../../lib/streams/polling/syncChanges.js'
import { asked, link, listResponse, row, serverStart, type Stock, updatedStocks } from '../../helpers/feed.js'
import { sync } from '../../helpers/interpreters.js'
import { marbles } from '../../helpers/marbles.js'
import { counting, watching } from '../../helpers/watching.js'

const minute = 60_000
const at = (minutes: number): number => serverStart + minutes * minute
const iso = (minutes: number): string => new Date(at(minutes)).toISOString()

/** Jobs beside a service whose answers are a function of what is asked for. */
const jobs = (answer: (question: string, request: HttpRequest) => HttpResponse | Observable<HttpResponse>) => {
  const clock = createVirtualClock({ start: serverStart })
  const requests: Array<HttpRequest> = []
  const { http, counts } = counting((request) =>
    defer(() => {
      requests.push(request)
      const answered = answer(asked(request), request)
      return 'status' in answered ? of(answered) : answered
    }),
  )
  const connection = watching(http, { clock })
  const job = (config?: SyncConfig<Stock>): Observable<SyncBatch<Stock>> => sync(connection)(updatedStocks, config)
  return { clock, connection, counts, requests, questions: () => requests.map(asked), job }
}

const all = (job$: Observable<SyncBatch<Stock>>) => lastValueFrom(job$.pipe(toArray()))
const bookmarkOf = (batches: ReadonlyArray<SyncBatch<Stock>>): Bookmark | undefined =>
  toUndefined(batches.at(-1)?.bookmark ?? none)
const ids = (batches: ReadonlyArray<SyncBatch<Stock>>) => batches.map(({ resources }) => resources.map(({ id }) => id))

describe('sync', () => {
  it('reads one round and completes; the last batch has the bookmark', async () => {
    const { job, questions } = jobs((question) =>
      question === 'everything'
        ? listResponse([row(1, at(-9))], at(0), link('b'))
        : listResponse([row(2, at(-8))], at(0)),
    )
    const batches = await all(job())
    expect(ids(batches)).toEqual([[1], [2]])
    expect(batches.map(({ bookmark }) => isSome(bookmark))).toEqual([false, true])
    expect(batches.map(({ isLast }) => isLast)).toEqual([false, true])
    expect(questions()).toEqual(['everything', 'b'])
  })

  it('continues from a bookmark without what it has handed out, also after JSON', async () => {
    const rows = [row(1, at(-9)), row(2, at(-8))]
    const { job, questions } = jobs(() => listResponse(rows, at(0)))
    const kept = JSON.stringify(bookmarkOf(await all(job())))
    rows.push(row(3, at(-7)))
    const next = await all(job({ from: JSON.parse(kept) as Bookmark }))
    expect(ids(next)).toEqual([[3]])
    expect(questions()).toEqual(['everything', iso(-13)])
  })

  it('takes rows that a page changes out of the bookmark with that page, so that a round that fails hides no version', async () => {
    const first = [row(1, at(-2)), row(2, at(-2))]
    let feed = (_question: string) => listResponse(first, at(0))
    const { job } = jobs((question) => feed(question))
    const from = bookmarkOf(await all(job()))
    const written: Array<SyncBatch<Stock>> = []
    const process = (batch: SyncBatch<Stock>) => {
      written.push(batch)
      return EMPTY
    }
    const pages = [[row(3, at(-1))], [row(1, at(-1))], [row(4, at(-1))]]
    feed = (question) => {
      const page = pages.shift()
      if (page === undefined) throw new Error(`no page for ${question}`)
      return listResponse(page, at(1), link(String(pages.length)))
    }
    await expect(all(job({ from, process }))).rejects.toThrow('no page')
    expect(written.map(({ bookmark }) => toUndefined(bookmark)?.rows.map(([id]) => id))).toEqual([
      undefined,
      ['2'],
      undefined,
    ])
    feed = () => listResponse(first, at(2))
    expect(ids(await all(job({ from: bookmarkOf(written.slice(0, 2)) })))).toEqual([[1]])
  })

  it('hands out what differs from the bookmark under the same moment', async () => {
    let rows = [row(1, at(-9))]
    const { job } = jobs(() => listResponse(rows, at(0)))
    const from = bookmarkOf(await all(job()))
    rows = [row(1, at(-9), { value: 2 })]
    expect(ids(await all(job(from && { from })))).toEqual([[1]])
  })

  it('hands out a row without updated_at once, though replicas that lag leave it out while it may be shown', async () => {
    const unstamped = [{ id: 2, updated_at: null }]
    const shownAt = [1, 4]
    let minutes = 0
    const { clock, job } = jobs(() =>
      listResponse(minutes === 0 ? [row(1, at(0))] : shownAt.includes(minutes) ? unstamped : [], at(minutes)),
    )
    let from = bookmarkOf(await all(job()))
    const found: Array<ReadonlyArray<number>> = []
    const lengths: Array<number> = []
    for (minutes = 1; minutes <= 12; minutes++) {
      clock.advance(minute)
      const batches = await all(job({ ...(from && { from: JSON.parse(JSON.stringify(from)) as Bookmark }) }))
      from = bookmarkOf(batches)
      found.push(...ids(batches))
      lengths.push(from?.rows.filter(([, updated]) => updated === null).length ?? 0)
    }
    expect(found.flat()).toEqual([2])
    expect(lengths).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0])
  })

  it('moves with the time that passes between two jobs, so that a quiet list is asked for from ever later', async () => {
    const { clock, job, questions } = jobs(() => listResponse([], serverStart + clock.monotonic()))
    let from = bookmarkOf(await all(job({ since: new Date(at(0)) })))
    for (let hours = 0; hours < 3; hours++) {
      clock.advance(60 * minute)
      from = bookmarkOf(await all(job(from && { from })))
    }
    await all(job(from && { from }))
    expect(questions()).toEqual([iso(-5), iso(-5), iso(55), iso(115), iso(175)])
  })

  it.each([[365 * 24 * 60], [-365 * 24 * 60]])(
    'does not count the time between two jobs if the wall clock was set by %p minutes meanwhile',
    async (minutes) => {
      const { clock, job, questions } = jobs(() => listResponse([], serverStart + clock.monotonic()))
      const from = bookmarkOf(await all(job({ since: new Date(at(0)) })))
      clock.stepWall(minutes * minute)
      clock.advance(minute)
      let next = bookmarkOf(await all(job(from && { from })))
      for (let round = 0; round < 2; round++) {
        clock.advance(minute)
        next = bookmarkOf(await all(job(next && { from: next })))
      }
      expect(questions().slice(1)).toEqual([iso(-5), iso(-5), iso(-4)])
    },
  )

  it('loses no late row if the wall clock was set and one time of the service was wrong, both at once', async () => {
    const rows = [row(1, at(-1))]
    const times = [serverStart, serverStart + 365 * 24 * 60 * minute]
    const { clock, job } = jobs(() => listResponse(rows, times.shift() ?? serverStart + clock.monotonic()))
    const first = bookmarkOf(await all(job()))
    clock.stepWall(6 * minute)
    const second = bookmarkOf(await all(job({ from: first })))
    rows.push(row(2, at(-1) + 1000))
    expect(ids(await all(job({ from: second })))).toEqual([[2]])
  })

  it('does not trust the wall clock of the next job when the service does not tell the time', async () => {
    const rows = [row(2, at(-1))]
    const { clock, job, questions } = jobs(() => listResponse(rows, undefined))
    const first = bookmarkOf(await all(job()))
    clock.stepWall(365 * 24 * 60 * minute)
    const second = bookmarkOf(await all(job({ from: first })))
    rows.push(row(1, at(-1)))
    expect(ids(await all(job({ from: second })))).toEqual([[1]])
    expect(questions()).toEqual(['everything', iso(-6), iso(-6)])
  })

  it('begins again from `since` if the service, in two rounds in a row, has not come to the bookmark', async () => {
    let time = at(60)
    const { job, questions, connection } = jobs(() => listResponse([], time))
    const from = bookmarkOf(await all(job({ since: new Date(at(60)) })))
    time = at(0)
    const doubted = bookmarkOf(await all(job(from && { from, since: new Date(at(-60)) })))
    expect(doubted?.position).toMatchObject({ moment: at(60), isDoubted: true })
    await all(job(doubted && { from: doubted, since: new Date(at(-60)) }))
    expect(questions()).toEqual([iso(55), iso(55), iso(55), iso(-65)])
    expect(connection.events.filter(({ _tag }) => _tag === 'Restarted')).toHaveLength(1)
  })

  it('believes the service again when only one of its times was behind', async () => {
    const times = [at(60), at(0), at(60), at(0)]
    const { job, questions } = jobs(() => listResponse([], times.shift()))
    let from: Bookmark | undefined
    for (let round = 0; round < 4; round++)
      from = bookmarkOf(await all(job({ since: new Date(at(60)), ...(from && { from }) })))
    expect(questions()).toEqual(Array(4).fill(iso(55)))
  })

  it('emits a batch after it was acknowledged, with the bookmark in the hands of `process`', () => {
    const { job } = jobs(() => listResponse([row(1, at(-9))], at(0)))
    const written = new Subject<never>()
    const seen: Array<string> = []
    job({
      process: ({ bookmark }) => {
        seen.push(bookmark._tag)
        return written
      },
    }).subscribe({ next: () => seen.push('emitted'), complete: () => seen.push('completed') })
    expect(seen).toEqual(['Some'])
    written.complete()
    expect(seen).toEqual(['Some', 'emitted', 'completed'])
  })

  it('errors as `process` does, and as the service refuses', async () => {
    const broken = new Error('disk full')
    const { job } = jobs(() => listResponse([], at(0)))
    await expect(all(job({ process: () => throwError(() => broken) }))).rejects.toBe(broken)
    const refused = jobs(() => ({ status: 503, headers: {}, body: '' }))
    await expect(all(refused.job())).rejects.toMatchObject({ _tag: 'StatusError', status: 503 })
    expect(refused.requests).toHaveLength(1)
  })

  it('aborts its request when it is unsubscribed from', () => {
    const { job, counts } = jobs(() => NEVER)
    job().subscribe().unsubscribe()
    expect(counts).toMatchObject({ started: 1, aborted: 1, inFlight: 0 })
  })

  it('takes the way of requests that nobody waits for, or that somebody does', async () => {
    const { job, requests } = jobs(() => listResponse([], at(0)))
    await all(job())
    await all(job({ priority: 'interactive' }))
    expect(requests.map(({ priority }) => priority)).toEqual(['background', 'interactive'])
  })

  it('hands each request what hurries it', async () => {
    const { job, requests } = jobs(() => listResponse([], at(0)))
    const runNow$ = new Subject<void>()
    await all(job({ runNow$ }))
    await all(job())
    const hurries: Array<number> = []
    for (const [index, request] of requests.entries()) request.runNow$?.subscribe(() => hurries.push(index))
    runNow$.next()
    expect(hurries).toEqual([0])
  })

  it.each([
    [{ from: {} }, '/from'],
    [{ from: { format: 2, list: '/v2/stocks/updated', position: null, rows: [] } }, '/from'],
    [{ from: { format: 1, list: '/v2/transactions/updated', position: null, rows: [] } }, '/from'],
    [{ every: 60_000 }, '/every'],
    [{ priority: 'urgent' }, '/priority'],
    [{ runNow$: true }, '/runNow$'],
    [{ process: 1 }, '/process'],
  ])('refuses the options %j', async (config, path) => {
    const { job, requests } = jobs(() => listResponse([], at(0)))
    await expect(all(job(config as SyncConfig<Stock>))).rejects.toMatchObject({
      _tag: 'ConfigError',
      issues: [expect.objectContaining({ path })],
    })
    expect(requests).toEqual([])
  })

  it('refuses what is no list', async () => {
    const { connection } = jobs(() => listResponse([], at(0)))
    await expect(all(sync(connection)('stocks' as never))).rejects.toMatchObject({ _tag: 'ConfigError' })
  })

  it('is cold: each subscription reads a round of its own, and ends it', () => {
    marbles(({ cold, clock, start, expectObservable, expectSubscriptions }) => {
      const page$ = cold('--(a|)', { a: listResponse([], start) })
      const ended$ = sync(watching(() => page$, { clock }))(updatedStocks).pipe(map(({ isLast }) => isLast))
      expectObservable(ended$, '-^').toBe('---(t|)', { t: true })
      expectObservable(ended$, '--^!').toBe('-')
      expectSubscriptions(page$.subscriptions).toBe(['-^-!', '--^!'])
    })
  })

  it('never asks for the next page while a batch is written', () => {
    marbles(({ cold, clock, start, expectObservable, expectSubscriptions }) => {
      const pages = [
        cold('-(a|)', { a: listResponse([row(1, start)], start, link('b')) }),
        cold('-(b|)', { b: listResponse([], start) }),
      ]
      const written$ = cold<never>('---|')
      let sent = 0
      const connection = watching(() => pages[sent++] ?? NEVER, { clock })
      const ended$ = sync(connection)(updatedStocks, { process: () => written$ }).pipe(map(({ isLast }) => isLast))
      expectObservable(ended$).toBe('----f---(t|)', { f: false, t: true })
      expectSubscriptions(pages[0]?.subscriptions ?? []).toBe('^!')
      expectSubscriptions(pages[1]?.subscriptions ?? []).toBe('----^!')
    })
  })
})
