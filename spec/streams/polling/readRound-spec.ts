import { none, type Option, some, toUndefined } from 'fp-ts/lib/Option.js'
import { concat, defer, EMPTY, map, of, toArray } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { readRound } from '../../../lib/streams/polling/readRound.js'
import { rowOwner } from '../../../lib/streams/polling/rowOwner.js'
import { seenRows } from '../../../lib/streams/polling/seenRows.js'
import { Watermark } from '../../../lib/streams/polling/Watermark.js'
import { asked, link, listResponse, row, serverStart, updatedStocks } from '../../helpers/feed.js'
import { marbles } from '../../helpers/marbles.js'
import { watching } from '../../helpers/watching.js'

const at = (ms: number): Option<Date> => some(new Date(serverStart + ms))
const gone: HttpResponse = { status: 410, headers: {}, body: '' }

/** A round over pages that come one after the other. */
const round = (pages: ReadonlyArray<HttpResponse>, from: Option<number> = none) => {
  const questions: Array<string> = []
  const clock = createVirtualClock()
  const connection = watching((request) => defer(() => of(pages[questions.push(asked(request)) - 1] ?? gone)), {
    clock,
  })
  const round$ = readRound(connection, {
    operation: 'stocks.updated',
    request: () => updatedStocks(none),
    http: connection.httpOnce,
    watermark: new Watermark(clock, toUndefined(from), 5000),
    seen: seenRows(),
    owner: rowOwner(),
    acknowledge: () => EMPTY,
    config: {},
  })
  return { round$, questions, clock, events: connection.events }
}

describe('readRound', () => {
  it('emits a batch a page and completes after the last, which alone has the checkpoint', () => {
    const pages = [
      listResponse([row(1, serverStart)], serverStart, link('2')),
      listResponse([row(2, serverStart - 5)], serverStart),
    ]
    const batches: Array<unknown> = []
    let isComplete = false
    const { round$, questions } = round(pages)
    round$.subscribe({ next: (batch) => batches.push(batch), complete: () => (isComplete = true) })
    const stock = (id: number, ms: number) => ({ id, updated_at: new Date(serverStart + ms) })
    expect(batches).toEqual([
      { resources: [stock(1, 0)], rejected: [], checkpoint: none, isLast: false },
      { resources: [stock(2, -5)], rejected: [], checkpoint: at(0), isLast: true },
    ])
    expect([isComplete, questions]).toEqual([true, ['everything', '2']])
  })

  it('acknowledges a batch before it is emitted, and ignores what the acknowledgement emits', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const page = cold('--(a|)', { a: listResponse([]) })
      const acknowledged = cold('-x-y-|')
      const connection = watching(() => page, { clock })
      const round$ = readRound(connection, {
        operation: 'stocks.updated',
        request: () => updatedStocks(none),
        http: connection.httpOnce,
        watermark: new Watermark(clock, undefined, 0),
        seen: seenRows(),
        owner: rowOwner(),
        acknowledge: () => acknowledged,
        config: {},
      })
      expectObservable(round$.pipe(map(() => 'b'))).toBe('-------(b|)')
      expectSubscriptions(page.subscriptions).toBe('^-!')
      expectSubscriptions(acknowledged.subscriptions).toBe('--^----!')
    })
  })

  it('takes the lesser of both times, however they come, and never less than before', () => {
    const checkpointOf = (updated: number | undefined, server: number | undefined, from: Option<number>) => {
      const rows = updated === undefined ? [] : [row(1, serverStart + updated)]
      const served = server === undefined ? undefined : serverStart + server
      let checkpoint: Option<Date> = none
      round([listResponse(rows, served)], from).round$.subscribe((batch) => (checkpoint = batch.checkpoint))
      return checkpoint
    }
    const before = some(serverStart + 5000)
    expect(checkpointOf(1000, 2000, none)).toEqual(at(1000))
    expect(checkpointOf(3000, 2000, none)).toEqual(at(2000))
    expect(checkpointOf(undefined, 2000, none)).toEqual(none)
    expect(checkpointOf(1000, undefined, none)).toEqual(at(1000))
    expect(checkpointOf(undefined, undefined, none)).toEqual(none)
    expect(checkpointOf(undefined, undefined, before)).toEqual(at(5000))
    expect(checkpointOf(9000, 7000, before)).toEqual(at(7000))
    expect(checkpointOf(9000, 4000, before)).toEqual(at(5000))
    expect(checkpointOf(4000, 9000, before)).toEqual(at(5000))
  })

  it('is read anew by each who subscribes', () => {
    const pages = [listResponse([], serverStart), listResponse([row(1, serverStart + 60_000)], serverStart + 60_000)]
    const { round$ } = round(pages, some(serverStart))
    const checkpoints: Array<Option<Date>> = []
    concat(round$, round$).subscribe(({ checkpoint }) => checkpoints.push(checkpoint))
    expect(checkpoints).toEqual([at(0), at(60_000)])
  })

  it('begins again from a dead cursor twice, tells so, and then errors with it', () => {
    const first = listResponse([], serverStart, link('2'))
    const { round$, questions, events } = round([first, gone, first, gone, first, gone])
    const errors: Array<unknown> = []
    round$.pipe(toArray()).subscribe({ error: (error) => errors.push(error) })
    expect(questions).toEqual(['everything', '2', 'everything', '2', 'everything', '2'])
    expect(errors).toEqual([expect.objectContaining({ status: 410 })])
    expect(events).toEqual([
      expect.objectContaining({ _tag: 'Restarted', operation: 'stocks.updated', restarts: 1 }),
      expect.objectContaining({ _tag: 'Restarted', operation: 'stocks.updated', restarts: 2 }),
    ])
  })

  it('begins again no sooner than the refusal of the cursor asked for', () => {
    const busy: HttpResponse = { ...gone, headers: { 'retry-after': '60' } }
    const { round$, questions, clock } = round([
      listResponse([], serverStart, link('2')),
      busy,
      listResponse([], serverStart),
    ])
    round$.subscribe()
    clock.advance(59_999)
    expect(questions).toEqual(['everything', '2'])
    clock.advance(1)
    expect(questions).toEqual(['everything', '2', 'everything'])
  })

  it('takes no error of the first page for a dead cursor, also after it began again', () => {
    const { round$, questions } = round([listResponse([], serverStart, link('2')), gone, gone])
    const errors: Array<unknown> = []
    round$.subscribe({ error: (error) => errors.push(error) })
    expect([errors.length, questions]).toEqual([1, ['everything', '2', 'everything']])
  })
})
