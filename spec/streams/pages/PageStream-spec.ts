import { some } from 'fp-ts/lib/Option.js'
import { firstValueFrom, from, isObservable, lastValueFrom, NEVER, take, toArray } from 'rxjs'
import type { PagesConfig } from '../../../lib/streams/pages/pages.js'
import { deferAll } from '../../../lib/streams/pages/pages.js'
import { connectionOver } from '../../helpers/connection.js'
import { all, pages } from '../../helpers/interpreters.js'
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

  it('requests nothing before toArray() is called, and rejects it with the error of the page that failed', async () => {
    const { server, list } = opened((request) => (pageAsked(request) === 2 ? json({}) : book(six)(request)))
    expect(server.requests).toHaveLength(0)
    await expect(list.toArray()).rejects.toMatchObject({ _tag: 'DecodeError', page: some(2) })
  })

  it.each([
    [0, 1],
    [1, 2],
  ] as const)('with prefetch: %d, a slow loop has at most %d pages downloaded', async (prefetch, downloaded) => {
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
  })

  it('a throw in the loop aborts the request in flight', async () => {
    const { server, list } = opened(stuck, { prefetch: 1 })
    const looped = async () => {
      for await (const { id } of list) throw new Error(`not ${String(id)}`)
    }
    await expect(looped()).rejects.toThrow('not 1')
    expect(server.aborted()).toBe(1)
  })

  it('return ends a next() that waits, and aborts the request in flight', async () => {
    const { server, list } = opened(stuck)
    const iterator = list[Symbol.asyncIterator]()
    const turns = ids(1, 5).map(() => iterator.next())
    await settled()
    await iterator.return?.()
    expect((await Promise.all(turns)).map(({ done }) => done)).toEqual([false, false, false, true, true])
    expect(server.aborted()).toBe(1)
  })

  it('ends for good: after the last resource every next is done', async () => {
    const { server, list } = opened(book([1]))
    const iterator = list[Symbol.asyncIterator]()
    expect(await iterator.next()).toEqual({ done: false, value: { id: 1 } })
    for (let turn = 0; turn < 3; turn++) expect(await iterator.next()).toEqual({ done: true, value: undefined })
    expect(server.requests).toHaveLength(1)
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
