import { some } from 'fp-ts/lib/Option.js'
import type { BaseUrl } from '../../../lib/http/baseUrl.js'
import { all, pages } from '../../../lib/streams/pages/pages.js'
import { connectionOver } from '../../helpers/connection.js'
import { book, ids, listServer, outcome, pageAsked, rows, type Script, transports } from '../../helpers/lists.js'
import { page } from '../../helpers/responses.js'

const atRoot: BaseUrl = { origin: 'https://bank.example', prefix: '', roots: ['/v2'] }
const behindGateway: BaseUrl = { origin: 'https://bank.example', prefix: '/gate/way', roots: ['/v2'] }

describe.each(transports)('links between pages, over a transport that is $transport', ({ delivery }) => {
  const opened = (script: Script, baseUrl = atRoot) => {
    const server = listServer(script, delivery)
    return { server, connection: connectionOver(server.http, { baseUrl }) }
  }

  /** A list whose first page links to `link`; what follows is its end. */
  const linking = (link: string, baseUrl?: BaseUrl) =>
    opened(({ page: number }) => page([{ id: 1 }], number._tag === 'Some' && number.value === 1 ? link : null), baseUrl)

  it.each([
    ['to itself', { 1: 2, 2: 2 }, [1, 2]],
    ['to the first page', { 1: 2, 2: 1 }, [1, 2]],
    ['around a longer way', { 1: 2, 2: 3, 3: 4, 4: 2 }, [1, 2, 3, 4]],
  ] as ReadonlyArray<readonly [string, Record<number, number>, ReadonlyArray<number>]>)(
    'paging scenario 7: a link that leads back %s is an error before it is asked for again',
    async (_, turns, visited) => {
      const { server, connection } = opened((request) => {
        const number = pageAsked(request)
        return page([{ id: number }], `/v2/rows?after=${String(turns[number])}`)
      })
      const { values, error } = await outcome(all(connection)({ ...rows, query: { after: 1 } }))
      expect(values).toEqual(visited.map((id) => ({ id })))
      expect(error).toMatchObject({ _tag: 'PagingError', reason: 'loop', page: some(visited.length + 1) })
      expect(server.requests.map(pageAsked)).toEqual(visited)
    },
  )

  it('paging scenario 7: a first page that links to itself is an error after one request, however the link is written', async () => {
    for (const link of [
      '/v2/rows',
      'https://bank.example/v2/rows',
      'rows',
      '/v2/../v2/rows',
      '/v2/rows#again',
      '#again',
    ]) {
      const { server, connection } = linking(link)
      const { error } = await outcome(all(connection)(rows))
      expect(error).toMatchObject({ reason: 'loop', page: some(2) })
      expect(server.requests).toHaveLength(1)
    }
  })

  it('paging scenario 7: a list of 1,001 pages is an error where 1,000 are allowed, after these', async () => {
    const { server, connection } = opened(book(ids(1, 1_001).map(() => 1)))
    const { values, error } = await outcome(pages(connection)(rows, { maxPages: 1_000 }))
    expect(values).toHaveLength(1_000)
    expect(error).toMatchObject({ reason: 'too-many-pages', page: some(1_001) })
    expect(server.requests).toHaveLength(1_000)
  })

  it.each([
    'https://evil.example/v2/rows?after=2',
    'http://bank.example/v2/rows?after=2',
    'https://bank.example:8443/v2/rows?after=2',
    'https://bank.example./v2/rows?after=2',
    'https://bank.example.evil.example/v2/rows',
    'https://bank.example@evil.example/v2/rows',
    'https://user:pw@bank.example/v2/rows?after=2',
    'https://user@bank.example/v2/rows?after=2',
    '//evil.example/v2/rows',
    '///evil.example/v2/rows',
    '\\\\evil.example\\v2\\rows',
    '/\\evil.example/v2/rows',
    ' //evil.example/v2/rows',
    'ftp://bank.example/v2/rows',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:application/json,{}',
    'blob:https://bank.example/v2/rows',
  ])('paging scenario 9: nothing is sent to %p', async (link) => {
    for (const baseUrl of [atRoot, behindGateway]) {
      const { server, connection } = linking(link, baseUrl)
      const { values, error } = await outcome(all(connection)(rows))
      expect(values).toEqual([{ id: 1 }])
      expect(error).toMatchObject({ _tag: 'PagingError', reason: 'foreign-address', page: some(2) })
      expect(server.requests).toHaveLength(1)
    }
  })

  it.each([
    '/v2/../../x',
    '/v2/../../../x',
    '/v2/%2e%2e/%2E%2E/x',
    '/v2/..\\..\\x',
    '/gate/way/../../x',
    '/gate/x',
    '/gate/wayward/v2/rows',
    '/x',
    'https://bank.example/v2/rows?after=2',
    '../../../x',
  ])('paging scenario 9: nothing is sent beyond the prefix of the base URL, as %p asks', async (link) => {
    const { server, connection } = linking(link, behindGateway)
    const { error } = await outcome(all(connection)(rows))
    expect(error).toMatchObject({ _tag: 'PagingError', reason: 'foreign-address', page: some(2) })
    expect(server.requests).toHaveLength(1)
  })

  it.each(['/v2/ro\tws?after=2', '/v2/rows?after=\n2', '/\n/evil.example/', '\r', 'https://[', 'https://a b/', '//'])(
    'paging scenario 9: %j is no link, and nothing is sent',
    async (link) => {
      const { server, connection } = linking(link)
      const { error } = await outcome(all(connection)(rows))
      expect(error).toMatchObject({ _tag: 'PagingError', reason: 'malformed-link', page: some(2) })
      expect(server.requests).toHaveLength(1)
    },
  )

  it.each([
    '/v2/rows?after=2',
    'https://bank.example/v2/rows?after=2',
    'HTTPS://Bank.Example:443/v2/rows?after=2',
    '//bank.example/v2/rows?after=2',
    'rows?after=2',
    './rows?after=2',
    '?after=2',
  ])('paging scenario 9: follows %p', async (link) => {
    const { server, connection } = linking(link)
    expect((await outcome(all(connection)(rows))).error).toBeUndefined()
    expect(server.requests.map(({ url }) => url)).toEqual([
      'https://bank.example/v2/rows',
      'https://bank.example/v2/rows?after=2',
    ])
  })

  it.each([
    '/v2/rows?after=2',
    '/gate/way/v2/rows?after=2',
    'rows?after=2',
    'https://bank.example/gate/way/v2/rows?after=2',
  ])('paging scenario 9: follows %p under the prefix of the base URL, once', async (link) => {
    const { server, connection } = linking(link, behindGateway)
    await outcome(all(connection)(rows))
    expect(server.asked()).toEqual(['/gate/way/v2/rows', '/gate/way/v2/rows?after=2'])
  })

  it.each([
    '?after=a+b%2Bc%20d=e==&x=%3D%26',
    '?after=%C3%A9%E2%82%AC&q=(*)!~.,;:@/?',
    "?since='2021'&tags[]=1|2^{3}`\"<>",
    '?',
    '',
  ])('paging scenario 9: a query arrives byte for byte: %p', async (query) => {
    const { server, connection } = linking(`/v2/more${query}`)
    await outcome(all(connection)(rows, { limit: 5 }))
    expect(server.asked()).toEqual(['/v2/rows?limit=5', `/v2/more${query}`])
  })

  it('does not show the link in its error', async () => {
    const { connection } = linking('https://evil.example/v2/rows?after=c2VjcmV0')
    const { error } = await outcome(all(connection)(rows))
    expect(`${String(error)} ${JSON.stringify(error)} ${(error as Error).stack ?? ''}`).not.toMatch(/evil|c2VjcmV0/)
  })
})
