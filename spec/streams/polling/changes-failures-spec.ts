import { none, some } from 'fp-ts/lib/Option.js'
import { EMPTY, map, NEVER, of, config as rxjsConfig, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { isTransient } from '../../../lib/base/error/isTransient.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import { TokenUnavailable } from '../../../lib/base/error/TokenUnavailable.js'
import { link, listResponse, memoryStore, row, serverStart, updatedStocks, watch } from '../../helpers/feed.js'
import { changes } from '../../helpers/interpreters.js'
import { foreignResponses, json } from '../../helpers/responses.js'
import { polled, watching } from '../../helpers/watching.js'

const minute = 60_000
const at = (ms: number): string => new Date(serverStart + ms).toISOString()
const answer = (status: number, headers?: Record<string, string>) => json({}, status, headers)
const updated = (id: number, fields?: object): object => row(id, serverStart + id, fields)
const process = () => EMPTY

/** Four pages with one row each; what stands in for a page is a function of its number and of how often it was asked. */
const fourPages = (instead: (page: number, times: number) => ReturnType<typeof answer> | undefined) => {
  const times = new Map<number, number>()
  return (question: string) => {
    const number = /^\d$/.test(question) ? Number(question) : 1
    times.set(number, (times.get(number) ?? 0) + 1)
    const rows = [updated(number)]
    return (
      instead(number, times.get(number) ?? 0) ??
      listResponse(rows, serverStart, number < 4 ? link(String(number + 1)) : null)
    )
  }
}

describe('changes and failures that pass', () => {
  it('repeats one page alone, and emits every row once', () => {
    const { clock, ids, questions, events } = watch(
      fourPages((page, times) => (page === 3 && times < 3 ? answer(503) : undefined)),
    )
    clock.advance(minute)
    expect(questions.slice(0, 6)).toEqual(['everything', '2', '3', '3', '3', '4'])
    expect(ids()).toEqual([[1], [2], [3], [4]])
    expect(polled(events)).toEqual(['503 500', '503 1000', '- 60000'])
  })

  it('continues after days of refusals, time-outs, network errors and missing tokens, and loses no row', () => {
    const place = { operation: 'stocks.updated', page: none }
    const failures = [
      of(answer(503)),
      NEVER,
      throwError(() => new NetworkError({ ...place, origin: 'https://bank.example', code: none })),
      throwError(() => new TokenUnavailable({ waited: 1, last: none })),
      of(answer(429, { 'retry-after': '600' })),
    ]
    let isDown = true
    const feed = (_: string, turn: number) =>
      isDown ? (failures[turn % failures.length] ?? NEVER) : listResponse([updated(1)])
    const { clock, ids, errors, counts, subscription } = watch(feed, { timeout: 5000 })
    clock.advance(3 * 24 * 60 * minute)
    expect([ids(), errors]).toEqual([[], []])
    expect(counts.started).toBeGreaterThan(1000)
    expect(counts.mostInFlight).toBe(1)
    isDown = false
    clock.advance(11 * minute)
    expect(ids()[0]).toEqual([1])
    subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
  })

  it('requests no page earlier than Retry-After allows', () => {
    const busy = answer(429, { 'retry-after': '120' })
    const { clock, questions } = watch(fourPages((page, times) => (page === 2 && times === 1 ? busy : undefined)))
    clock.advance(119_999)
    expect(questions).toEqual(['everything', '2'])
    clock.advance(1)
    expect(questions).toEqual(['everything', '2', '2', '3', '4'])
  })

  it('backs off itself, without the retries of other requests', () => {
    const clock = createVirtualClock()
    const retried = () => throwError(() => new RangeError('the retry policy was asked'))
    const connection = watching(() => of(listResponse([], serverStart)), { clock, http: retried })
    const batches: Array<unknown> = []
    changes(connection)(updatedStocks).subscribe((batch) => batches.push(batch))
    expect(batches).toHaveLength(1)
  })

  it.each([401, 403, 400, 404, 410])('errors with %i at the first page', (status) => {
    const { errors, questions, clock } = watch(() => answer(status))
    expect(errors).toEqual([expect.objectContaining({ _tag: 'StatusError', status })])
    expect([questions.length, clock.pending()]).toEqual([1, 0])
  })

  it('errors with a page that is none', () => {
    const { errors } = watch(() => json({ resources: 'none' }))
    expect(errors).toEqual([expect.objectContaining({ _tag: 'DecodeError', reason: 'shape' })])
  })

  it.each(foreignResponses)('continues after $what, whichever page is asked for, and says so', ({ response }) => {
    for (const at of [1, 3]) {
      const { clock, ids, errors, questions, events } = watch(
        fourPages((page, times) => (page === at && times < 3 ? response : undefined)),
      )
      clock.advance(minute)
      expect([errors, ids().flat()]).toEqual([[], [1, 2, 3, 4]])
      expect(questions.slice(0, 6)).toEqual(
        at === 1 ? ['everything', 'everything', 'everything', '2', '3', '4'] : ['everything', '2', '3', '3', '3', '4'],
      )
      const reported = events.flatMap((event) =>
        event._tag === 'Polled' && event.error._tag === 'Some' ? [event.error.value] : [],
      )
      expect(reported.map(isTransient)).toEqual([true, true])
      expect(events.filter(({ _tag }) => _tag === 'Restarted')).toEqual([])
    }
  })

  it('asks once a minute at most if something else answers for ever, and never ends', () => {
    const { clock, errors, questions } = watch(() => ({
      status: 404,
      headers: { 'content-type': 'text/html' },
      body: '<html>',
    }))
    clock.advance(24 * 60 * minute)
    expect(errors).toEqual([])
    expect(questions.length).toBeGreaterThan(24 * 60)
    expect(questions.length).toBeLessThan(24 * 60 * 3)
  })
})

describe('changes and a dead cursor', () => {
  it('may begin each round again twice', () => {
    const feed = fourPages((page, times) => (page === 2 && times % 3 !== 0 ? answer(404) : undefined))
    const { clock, errors, events } = watch(feed, { overlap: 60 * minute })
    clock.advance(9 * minute)
    expect(errors).toEqual([])
    expect(events.filter(({ _tag }) => _tag === 'Restarted')).toHaveLength(20)
  })

  it.each([401, 403, 422])('takes %i on a page for what it is', (status) => {
    const { errors, questions } = watch(fourPages((page) => (page === 3 ? answer(status) : undefined)))
    expect(errors).toEqual([expect.objectContaining({ status, page: some(3) })])
    expect(questions).toEqual(['everything', '2', '3'])
  })

  it('emits again what was updated before the round began again', () => {
    const old = { id: 1, updated_at: at(1) }
    const pages = [
      listResponse([old], serverStart, link('2')),
      answer(410),
      listResponse([{ ...old, updated_at: at(2) }], serverStart),
    ]
    const { batches } = watch((_, turn) => pages[turn] ?? listResponse([]))
    expect(batches.flatMap(({ resources }) => resources.map((stock) => stock.updated_at))).toEqual([
      new Date(serverStart + 1),
      new Date(serverStart + 2),
    ])
  })
})

describe('changes and rows that cannot be decoded', () => {
  const mixed = [updated(1), { id: 'x', updated_at: at(2) }, updated(3, { updated_at: 'soon' }), updated(4)]
  const issues = [
    { path: '/resources/1/id', expected: 'id' },
    { path: '/resources/2/updated_at', expected: 'timestamp' },
  ]

  it.each([{}, { onInvalidRow: 'error' as const }])('errors, and leaves the checkpoint where it was: %j', (config) => {
    const store = memoryStore()
    const { errors, ids } = watch(() => listResponse(mixed, serverStart), { ...config, process, store })
    const page = some(1)
    expect(errors).toEqual([
      expect.objectContaining({ _tag: 'DecodeError', operation: 'stocks.updated', page, issues }),
    ])
    expect([ids(), store.saved]).toEqual([[], []])
  })

  it('reports them beside the others, and continues', () => {
    const { batches, errors, events, checkpoints } = watch(() => listResponse(mixed, serverStart), {
      onInvalidRow: 'report',
    })
    expect(batches.map(({ resources }) => resources.map(({ id }) => id))).toEqual([[1, 4]])
    expect(batches[0]?.rejected).toEqual([
      { index: 1, issues: [{ path: '/id', expected: 'id' }] },
      { index: 2, issues: [{ path: '/updated_at', expected: 'timestamp' }] },
    ])
    expect([errors, checkpoints()]).toEqual([[], [at(0)]])
    const reported = events.filter(({ _tag }) => _tag === 'RowRejected')
    expect(reported).toEqual([
      expect.objectContaining({ request: 1, issues: issues.slice(0, 1) }),
      expect.objectContaining({ request: 1, issues: issues.slice(1) }),
    ])
  })

  it('reports a row once, and again when it has changed', () => {
    const pages = [
      listResponse(mixed, serverStart),
      listResponse(mixed, serverStart),
      listResponse([{ id: 'x', updated_at: at(7) }], serverStart),
    ]
    const { clock, batches } = watch((_, turn) => pages[turn] ?? listResponse([]), { onInvalidRow: 'report' })
    clock.advance(2 * minute)
    expect(batches.map(({ rejected }) => rejected.map(({ index }) => index))).toEqual([[1, 2], [], [0]])
  })

  it('shows no value of them', () => {
    const canary = 'canary-7-value'
    const rows = [{ id: canary, updated_at: canary, [canary]: canary }, canary]
    const stopped = watch(() => listResponse(rows))
    const reported = watch(() => listResponse(rows), { onInvalidRow: 'report' })
    const [error] = stopped.errors as ReadonlyArray<Error>
    const shown = [error?.message, error, reported.batches, reported.events].map((reported) => JSON.stringify(reported))
    expect(shown.join()).toContain('/resources/0/id')
    expect(shown.join()).not.toContain(canary)
  })
})

describe('changes and a consumer that throws', () => {
  it('continues, and the error is reported as unhandled', async () => {
    const reported: Array<unknown> = []
    const allReported = new Promise<void>((resolve) => {
      rxjsConfig.onUnhandledError = (error) => {
        if (reported.push(error) === 3) resolve()
      }
    })
    const clock = createVirtualClock({ start: serverStart })
    let rounds = 0
    const http = () => of(listResponse([], serverStart)).pipe(map((page) => (rounds++, page)))
    const bug = new TypeError('in the consumer')
    const subscription = changes(watching(http, { clock }))(updatedStocks).subscribe(() => {
      throw bug
    })
    clock.advance(2 * minute)
    subscription.unsubscribe()
    await allReported
    rxjsConfig.onUnhandledError = null
    expect([rounds, clock.pending()]).toEqual([3, 0])
    expect(reported).toEqual([bug, bug, bug])
  })

  it('names the watcher in its events, with its label, and the error of process in the last one', () => {
    const clock = createVirtualClock({ start: serverStart })
    const connection = watching(() => of(listResponse([row(1, serverStart), { id: 'x' }], serverStart)), { clock })
    const error = new RangeError('the disk is full')
    let rounds = 0
    const process = () => (rounds++ === 0 ? EMPTY : throwError(() => error))
    changes(connection)(updatedStocks, { label: 'A6J', process, onInvalidRow: 'report' }).subscribe({
      error: () => undefined,
    })
    clock.advance(2 * minute)
    const about = { watcher: 1, label: 'A6J', operation: 'stocks.updated' }
    expect(connection.events).toMatchObject([
      { ...about, _tag: 'WatcherStarted', every: minute },
      { ...about, _tag: 'RowRejected' },
      { ...about, _tag: 'Polled' },
      { ...about, _tag: 'WatcherEnded', every: minute, error },
    ])
  })

  it('ends, and leaves nothing behind, if an operator throws', () => {
    const clock = createVirtualClock({ start: serverStart })
    const errors: Array<unknown> = []
    const bug = new TypeError('in an operator')
    const watch$ = changes(watching(() => of(listResponse([], serverStart, link('2'))), { clock }))(updatedStocks)
    const broken$ = watch$.pipe(
      map(() => {
        throw bug
      }),
    )
    broken$.subscribe({ error: (error) => errors.push(error) })
    expect([errors, clock.pending()]).toEqual([[bug], 0])
  })
})
