import { isNone, type Option } from 'fp-ts/lib/Option.js'
import { firstValueFrom, lastValueFrom, NEVER, type Observable, of, toArray } from 'rxjs'
import { ConfigError } from '../../lib/base/error/ConfigError.js'
import { collection, plainCollection } from '../../lib/client/collection.js'
import type { PageLink } from '../../lib/streams/pages/PageLink.js'
import { connectionOver } from '../helpers/connection.js'
import { book, listServer, outcome, type Row, rows } from '../helpers/lists.js'

const to = (link: Option<PageLink>): PageLink => {
  if (isNone(link)) throw new Error('no such neighbour')
  return link.value
}

const opened = () => {
  const server = listServer(book([2, 1]))
  const over = connectionOver(server.http)
  const lookups: Array<string> = []
  const list = plainCollection(
    () => {
      lookups.push('connection')
      return over
    },
    () => {
      lookups.push('request')
      return rows
    },
  )
  return { server, lookups, list }
}

describe('plainCollection', () => {
  it('reads a list by page, by resource, by link and by command', async () => {
    const { list } = opened()
    expect(await lastValueFrom(list.all().pipe(toArray()))).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
    const [first, second] = await lastValueFrom(list.pages().pipe(toArray()))
    if (first === undefined) throw new Error('no first page')
    expect(await firstValueFrom(list.page(to(first.next)))).toEqual(second)
    const navigated = await lastValueFrom(list.navigate(of('next')))
    expect(navigated).toMatchObject({ page: { value: { number: 2 } } })
  })

  it('looks up connection and request when somebody subscribes, each time', async () => {
    const { server, lookups, list } = opened()
    const { next } = await firstValueFrom(list.pages())
    lookups.length = 0
    const streams: ReadonlyArray<Observable<unknown>> = [
      list.pages(),
      list.all(),
      list.page(to(next)),
      list.navigate(NEVER),
    ]
    const iterator = list.all()[Symbol.asyncIterator]()
    expect([lookups, server.requests.length]).toEqual([[], 1])
    for (const stream of [...streams, ...streams]) stream.subscribe().unsubscribe()
    await iterator.next()
    await iterator.return?.()
    expect(lookups.sort()).toEqual([...Array<string>(9).fill('connection'), ...Array<string>(9).fill('request')])
  })

  it('takes the options of each way, and refuses those of another', async () => {
    const { server, list } = opened()
    const { next } = await firstValueFrom(list.pages({ limit: 2 }))
    const refused = [
      list.page(to(next), { limit: 2 } as object),
      list.navigate(NEVER, { prefetch: 1 } as object),
      list.all({ language: 'fr' } as object),
    ]
    for (const stream of refused) expect((await outcome<unknown>(stream)).error).toMatchObject({ _tag: 'ConfigError' })
    expect(server.asked()).toEqual(['/v2/rows?limit=2'])
  })
})

describe('collection', () => {
  const spoken = () => {
    const server = listServer(book([1, 1]))
    const over = connectionOver(server.http)
    const list = collection<Row, { readonly language?: string }>(
      () => over,
      ({ language, ...rest }) => {
        if (language === 'xx') throw new ConfigError({ issues: [{ path: '/language', expected: 'a language' }] })
        const request = language === undefined ? rows : { ...rows, headers: { 'Accept-Language': language } }
        return [request, rest as never]
      },
    )
    return { server, list }
  }

  it('takes options of its own, every way, and sends what they mean with each page', async () => {
    const { server, list } = spoken()
    const { next } = await firstValueFrom(list.pages({ language: 'fr', limit: 1 }))
    await lastValueFrom(list.all({ language: 'fr' }))
    await firstValueFrom(list.page(to(next), { language: 'fr' }))
    await lastValueFrom(list.navigate(of('next'), { language: 'fr' }))
    expect(server.requests.map(({ headers }) => headers['Accept-Language'])).toEqual(Array(6).fill('fr'))
  })

  it('makes what is wrong in them an error of the stream, every way', async () => {
    const { server, list } = spoken()
    const { next } = await firstValueFrom(list.pages())
    const wrong = { language: 'xx' }
    const streams = [list.pages(wrong), list.all(wrong), list.page(to(next), wrong), list.navigate(NEVER, wrong)]
    for (const stream of streams) {
      expect((await outcome<unknown>(stream)).error).toMatchObject({
        _tag: 'ConfigError',
        issues: [{ path: '/language' }],
      })
    }
    await expect(list.all(wrong)[Symbol.asyncIterator]().next()).rejects.toMatchObject({ _tag: 'ConfigError' })
    expect(server.requests).toHaveLength(1)
  })
})
