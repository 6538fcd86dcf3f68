import { isNone, none, some } from 'fp-ts/lib/Option.js'
import { firstValueFrom, lastValueFrom, take, toArray } from 'rxjs'
import { status } from '../../../lib/http/policies/statusErrors.js'
import type { Page } from '../../../lib/streams/pages/PageLink.js'
import { connectionOver } from '../../helpers/connection.js'
import { all, pages } from '../../helpers/interpreters.js'
import {
  book,
  ids,
  listServer,
  outcome,
  pageAsked,
  type Row,
  rows,
  type Script,
  transports,
} from '../../helpers/lists.js'
import { json, page } from '../../helpers/responses.js'

const six = [3, 3, 3, 3, 3, 3]

describe.each(transports)('pages, over a transport that is $transport', ({ delivery }) => {
  const opened = (script: Script) => {
    const server = listServer(script, delivery)
    return { server, connection: connectionOver(server.http) }
  }

  it('requests at most one page more with prefetch: 1', async () => {
    const { server, connection } = opened(book(six))
    await lastValueFrom(all(connection)(rows, { prefetch: 1 }).pipe(take(3), toArray()))
    expect(server.requests).toHaveLength(2)
  })

  it('names page 1 when the first page fails', async () => {
    const { connection } = opened(() => json('nonsense'))
    await expect(firstValueFrom(pages(connection)(rows))).rejects.toMatchObject({ page: some(1) })
  })

  it('a dead cursor is an error of its page, and the list does not start again by itself', async () => {
    const { server, connection } = opened((request) => (pageAsked(request) === 4 ? json({}, 410) : book(six)(request)))
    const http = status(connection.clock)(server.http)
    await expect(lastValueFrom(all({ ...connection, http })(rows))).rejects.toMatchObject({
      _tag: 'StatusError',
      status: 410,
      page: some(4),
    })
    expect(server.requests.map(pageAsked)).toEqual([1, 2, 3, 4])
  })

  it('counts only empty pages in a row', async () => {
    const sizes = ids(1, 400).map((number) => (number % 100 === 0 ? 1 : 0))
    const { connection } = opened(book(sizes))
    expect(await lastValueFrom(all(connection)(rows).pipe(toArray()))).toHaveLength(4)
  })

  it('a list that moves while it is read arrives as the service sends it, with a row twice', async () => {
    const shifted = [page([{ id: 3 }, { id: 2 }], '/v2/rows?after=2'), page([{ id: 2 }, { id: 1 }])]
    const { connection } = opened((request) => shifted[pageAsked(request) - 1] ?? json({}))
    expect(await lastValueFrom(all(connection)(rows).pipe(toArray()))).toEqual([3, 2, 2, 1].map((id) => ({ id })))
  })

  it('gives a list of exactly maxPages whole, and fails a longer one after them', async () => {
    const { server, connection } = opened(book(six))
    expect(await lastValueFrom(all(connection)(rows, { maxPages: 6 }).pipe(toArray()))).toHaveLength(18)
    const { values, error } = await outcome(pages(connection)(rows, { maxPages: 5 }))
    expect(values.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
    expect(error).toMatchObject({ _tag: 'PagingError', reason: 'too-many-pages', page: some(6) })
    expect(server.requests).toHaveLength(6 + 5)
  })

  it('errors with what its pace throws, at any page, after that page', async () => {
    const { server, connection } = opened(book(six))
    const broken = new Error('the pace is broken')
    const pace = ({ number }: Page<Row>) => {
      if (number === 3) throw broken
      return []
    }
    const { values, error } = await outcome(pages(connection)(rows, { pace }))
    expect([values.length, server.requests.length]).toEqual([3, 3])
    expect(error).toBe(broken)
  })

  it('shows a page without its request or address', async () => {
    const { connection } = opened(book(six))
    const [first, second] = await lastValueFrom(pages(connection)(rows).pipe(take(2), toArray()))
    expect(Object.keys(first ?? {})).toEqual(['resources', 'next', 'previous', 'number'])
    expect([isNone(first?.previous ?? none), isNone(second?.previous ?? none)]).toEqual([true, false])
    expect(JSON.stringify([first, second])).not.toMatch(/bank\.example|\/v2|after|somebody/)
  })
})

describe('pages', () => {
  it.each([
    ['limit', 0],
    ['limit', 501],
    ['limit', 1.5],
    ['limit', '50'],
    ['maxPages', 0],
    ['maxPages', Infinity],
    ['prefetch', 2],
    ['prefetch', true],
    ['pace', 100],
    ['timeout', 0],
    ['timeout', NaN],
    ['headers', { Authorization: 'Bearer stolen' }],
    ['after', 'MjAx'],
    ['before', 'MjAx'],
    ['limits', 5],
  ])('refuses %s: %p in the stream, and sends nothing', (name, value) => {
    const server = listServer(book(six))
    const list = pages(connectionOver(server.http))(rows, { [name]: value })
    const errors: Array<unknown> = []
    list.subscribe({ error: (error) => errors.push(error) })
    expect(errors).toMatchObject([{ _tag: 'ConfigError', issues: [{ path: `/${name}` }] }])
    expect(server.requests).toEqual([])
  })

  it.each([
    [{}, '/v2/rows'],
    [{ limit: 1 }, '/v2/rows?limit=1'],
    [{ limit: 500 }, '/v2/rows?limit=500'],
  ])('requests as many resources a page as %p says', (options, address) => {
    const server = listServer(book([1]))
    pages(connectionOver(server.http))(rows, options).subscribe()
    expect(server.asked()).toEqual([address])
  })

  it('adds a limit to what a request of one’s own asks for, and lets the call say the last word', () => {
    const server = listServer(book([1]))
    const own = { ...rows, query: { country: 'fr', limit: 10 } }
    pages(connectionOver(server.http))(own).subscribe()
    pages(connectionOver(server.http))(own, { limit: 20 }).subscribe()
    expect(server.asked()).toEqual(['/v2/rows?country=fr&limit=10', '/v2/rows?country=fr&limit=20'])
  })

  it('adds neither limit nor parameters to a link', () => {
    const server = listServer(book([1, 1]))
    pages(connectionOver(server.http))({ ...rows, query: { country: 'fr' } }, { limit: 1 }).subscribe()
    expect(server.asked()).toEqual(['/v2/rows?country=fr&limit=1', '/v2/rows?after=2'])
  })

  it('sends the headers and the timeout of the call with every page', () => {
    const server = listServer(book([1, 1]))
    pages(connectionOver(server.http))(rows, { timeout: 7, headers: { 'X-Trace': '7' } }).subscribe()
    expect(server.requests.map(({ timeout, headers }) => [timeout, headers['X-Trace']])).toEqual([
      [7, '7'],
      [7, '7'],
    ])
  })
})
