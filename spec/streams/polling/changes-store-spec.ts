import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { concat, EMPTY, map, NEVER, of, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import type { Bookmark, CheckpointStore } from '../../../lib/streams/polling/Bookmark.js'
import { bookmarkAt, checkpointOf } from '../../helpers/bookmarkAt.js'
import { link, listResponse, memoryStore, row, serverStart, updatedStocks, watch } from '../../helpers/feed.js'
import { changes } from '../../helpers/interpreters.js'
import { marbles } from '../../helpers/marbles.js'
import { after, watching } from '../../helpers/watching.js'

const minute = 60_000
const at = (ms: number): string => new Date(serverStart + ms).toISOString()
const process = () => EMPTY
const key = 'https://bank.example/stocks.updated?somebody'
const kept = (ms: number) => ({ [key]: bookmarkAt(serverStart + ms) })

describe('changes with a store', () => {
  it('needs process, for what nobody acknowledges must not be kept', () => {
    const store = memoryStore(kept(0))
    // @ts-expect-error the compiler says so, too
    const { errors, counts } = watch(() => listResponse([]), { store })
    expect(errors).toEqual([
      expect.objectContaining({ _tag: 'ConfigError', issues: [expect.objectContaining({ path: '/process' })] }),
    ])
    expect([counts.started, store.saved]).toEqual([0, []])
  })

  it.each([
    ['nothing', undefined],
    ['an array of Promises', [Promise.resolve()]],
  ])('errors with a store whose save gives %s, which says nothing of when it is kept', (_, given) => {
    const store = { ...memoryStore(), save: () => given as unknown as Promise<void> }
    const { batches, errors } = watch(() => listResponse([row(1, serverStart)], serverStart), { process, store })
    const expected = expect.stringMatching(/^save to return one Observable or Promise /)
    expect(errors).toMatchObject([{ _tag: 'ConfigError', issues: [{ path: '/store', expected }] }])
    expect(batches).toEqual([])
  })

  it('begins with what the store holds, not with since', () => {
    const since = new Date(serverStart + 60 * minute)
    const { questions } = watch(() => listResponse([]), { process, since, store: memoryStore(kept(0)) })
    expect(questions).toEqual([at(-5 * minute)])
  })

  it('begins with since if the store holds nothing', () => {
    const since = new Date(serverStart)
    const empty = { ...memoryStore(), load: () => EMPTY }
    expect(watch(() => listResponse([]), { process, since, store: memoryStore() }).questions).toEqual([at(-5 * minute)])
    expect(watch(() => listResponse([]), { process, since, store: empty }).questions).toEqual([at(-5 * minute)])
    expect(watch(() => listResponse([]), { process, store: memoryStore() }).questions).toEqual(['everything'])
  })

  it('asks for nothing before the store has answered, and does not wait for it to complete', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const load = cold('3s a', { a: some(bookmarkAt(0)) })
      const question = cold('1s (a|)', { a: listResponse([]) })
      const store = { load: () => load, save: () => EMPTY }
      const watch$ = changes(watching(() => question, { clock }))(updatedStocks, { process, store })
      expectObservable(watch$, '^ 5s !').toBe('4s a', { a: expect.anything() })
      expectSubscriptions(load.subscriptions).toBe('^ 2999ms !')
      expectSubscriptions(question.subscriptions).toBe('3s ^ 999ms !')
    })
  })

  it('stops loading when it is unsubscribed', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const load = cold<Option<Bookmark>>('-')
      const store = { load: () => load, save: () => EMPTY }
      expectObservable(changes(watching(() => NEVER, { clock }))(updatedStocks, { process, store }), '^--!').toBe('')
      expectSubscriptions(load.subscriptions).toBe('^--!')
    })
  })

  it('keeps the checkpoint once a round, under the operation and the user, or under its own key', () => {
    const saved: Array<string> = []
    const store: CheckpointStore = {
      load: (key) => (saved.push(`load ${key}`), of(none)),
      save: (key, bookmark) => (saved.push(`save ${key} ${checkpointOf(bookmark)}`), EMPTY),
    }
    const feed = (question: string) =>
      listResponse([row(1, serverStart)], serverStart, question === '2' ? null : link('2'))
    watch(feed, { process, store }).clock.advance(minute)
    watch(feed, { process, store, key: 'mine' })
    expect(saved).toEqual([
      'load https://bank.example/stocks.updated?somebody',
      `save https://bank.example/stocks.updated?somebody ${at(0)}`,
      `save https://bank.example/stocks.updated?somebody ${at(0)}`,
      'load mine',
      `save mine ${at(0)}`,
    ])
  })

  it('keeps what is of another service, operation or user under another key', () => {
    const loaded = new Set<string>()
    const store: CheckpointStore = { load: (key) => (loaded.add(key), NEVER), save: () => EMPTY }
    const origin = 'https://bank.example'
    const watchAs = (prefix: string, operation: string, principal: string) => {
      const connection = watching(() => NEVER, {
        clock: createVirtualClock(),
        baseUrl: { origin, prefix, roots: ['/v2'] },
        principal,
      })
      changes(connection)((since) => ({ ...updatedStocks(since), operation }), { process, store }).subscribe()
    }
    const places = [
      ['', 'a', 'b'],
      ['/x', 'a', 'b'],
      ['/a', 'b', 'c'],
      ['', 'a/b', 'c'],
      ['', 'a', 'b/c'],
      ['', 'a?b', 'c'],
      ['', 'a', 'b?c'],
      ['/a', 'b', 'c?d'],
      ['/a', 'b?c', 'd'],
      ['', 'x:user=y', 'user=z'],
      ['', 'x', 'user=y:user=z'],
    ] as const
    for (const [prefix, operation, principal] of [...places, ...places]) watchAs(prefix, operation, principal)
    expect(loaded.size).toBe(places.length)
  })

  it('saves the rows while no time is known, so that a restart repeats none', () => {
    const store = memoryStore()
    const rows = () => listResponse([{ id: 1 }])
    const first = watch(rows, { process, store })
    expect([first.checkpoints(), first.ids(), store.saved]).toEqual([['-'], [[1]], ['-']])
    first.subscription.unsubscribe()
    const second = watch(rows, { process, store })
    expect([second.questions, second.ids()]).toEqual([['everything'], [[]]])
  })

  it('emits the batch once its checkpoint is kept', () => {
    const clock = createVirtualClock({ start: serverStart })
    const save = () => after(clock, 500).pipe(map(() => undefined))
    const store = { load: () => of(none), save }
    const { batches } = watch(() => listResponse([row(1, serverStart)], serverStart), { process, store }, { clock })
    clock.advance(499)
    expect(batches).toEqual([])
    clock.advance(1)
    expect(batches).toHaveLength(1)
  })

  it('continues from the same moment, and emits nothing, while the checkpoint is not kept', () => {
    const store = { load: () => of(none), save: () => NEVER }
    const { clock, batches, questions } = watch(() => listResponse([row(1, serverStart)], serverStart), {
      process,
      store,
    })
    clock.advance(24 * 3_600_000)
    expect([batches, questions]).toEqual([[], ['everything']])
  })

  const failure = new Error('the disk is full')
  const failing = () => throwError(() => failure)
  const throwing = () => {
    throw failure
  }

  it.each([
    ['errors', failing],
    ['throws', throwing],
  ])('errors with a save that %s, without the batch', (_, save) => {
    const { errors, batches, clock } = watch(() => listResponse([row(1, serverStart)], serverStart), {
      process,
      store: { ...memoryStore(), save },
    })
    expect([errors, batches, clock.pending()]).toEqual([[failure], [], 0])
  })

  it.each([
    ['errors', failing],
    ['throws', throwing],
  ])('errors with a load that %s, before anything is sent', (_, load) => {
    const { errors, counts } = watch(() => listResponse([]), { process, store: { ...memoryStore(), load } })
    expect([errors, counts.started]).toEqual([[failure], 0])
  })

  const bookmark = bookmarkAt(serverStart)
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', '2026-01-15T12:00:00.000Z'],
    ['no Option', bookmark],
    ['a Date, as earlier builds', some(new Date(serverStart))],
    ['a bookmark of another format', some({ ...bookmark, format: 2 })],
    ['a time of the year 10000', some(bookmarkAt(Date.UTC(10_000, 0)))],
    ['a time before the year 0', some(bookmarkAt(-8e15))],
    ['a time that is no number', some(bookmarkAt(NaN))],
    ['rows that are cut', some({ ...bookmark, rows: [['1', serverStart]] })],
    ['more rows than fit', some({ ...bookmark, rows: Array.from({ length: 501 }, () => ['1', null, 1]) })],
    ['a bookmark of another list', some({ ...bookmark, list: '/v2/transactions/updated' })],
  ])('refuses a store that loads %s', (_, value) => {
    const load = () => of(value as Option<Bookmark>)
    const { errors, counts } = watch(() => listResponse([]), { process, store: { ...memoryStore(), load } })
    const expected = 'load to emit None, or Some of a bookmark of /v2/stocks/updated'
    expect(errors).toMatchObject([{ _tag: 'ConfigError', issues: [{ path: '/store', expected }] }])
    expect(counts.started).toBe(0)
  })

  it('never moves back over restarts, also when the service’s clock does', () => {
    const store = memoryStore(kept(10 * minute))
    for (const serverMs of [5 * minute, 20 * minute, 15 * minute]) {
      watch(() => listResponse([row(serverMs, serverStart + serverMs)], serverStart + serverMs), {
        process,
        store,
      }).subscription.unsubscribe()
    }
    expect(store.saved).toEqual([at(10 * minute), at(20 * minute), at(20 * minute)])
  })

  it('begins with since if the store is ahead of the service, and says so', () => {
    const since = new Date(serverStart - 60 * minute)
    const store = memoryStore(kept(10 * minute))
    const { clock, questions, events, ids } = watch(() => listResponse([row(1, serverStart)], serverStart), {
      process,
      since,
      store,
    })
    clock.advance(minute)
    expect(questions).toEqual([at(5 * minute), at(-65 * minute), at(-5 * minute)])
    expect(ids()).toEqual([[1], []])
    expect(store.saved).toEqual([at(0), at(0)])
    expect(events).toContainEqual(
      expect.objectContaining({
        _tag: 'Restarted',
        error: expect.objectContaining({ issues: [expect.objectContaining({ path: '/store' })] }),
      }),
    )
  })

  it('begins with everything if the store is ahead of the service, and nothing else is known', () => {
    const store = memoryStore({ [key]: bookmarkAt(Date.UTC(9999, 0)) })
    const { clock, questions } = watch(() => listResponse([row(1, serverStart)], serverStart), { process, store })
    clock.advance(minute)
    expect(questions.slice(1)).toEqual(['everything', at(-5 * minute)])
    expect(store.saved).toEqual([at(0), at(0)])
  })

  it('takes what the store emits first', () => {
    const load = () => concat(of(some(bookmarkAt(serverStart))), of(none))
    const { questions } = watch(() => listResponse([]), { process, store: { ...memoryStore(), load } })
    expect(questions).toEqual([at(-5 * minute)])
  })

  it('needs a key if the user has no name, and nothing is asked before', () => {
    const clock = createVirtualClock({ start: serverStart })
    const asked: Array<unknown> = []
    const errors: Array<unknown> = []
    const http = (request: unknown) => {
      asked.push(request)
      return of(listResponse([]))
    }
    const connection = watching(http, { clock, isNamed: false })
    const begin = (config: { readonly store?: CheckpointStore; readonly key?: string }) =>
      changes(connection)(updatedStocks, { process, ...config }).subscribe({ error: (error) => errors.push(error) })
    begin({ store: memoryStore() })
    expect(errors).toMatchObject([{ issues: [{ path: '/key', expected: expect.stringContaining('a key for store') }] }])
    expect(asked).toEqual([])
    begin({})
    begin({ store: memoryStore(), key: 'theirs' })
    expect([errors.length, asked.length]).toEqual([1, 2])
  })
})
