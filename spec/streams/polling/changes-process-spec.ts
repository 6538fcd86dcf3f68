import { none, some } from 'fp-ts/lib/Option.js'
import { concat, defer, EMPTY, from, map, type Observable, of, tap, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import type { AsyncResult } from '../../../lib/streams/polling/AsyncResult.js'
import type { UpdatedBatch } from '../../../lib/streams/polling/ChangesConfig.js'
import {
  asked,
  link,
  listResponse,
  memoryStore,
  row,
  serverStart,
  type Stock,
  updatedStocks,
  watch,
} from '../../helpers/feed.js'
import { changes } from '../../helpers/interpreters.js'
import { marbles } from '../../helpers/marbles.js'
import { after, watching } from '../../helpers/watching.js'

type Batch = UpdatedBatch<Stock>

/** Three pages, one row each, the greatest updated_at on the first. */
const feed = (question: string) => {
  const number = question === '2' || question === '3' ? Number(question) : 1
  return listResponse([row(number, serverStart - number)], serverStart, number === 3 ? null : link(String(number + 1)))
}

describe('changes with process', () => {
  it('asks for a page, processes it, saves the checkpoint of the last, emits, and then asks for the next', () => {
    const log: Array<string> = []
    const note = (what: string): Observable<never> => defer(() => (log.push(what), EMPTY))
    const clock = createVirtualClock()
    const http = (request: Parameters<typeof asked>[0]) =>
      concat(note(`ask ${asked(request)}`), of(feed(asked(request))))
    const ids = ({ resources }: Batch): string => resources.map(({ id }) => id).join()
    const process = (batch: Batch) =>
      concat(note(`process ${ids(batch)}`), after(clock, 10), note(`done ${ids(batch)}`))
    const save = () => concat(note('save'), after(clock, 10).pipe(map(() => undefined)), note('saved'))
    const store = { load: () => of(none), save }
    changes(watching(http, { clock }))(updatedStocks, { process, store, limit: 1 }).subscribe((batch) => {
      log.push(`emit ${ids(batch)}`)
    })
    clock.advance(1000)
    expect(log).toEqual([
      ...['ask everything', 'process 1', 'done 1', 'emit 1'],
      ...['ask 2', 'process 2', 'done 2', 'emit 2'],
      ...['ask 3', 'process 3', 'done 3', 'save', 'saved', 'emit 3'],
    ])
  })

  it('counts the interval from the end of the round, its processing included', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const question = cold('1s (a|)', { a: listResponse([]) })
      const process = () => cold('5s |')
      const watch$ = changes(watching(() => question, { clock }))(updatedStocks, { process, every: 10_000 })
      expectObservable(watch$, '^ 20s !').toBe('6s a', { a: expect.anything() })
      expectSubscriptions(question.subscriptions).toBe(['^ 999ms !', '16s ^ 999ms !'])
    })
  })

  it.each<[string, (batch: Batch) => AsyncResult]>([
    ['an Observable', () => of(1)],
    ['an Observable of several values', () => of(1, 2, 3)],
    ['an Observable of nothing', () => EMPTY],
    ['an Observable of another copy of RxJS', () => ofAnotherCopy()],
  ])('takes %s that completes for an acknowledgement, and emits each batch once', (_, process) => {
    const { ids, questions } = watch(feed, { process })
    expect(ids()).toEqual([[1], [2], [3]])
    expect(questions).toHaveLength(3)
  })

  it('takes a Promise that is fulfilled for an acknowledgement', async () => {
    let acknowledge = (): void => undefined
    const process = ({ resources }: Batch) =>
      resources[0]?.id === 1 ? new Promise<void>((resolve) => (acknowledge = resolve)) : Promise.resolve()
    const { ids, questions, subscription } = watch(feed, { process })
    await turn()
    expect([ids(), questions.length]).toEqual([[], 1])
    acknowledge()
    await turn()
    expect([ids(), questions.length]).toEqual([[[1], [2], [3]], 3])
    subscription.unsubscribe()
  })

  it('stops a process that runs when it is unsubscribed', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const question = cold('-(a|)', { a: listResponse([], serverStart, link('2')) })
      const processing = cold('10s |')
      const config = { process: () => processing }
      expectObservable(changes(watching(() => question, { clock }))(updatedStocks, config), '^ 4s !').toBe('')
      expectSubscriptions(processing.subscriptions).toBe('-^ 3999ms !')
      expectSubscriptions(question.subscriptions).toBe('^!')
    })
  })

  const failure = new RangeError('the sink is full')

  it.each<[string, () => AsyncResult]>([
    ['errors', () => throwError(() => failure)],
    [
      'throws',
      () => {
        throw failure
      },
    ],
  ])('errors with a process that %s, emits no batch of it, and saves nothing', (_, fail) => {
    const store = memoryStore()
    const process = ({ resources }: Batch) => (resources[0]?.id === 3 ? fail() : EMPTY)
    const { clock, ids, errors, questions } = watch(feed, { process, store })
    clock.advance(3_600_000)
    expect([ids(), errors, store.saved]).toEqual([[[1], [2]], [failure], []])
    expect([questions.length, clock.pending()]).toEqual([3, 0])
  })

  it('errors with a process whose Promise is rejected', async () => {
    const { errors, ids, clock } = watch(feed, { process: () => Promise.reject(failure) })
    await turn()
    expect([errors, ids(), clock.pending()]).toEqual([[failure], [], 0])
  })

  it.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['null', () => null],
    ['a number', () => 1],
    ['a string', () => 'saved'],
    ['a function', () => () => EMPTY],
    ['an array', () => []],
    ['an array of Promises', () => [1, 2].map(() => Promise.resolve())],
    ['an array of Observables', () => [EMPTY]],
    ['a list with a then', () => ({ length: 0, then: (done: () => void) => done() })],
    ['an iterable', () => new Set([1])],
    ['an iterator', () => new Map().keys()],
    ['an async iterable', () => fromAsync([1])],
    ['a ReadableStream', () => new ReadableStream({ start: (stream) => stream.close() })],
    ['what has a then that is no function', () => ({ then: 'later' })],
  ])('errors with a process that gives %s, which says nothing of the work, and saves nothing', (_, give) => {
    const store = memoryStore()
    const { clock, errors, ids, questions } = watch(() => listResponse([row(1, serverStart)], serverStart), {
      process: give as () => Promise<void>,
      store,
    })
    clock.advance(3_600_000)
    const expected = expect.stringContaining('combine several with Promise.all or concatMap')
    expect(errors).toMatchObject([{ _tag: 'ConfigError', issues: [{ path: '/process', expected }] }])
    expect([ids(), questions, store.saved]).toEqual([[], ['everything'], []])
  })

  it.each<[string, () => AsyncResult]>([
    ['a Promise of Promises', async () => Promise.resolve([1, 2].map(() => Promise.resolve()))],
    ['a Promise of an Observable', async () => Promise.resolve(EMPTY)],
    ['an Observable of Observables', () => of(EMPTY)],
    ['an Observable of Promises', () => of(1, 2).pipe(map(() => Promise.resolve()))],
    ['an Observable of lists of Observables', () => of([1], [EMPTY])],
  ])('errors with a process that gives %s, for which nobody would wait, and saves nothing', async (_, process) => {
    const store = memoryStore()
    const { errors, ids, questions } = watch(() => listResponse([row(1, serverStart)], serverStart), { process, store })
    await turn()
    const expected = expect.stringContaining('combine several with Promise.all or concatMap')
    expect(errors).toMatchObject([{ _tag: 'ConfigError', issues: [{ path: '/process', expected }] }])
    expect([ids(), questions, store.saved]).toEqual([[], ['everything'], []])
  })

  it('takes an error of process for no dead cursor, though it looks like one', () => {
    const gone = new StatusError({
      operation: 'stocks.updated',
      page: some(3),
      status: 410,
      type: none,
      detail: none,
      retryAfter: none,
    })
    const process = ({ resources }: Batch) => (resources[0]?.id === 2 ? throwError(() => gone) : EMPTY)
    const { errors, ids, questions } = watch(feed, { process })
    expect([errors, ids(), questions]).toEqual([[gone], [[1]], ['everything', '2']])
  })

  it('takes an error of process for no failure that passes, though it looks like one', () => {
    const busy = new StatusError({
      operation: 'stocks.updated',
      page: some(1),
      status: 503,
      type: none,
      detail: none,
      retryAfter: none,
    })
    const { errors, questions } = watch(feed, { process: () => throwError(() => busy) })
    expect([errors, questions]).toEqual([[busy], ['everything']])
  })

  it('hands out again what was not acknowledged to whoever subscribes next', () => {
    const clock = createVirtualClock({ start: serverStart })
    const sunk: Array<number> = []
    let full = true
    const process = ({ resources }: Batch) =>
      full && resources[0]?.id === 2 ? throwError(() => failure) : from(resources).pipe(tap(({ id }) => sunk.push(id)))
    const http = (request: Parameters<typeof asked>[0]) => of(feed(asked(request)))
    const watch$ = changes(watching(http, { clock }))(updatedStocks, { process, store: memoryStore() })
    watch$.subscribe({ error: () => (full = false) })
    watch$.subscribe()
    expect(sunk).toEqual([1, 1, 2, 3])
  })
})

/** What another copy of RxJS makes. */
const ofAnotherCopy = (): Observable<never> => {
  let made: Observable<never> = EMPTY
  jest.isolateModules(() => {
    made = jest.requireActual<{ readonly EMPTY: Observable<never> }>('rxjs').EMPTY
  })
  return made
}

const fromAsync = async function* (values: ReadonlyArray<number>) {
  for (const value of values) yield await Promise.resolve(value)
}

/** Lets Promises that are settled be told of. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
