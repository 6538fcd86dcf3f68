import { some } from 'fp-ts/lib/Option.js'
import { firstValueFrom, from, fromEvent, isObservable, lastValueFrom, NEVER, take, takeUntil, toArray } from 'rxjs'
import type { PagesConfig } from '../../../lib/streams/pages/pages.js'
import { all, deferAll, pages } from '../../../lib/streams/pages/pages.js'
import { connectionOver } from '../../helpers/connection.js'
import {
  book,
  ids,
  listServer,
  pageAsked,
  type Row,
  rows,
  type Script,
  settled,
  transports,
} from '../../helpers/lists.js'
import { json } from '../../helpers/responses.js'

const six = [3, 3, 3, 3, 3, 3]

describe.each(transports)('PageStream, over a transport that is $transport', ({ delivery }) => {
  const opened = (script: Script, config: PagesConfig<Row> = {}) => {
    const server = listServer(script, delivery)
    const connection = connectionOver(server.http)
    return { server, list: all(connection)(rows, config), leaves: pages(connection)(rows, config) }
  }

  /** Page 2 is never answered. */
  const stuck: Script = (request) => (pageAsked(request) === 2 ? NEVER : book(six)(request))

  it('is read by for await, resource by resource and page by page', async () => {
    const { list, leaves } = opened(book(six))
    const seen: Array<number> = []
    for await (const { id } of list) seen.push(id)
    for await (const { number } of leaves) seen.push(number)
    expect(seen).toEqual([...ids(1, 18), ...ids(1, 6)])
  })

  it('gives all that it emits as one Promise by toArray(), and reads anew each time', async () => {
    const { server, list, leaves } = opened(book(six))
    expect((await list.toArray()).map(({ id }) => id)).toEqual(ids(1, 18))
    expect((await leaves.toArray()).map(({ number }) => number)).toEqual(ids(1, 6))
    expect(server.requests).toHaveLength(12)
  })

  it('asks for nothing before toArray() is called, and rejects it with the error of the page that failed', async () => {
    const { server, list } = opened((request) => (pageAsked(request) === 2 ? json({}) : book(six)(request)))
    expect(server.requests).toHaveLength(0)
    await expect(list.toArray()).rejects.toMatchObject({ _tag: 'DecodeError', page: some(2) })
  })

  it.each([
    [0, 1],
    [1, 2],
  ] as const)(
    'paging scenario 2: with prefetch: %d, a slow loop has no more than %d pages downloaded',
    async (prefetch, downloaded) => {
      const { server, list } = opened(book(six), { prefetch })
      const iterator = list[Symbol.asyncIterator]()
      for (const id of ids(1, 3)) {
        expect(await iterator.next()).toEqual({ done: false, value: { id } })
        await settled()
        expect(server.requests).toHaveLength(downloaded)
      }
      expect(await iterator.next()).toEqual({ done: false, value: { id: 4 } })
      await settled()
      expect(server.requests).toHaveLength(downloaded + 1)
      await iterator.return?.()
    },
  )

  it.each([0, 1] as const)(
    'paging scenario 2: never holds more than two pages of 10,000, with prefetch: %d',
    async (prefetch) => {
      const { server, leaves } = opened(book(ids(1, 10_000).map(() => 1)), { prefetch, maxPages: 10_000 })
      let ahead = 0
      let seen = 0
      for await (const { number } of leaves) {
        if (number % 100 === 0) await settled()
        ahead = Math.max(ahead, server.requests.length - seen++)
      }
      expect([seen, ahead]).toEqual([10_000, 1 + prefetch])
    },
  )

  it('asks for nothing before the first turn of the loop', async () => {
    const { server, list } = opened(book(six))
    const iterator = list[Symbol.asyncIterator]()
    await settled()
    expect(server.requests).toEqual([])
    expect(await iterator.return?.()).toEqual({ done: true, value: undefined })
    expect(await iterator.next()).toEqual({ done: true, value: undefined })
    expect(server.requests).toEqual([])
  })

  it('paging scenario 3: unsubscribing aborts the request in flight, though it is never answered', async () => {
    const { server, list } = opened(stuck)
    const subscription = list.subscribe()
    await settled()
    expect([server.requests.length, server.aborted()]).toEqual([2, 0])
    subscription.unsubscribe()
    expect([server.requests.length, server.aborted()]).toEqual([2, 1])
  })

  it('paging scenario 3: leaving the loop aborts the request in flight, though it is never answered', async () => {
    const { server, list } = opened(stuck, { prefetch: 1 })
    for await (const { id } of list) {
      await settled()
      expect([id, server.requests.length, server.aborted()]).toEqual([1, 2, 0])
      break
    }
    expect([server.requests.length, server.aborted()]).toEqual([2, 1])
  })

  it('paging scenario 3: a throw in the loop aborts too', async () => {
    const { server, list } = opened(stuck, { prefetch: 1 })
    const looped = async () => {
      for await (const { id } of list) throw new Error(`not ${String(id)}`)
    }
    await expect(looped()).rejects.toThrow('not 1')
    expect(server.aborted()).toBe(1)
  })

  it('paging scenario 3: an AbortSignal ends it by way of takeUntil', async () => {
    const { server, list } = opened(stuck)
    const abort = new AbortController()
    const seen = lastValueFrom(list.pipe(takeUntil(fromEvent(abort.signal, 'abort')), toArray()))
    await settled()
    abort.abort()
    expect(await seen).toHaveLength(3)
    expect([server.requests.length, server.aborted()]).toEqual([2, 1])
  })

  it('paging scenario 3: return answers a next that waits, and aborts', async () => {
    const { server, list } = opened(stuck)
    const iterator = list[Symbol.asyncIterator]()
    const turns = ids(1, 5).map(() => iterator.next())
    await settled()
    await iterator.return?.()
    expect((await Promise.all(turns)).map(({ done }) => done)).toEqual([false, false, false, true, true])
    expect(server.aborted()).toBe(1)
  })

  it('paging scenario 5: after an error next rejects again and again, and nothing more is asked for', async () => {
    const { server, list } = opened((request) => (pageAsked(request) === 4 ? json({}) : book(six)(request)))
    const iterator = list[Symbol.asyncIterator]()
    for (const id of ids(1, 9)) expect(await iterator.next()).toEqual({ done: false, value: { id } })
    for (let turn = 0; turn < 3; turn++) {
      await expect(iterator.next()).rejects.toMatchObject({ _tag: 'DecodeError', page: some(4) })
    }
    expect(server.requests.map(pageAsked)).toEqual([1, 2, 3, 4])
  })

  it('ends for good: after the last resource every next is done', async () => {
    const { server, list } = opened(book([1]))
    const iterator = list[Symbol.asyncIterator]()
    expect(await iterator.next()).toEqual({ done: false, value: { id: 1 } })
    for (let turn = 0; turn < 3; turn++) expect(await iterator.next()).toEqual({ done: true, value: undefined })
    expect(server.requests).toHaveLength(1)
  })

  it('paging scenario 11: next asked twice at once gives two resources and two pages, none of them twice', async () => {
    const { server, list, leaves } = opened(book([1, 1]))
    const turns = list[Symbol.asyncIterator]()
    expect(await Promise.all([turns.next(), turns.next(), turns.next()])).toEqual([
      { done: false, value: { id: 1 } },
      { done: false, value: { id: 2 } },
      { done: true, value: undefined },
    ])
    const pageTurns = leaves[Symbol.asyncIterator]()
    const both = await Promise.all([pageTurns.next(), pageTurns.next()])
    expect(both.map(({ value }) => value?.number)).toEqual([1, 2])
    await pageTurns.return?.()
    expect(server.requests.map(pageAsked)).toEqual([1, 2, 1, 2])
  })

  it('paging scenario 11: two loops over one stream have runs of their own', async () => {
    const { server, list } = opened(book([2, 1]))
    const [one, other] = [list[Symbol.asyncIterator](), list[Symbol.asyncIterator]()]
    expect((await one.next()).value).toEqual({ id: 1 })
    expect((await other.next()).value).toEqual({ id: 1 })
    expect((await one.next()).value).toEqual({ id: 2 })
    expect((await one.next()).value).toEqual({ id: 3 })
    expect(server.requests.map(pageAsked)).toEqual([1, 1, 2])
    await Promise.all([one.return?.(), other.return?.()])
  })

  it('waits for the pace and for the loop, whichever is later', async () => {
    let allow = (): void => undefined
    const { server, leaves } = opened(book(six), {
      pace: () =>
        new Promise<void>((resolve) => {
          allow = resolve
        }),
    })
    const iterator = leaves[Symbol.asyncIterator]()
    await iterator.next()
    const second = iterator.next()
    await settled()
    expect(server.requests).toHaveLength(1)
    allow()
    expect((await second).value?.number).toBe(2)
    allow()
    await settled()
    expect(server.requests).toHaveLength(2)
    await iterator.return?.()
  })

  it('gives a loop the rest of a page before the error of its pace', async () => {
    const { list } = opened(book(six), {
      pace: () => {
        throw new Error('the pace is broken')
      },
    })
    const seen: Array<number> = []
    const looped = async () => {
      for await (const { id } of list) seen.push(id)
    }
    await expect(looped()).rejects.toThrow('the pace is broken')
    expect(seen).toEqual([1, 2, 3])
  })

  it('can be left from within its pace', async () => {
    const { server, leaves } = opened(book(six), { prefetch: 1, pace: () => iterator.return?.() ?? [] })
    const iterator = leaves[Symbol.asyncIterator]()
    await iterator.next()
    expect((await iterator.next()).done).toBe(true)
    expect(server.requests).toHaveLength(2)
  })
})

describe('PageStream', () => {
  it('is an Observable to RxJS, whose operators give plain ones', async () => {
    const list = all(connectionOver(listServer(book([2])).http))(rows)
    expect(isObservable(list)).toBe(true)
    expect(await lastValueFrom(from(list).pipe(toArray()))).toHaveLength(2)
    expect(Symbol.asyncIterator in list.pipe(take(1))).toBe(false)
  })

  it('is looked up anew for each subscriber and each loop, when they begin', async () => {
    let lookups = 0
    const list = deferAll(
      () => connectionOver(listServer(book([++lookups])).http),
      () => [rows, {}],
    )
    const iterator = list[Symbol.asyncIterator]()
    expect(lookups).toBe(0)
    expect(await lastValueFrom(list.pipe(toArray()))).toHaveLength(1)
    expect(await iterator.next()).toEqual({ done: false, value: { id: 1 } })
    expect(await iterator.next()).toEqual({ done: false, value: { id: 2 } })
    expect(lookups).toBe(2)
    await iterator.return?.()
  })

  it('makes what its lookup throws an error of the run', async () => {
    const list = deferAll<Row>(
      () => {
        throw new Error('no such user')
      },
      () => [rows, {}],
    )
    await expect(firstValueFrom(list)).rejects.toThrow('no such user')
    const iterator = list[Symbol.asyncIterator]()
    for (let turn = 0; turn < 2; turn++) await expect(iterator.next()).rejects.toThrow('no such user')
  })
})
