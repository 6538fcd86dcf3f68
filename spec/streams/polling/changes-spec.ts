import { some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { NEVER, of, take } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import { UnspecifiedOperation } from '../../../lib/base/error/UnspecifiedOperation.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { isRemoved } from '../../../lib/streams/polling/ChangedRow.js'
import { asked, link, listResponse, memoryStore, row, serverStart, updatedStocks, watch } from '../../helpers/feed.js'
import { changes } from '../../helpers/interpreters.js'
import { marbles } from '../../helpers/marbles.js'
import { after, late, polled, watching } from '../../helpers/watching.js'

const at = (ms: number): string => new Date(serverStart + ms).toISOString()

const busy: HttpResponse = { status: 503, headers: {}, body: '' }
const next = (question: string): string | null => (question === '2' ? null : link('2'))

describe('changes', () => {
  it('asks a round again the interval after the end of the last one', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const question = cold('3s (a|)', { a: listResponse([]) })
      const watch$ = changes(watching(() => question, { clock }))(updatedStocks, { every: 10_000 })
      expectObservable(watch$, '^ 20s !').toBe('3s a 12999ms a', { a: expect.objectContaining({ resources: [] }) })
      expectSubscriptions(question.subscriptions).toBe(['^ 2999ms !', '13s ^ 2999ms !'])
    })
  })

  it.each([
    [0, 54_000],
    [0.5, 60_000],
    [0.75, 63_000],
    [1, 66_000],
  ])('waits a minute unless it is told otherwise, give or take a tenth: %p is %p ms', (drawn, wait) => {
    const { clock, counts, events } = watch(() => listResponse([]), {}, { random: () => drawn })
    clock.advance(wait - 1)
    expect(counts.started).toBe(1)
    clock.advance(1)
    expect(counts.started).toBe(2)
    expect(polled(events)).toEqual([`- ${String(wait)}`, `- ${String(wait)}`])
  })

  it('asks for everything, then for what was updated since the checkpoint less the overlap', () => {
    const { clock, questions } = watch(() => listResponse([row(1, serverStart)], serverStart))
    clock.advance(60_000)
    expect(questions).toEqual(['everything', at(-5 * 60_000)])
  })

  it('begins with the moment that it is given, less the overlap', () => {
    const { questions } = watch(() => listResponse([]), { since: new Date(serverStart), overlap: 1500 })
    expect(questions).toEqual([at(-1500)])
  })

  it('requests no moment before 1970', () => {
    const { questions, errors } = watch(() => listResponse([]), { since: new Date(5), overlap: Number.MAX_VALUE })
    expect([questions, errors]).toEqual([['1970-01-01T00:00:00.000Z'], []])
  })

  it('requests 500 resources a page, or as many as it is told', () => {
    const limits: Array<string | null> = []
    const connection = watching(
      ({ url }) => {
        limits.push(new URL(url).searchParams.get('limit'))
        return of(listResponse([]))
      },
      { clock: createVirtualClock() },
    )
    changes(connection)(updatedStocks).pipe(take(1)).subscribe()
    changes(connection)(updatedStocks, { limit: 7 }).pipe(take(1)).subscribe()
    expect(limits).toEqual(['500', '7'])
  })

  it('emits one batch a page, the empty ones too, and a checkpoint with the last alone', () => {
    const pages = [
      listResponse([row(1, serverStart)], serverStart, link('2')),
      listResponse([], serverStart, link('3')),
      listResponse([row(2, serverStart - 1000)], serverStart),
    ]
    const { ids, checkpoints, questions } = watch((_, turn) => pages[turn] ?? listResponse([]))
    expect(questions).toEqual(['everything', '2', '3'])
    expect(ids()).toEqual([[1], [], [2]])
    expect(checkpoints()).toEqual(['-', '-', at(0)])
  })

  it('asks for a page after the one before it, and never for two at once', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const first = cold('--(a|)', { a: listResponse([], undefined, link('2')) })
      const second = cold('---(b|)', { b: listResponse([]) })
      const http = (request: Parameters<typeof asked>[0]) => (asked(request) === '2' ? second : first)
      const watch$ = changes(watching(http, { clock }))(updatedStocks)
      const batch = expect.objectContaining({ resources: [] })
      expectObservable(watch$, '^ 59s !').toBe('--a--b', { a: batch, b: batch })
      expectSubscriptions(first.subscriptions).toBe('^-!')
      expectSubscriptions(second.subscriptions).toBe('--^--!')
    })
  })

  it('reads more pages than maxPages in no round', () => {
    const { errors, questions } = watch((_, turn) => listResponse([], serverStart, link(String(turn))), { maxPages: 3 })
    expect(errors).toEqual([expect.objectContaining({ _tag: 'PagingError', reason: 'too-many-pages' })])
    expect(questions).toHaveLength(3)
  })

  it('reads ten thousand pages in a round without growing the stack', () => {
    const feed = (_: string, turn: number) =>
      listResponse([row(turn, serverStart)], serverStart, turn < 9999 ? link(String(turn)) : null)
    const { batches, checkpoints, errors } = watch(feed)
    expect([batches.length, checkpoints().at(-1), errors]).toEqual([10_000, at(0), []])
  })

  it('emits a row without updated_at once, though a replica that lags does not show it for a round', () => {
    const rows = [{ id: 2, updated_at: null }]
    const pages = [[row(1, serverStart)], rows, [], rows]
    const { clock, ids } = watch((_, turn) => listResponse(pages[turn] ?? [], serverStart + turn * 60_000))
    clock.advance(4 * 60_000)
    expect(ids().flat()).toEqual([1, 2])
  })

  it('asks nothing before it is subscribed, and each subscriber anew', () => {
    const { clock, counts } = watch(() => listResponse([]))
    expect(counts.started).toBe(1)
    clock.advance(59_000)
    expect(counts.started).toBe(1)
    const asks: Array<string> = []
    const connection = watching((request) => (asks.push(asked(request)), of(listResponse([], serverStart))), { clock })
    const watch$ = changes(connection)(updatedStocks).pipe(take(1))
    expect(asks).toEqual([])
    watch$.subscribe()
    watch$.subscribe()
    expect(asks).toEqual(['everything', 'everything'])
  })

  it('errors with what the request errors with before anything is sent', () => {
    const connection = watching(() => NEVER, { clock: createVirtualClock() })
    const missing = new UnspecifiedOperation({ operation: 'stocks.updated', key: 'paths.stocksUpdated' })
    const errors: Array<unknown> = []
    const list = () => {
      throw missing
    }
    changes(connection)(list).subscribe({ error: (error) => errors.push(error) })
    expect(errors).toEqual([missing])
  })

  it('aborts the request when it is unsubscribed', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const question = cold('10s (a|)', { a: listResponse([]) })
      expectObservable(changes(watching(() => question, { clock }))(updatedStocks), '^ 2s !').toBe('')
      expectSubscriptions(question.subscriptions).toBe('^ 2s !')
    })
  })

  it('leaves no timer and no request behind, whenever it is unsubscribed', () => {
    const answer = (clock: Parameters<typeof after>[0]) => (question: string, turn: number) =>
      late(
        clock,
        40,
        turn % 5 === 3 ? busy : listResponse([row(turn, serverStart + turn)], serverStart, next(question)),
      )
    for (let moment = 0; moment < 20_000; moment += 130) {
      const clock = createVirtualClock({ start: serverStart })
      const config = {
        every: 1000,
        process: () => after(clock, 120),
        store: memoryStore(),
        trigger$: after(clock, 700),
      }
      const { subscription, counts } = watch(answer(clock), config, { clock })
      clock.advance(moment)
      const { started } = counts
      subscription.unsubscribe()
      // The trigger is the spec's own timer: it is unsubscribed too.
      expect([moment, clock.pending(), counts.inFlight]).toEqual([moment, 0, 0])
      clock.advance(600_000)
      expect(counts.started).toBe(started)
    }
  })

  it('starts nothing more when its consumer has enough while a batch is handed out', () => {
    const clock = createVirtualClock()
    let requests = 0
    const http = () => of(listResponse([], serverStart, link(String(++requests))))
    changes(watching(http, { clock }))(updatedStocks).pipe(take(2)).subscribe()
    expect([requests, clock.pending()]).toEqual([2, 0])
  })
})

describe('changes of rows that write updated_at in another form', () => {
  const inSeconds = new t.Type(
    'seconds',
    timestamp.is,
    (u, context) => (typeof u === 'number' ? t.success(new Date(u * 1000)) : t.failure(u, context)),
    (date) => date.getTime() / 1000,
  )
  const resource = t.type({ id: t.number, updated_at: inSeconds, is_deleted: t.boolean })
  const seconds = serverStart / 1000
  const live = { id: 1, updated_at: seconds + 1, is_deleted: false }
  const dead = { id: 1, updated_at: seconds + 2, is_deleted: true }

  it('takes the moment from the codec: for the checkpoint, and so that in a round no older row follows a newer tombstone', () => {
    const clock = createVirtualClock()
    const pages = [[live], [dead, live], [dead, live], []]
    let turn = 0
    const connection = watching(() => of(listResponse(pages[turn++] ?? [], serverStart + turn * 60_000)), { clock })
    const seen: Array<boolean> = []
    const checkpoints: Array<unknown> = []
    changes(connection)((since) => ({ ...updatedStocks(since), resource })).subscribe((batch) => {
      seen.push(...batch.resources.map((row) => isRemoved(row)))
      checkpoints.push(batch.checkpoint)
    })
    clock.advance(4 * 66_000)
    expect(seen).toEqual([false, true])
    expect(checkpoints.slice(0, 2)).toEqual([1000, 2000].map((ms) => some(new Date(serverStart + ms))))
  })
})
