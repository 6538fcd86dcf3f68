import { isNone, none, type Option, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { firstValueFrom } from 'rxjs'
import type { Connection } from '../../../lib/http/Connection.js'
import type { ListRequest } from '../../../lib/service/api/Request.js'
import type { Page, PageLink } from '../../../lib/streams/pages/PageLink.js'
import { connectionOver } from '../../helpers/connection.js'
import { followLink, pages } from '../../helpers/interpreters.js'
import { book, listServer, outcome, type Row, rows, transports } from '../../helpers/lists.js'
import { marbles } from '../../helpers/marbles.js'
import { page } from '../../helpers/responses.js'

const to = (link: Option<PageLink>): PageLink => {
  if (isNone(link)) throw new Error('no such neighbour')
  return link.value
}

const foreign = { _tag: 'PagingError', reason: 'foreign-link', operation: 'rows.list', page: none }

describe.each(transports)('followLink, over a transport that is $transport', ({ delivery }) => {
  const opened = async (script = book([1, 1, 1]), overrides: Partial<Connection> = {}) => {
    const server = listServer(script, delivery)
    const connection = connectionOver(server.http, overrides)
    return { server, connection, first: await firstValueFrom(pages(connection)(rows)) }
  }

  const follow = (connection: Connection, link: PageLink, list: ListRequest<Row> = rows): Promise<Page<Row>> =>
    firstValueFrom(followLink(connection)(list, link))

  it('goes to the next page and back, and counts', async () => {
    const { server, connection, first } = await opened()
    const second = await follow(connection, to(first.next))
    const third = await follow(connection, to(second.next))
    const back = await follow(connection, to(third.previous))
    expect([first, second, third, back].map(({ number, resources }) => [number, resources])).toEqual([
      [1, [{ id: 1 }]],
      [2, [{ id: 2 }]],
      [3, [{ id: 3 }]],
      [2, [{ id: 2 }]],
    ])
    expect(third.next).toEqual(none)
    expect(server.asked()).toEqual(['/v2/rows', '/v2/rows?after=2', '/v2/rows?after=3', '/v2/rows?after=2'])
  })

  it('counts from 1, though rows have come before what was the first page', async () => {
    const { connection, first } = await opened(() => page([{ id: 1 }], null, '/v2/rows?before=1'))
    expect((await follow(connection, to(first.previous))).number).toBe(1)
  })

  it.each([
    ['the link has it', '/v2/rows?account_id=7&after=x', undefined, { account_id: 7 }],
    ['the page before had it', '/v2/rows?after=x', { account_id: 7 }, { account_id: '7' }],
    ['neither has it', '/v2/rows?after=x', undefined, { account_id: 7 }],
    ['the request has none', '/v2/rows?account_id=7', undefined, undefined],
    ['what differs is no id', '/v2/rows?since=2026-01-01', undefined, { since: '2026-01-02' }],
  ])('goes to the rows of an id if %s', async (_, uri, before, query) => {
    const { server, connection } = await opened(() => page([], null, uri))
    const first = await firstValueFrom(pages(connection)({ ...rows, ...(before && { query: before }) }))
    await follow(connection, to(first.previous), { ...rows, ...(query && { query }) })
    expect(server.requests).toHaveLength(3)
  })

  it.each([
    ['the link', '/v2/rows?account_id=7&after=x', undefined],
    ['the page before', '/v2/rows?after=x', { account_id: 7 }],
  ])('requests nothing if %s has another id', async (_, uri, before) => {
    const { server, connection } = await opened(() => page([], null, uri))
    const first = await firstValueFrom(pages(connection)({ ...rows, ...(before && { query: before }) }))
    const { error } = await outcome(followLink(connection)({ ...rows, query: { account_id: 8 } }, to(first.previous)))
    expect(error).toMatchObject({
      _tag: 'ConfigError',
      issues: [{ path: '/query/account_id', expected: '7, as the link has it' }],
    })
    expect(server.requests).toHaveLength(2)
  })

  it('can follow one link more than once', async () => {
    const { server, connection, first } = await opened()
    const following = followLink(connection)(rows, to(first.next))
    expect(await firstValueFrom(following)).toEqual(await firstValueFrom(following))
    expect(server.requests).toHaveLength(3)
  })

  it('sends the headers and the timeout of the call, and no parameters but those of the link', async () => {
    const { server, connection, first } = await opened()
    await firstValueFrom(followLink(connection)(rows, to(first.next), { timeout: 7, headers: { 'X-Trace': '7' } }))
    expect(server.requests[1]).toMatchObject({ timeout: 7, headers: { 'X-Trace': '7' } })
    expect(server.asked()[1]).toBe('/v2/rows?after=2')
  })

  it.each([
    ['client', { client: {} }, rows],
    ['user', { principal: 'somebody else' }, rows],
    ['list', {}, { ...rows, path: '/v2/others' }],
    ['list, by its codec', {}, { ...rows, resource: t.type({ id: t.number }) }],
  ])('refuses the link of another %s, and sends nothing', async (_, overrides, list) => {
    const { server, connection, first } = await opened()
    const other = { ...connection, ...overrides }
    expect((await outcome(followLink(other)(list, to(first.next)))).error).toMatchObject(foreign)
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    ['an Option', (link: PageLink) => some(link)],
    ['a string', () => '/v2/rows?after=2'],
    ['a stored one', (link: PageLink) => JSON.parse(JSON.stringify(link)) as unknown],
    ['a copy', (link: PageLink) => structuredClone(link)],
    ['a look-alike', (link: PageLink) => Object.create(link) as unknown],
    ['nothing', () => undefined],
  ])('refuses %s in the place of a link, and sends nothing', async (_, forge) => {
    const { server, connection, first } = await opened()
    const { error } = await outcome(followLink(connection)(rows, forge(to(first.next)) as PageLink))
    expect(error).toMatchObject(foreign)
    expect(server.requests).toHaveLength(1)
  })

  it('refuses a link that leaves the service, and names its page', async () => {
    const { server, connection, first } = await opened(() => page([], '//evil.example/v2/rows'))
    const { error } = await outcome(followLink(connection)(rows, to(first.next)))
    expect(error).toMatchObject({ _tag: 'PagingError', reason: 'foreign-address', page: some(2) })
    expect(server.requests).toHaveLength(1)
  })

  it('refuses wrong options, and sends nothing', async () => {
    const { server, connection, first } = await opened()
    const { error } = await outcome(followLink(connection)(rows, to(first.next), { timeout: -1 }))
    expect(error).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/timeout' }] })
    expect(server.requests).toHaveLength(1)
  })
})

describe('followLink', () => {
  it('is cold, and aborts when it is left', async () => {
    const first = connectionOver(listServer(book([1, 1])).http)
    const { next } = await firstValueFrom(pages(first)(rows))
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const two = cold('-----(b|)', { b: page([]) })
      const following = followLink({ ...first, http: () => two })(rows, to(next))
      expectObservable(following, '--^--!').toBe('-')
      expectSubscriptions(two.subscriptions).toBe('--^--!')
    })
  })
})
