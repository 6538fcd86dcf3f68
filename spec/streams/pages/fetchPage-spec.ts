import { isSome, none, some } from 'fp-ts/lib/Option.js'
import { firstValueFrom } from 'rxjs'
import { fetchPage, toPage } from '../../../lib/streams/pages/fetchPage.js'
import type { PageLink } from '../../../lib/streams/pages/PageLink.js'
import { connectionOver } from '../../helpers/connection.js'
import { book, listServer, outcome, rows, type Script } from '../../helpers/lists.js'
import { json, page } from '../../helpers/responses.js'

const fetching = (script: Script) => {
  const server = listServer(script)
  const connection = connectionOver(server.http)
  return { server, fetch: fetchPage(connection, connection.http, rows, {}) }
}

describe('fetchPage', () => {
  it('fetches the first page, and pages at an address, each with its number', async () => {
    const { server, fetch } = fetching(book([1, 1, 1]))
    const first = await firstValueFrom(fetch())
    const third = await firstValueFrom(fetch({ number: 3, url: 'https://bank.example/v2/rows?after=3' }))
    expect([first.number, third.number]).toEqual([1, 3])
    expect([first.httpRequest.page, third.httpRequest.page]).toEqual([some(1), some(3)])
    expect(server.asked()).toEqual(['/v2/rows', '/v2/rows?after=3'])
  })

  it('asks anew for each subscriber', () => {
    const { server, fetch } = fetching(book([1]))
    const first = fetch()
    expect(server.requests).toEqual([])
    first.subscribe()
    first.subscribe()
    expect(server.requests.map(({ number }) => number)).toEqual([1, 2])
  })

  it('tells the time of the service, if it said so', async () => {
    const date = 'Thu, 01 Jan 2026 00:00:00 GMT'
    expect((await firstValueFrom(fetching(() => page([], null, null, { date })).fetch())).serverTime).toEqual(
      some(Date.UTC(2026, 0, 1)),
    )
    expect((await firstValueFrom(fetching(() => page([])).fetch())).serverTime).toEqual(none)
  })

  it('gives the user the page alone', async () => {
    const read = await firstValueFrom(fetching(() => page([{ id: 1 }], '/v2/rows?after=2')).fetch())
    expect(toPage(read)).toEqual({
      resources: [{ id: 1 }],
      next: some(expect.anything() as PageLink),
      previous: none,
      number: 1,
    })
  })

  it.each([
    [{ resources: null }, '/resources'],
    [{ resources: {} }, '/resources'],
    [{}, '/resources'],
    [{ resources: [{ id: 1 }, { id: 'x' }] }, '/resources/1/id'],
    [{ resources: [], pagination: { next_uri: 7 } }, '/pagination/next_uri'],
    [{ resources: [], pagination: { next_uri: { href: '/v2/rows' } } }, '/pagination/next_uri'],
    [{ resources: [], pagination: { previous_uri: false } }, '/pagination/previous_uri'],
    [{ resources: [], pagination: '/v2/rows?after=2' }, '/pagination'],
    [[], ''],
  ])('says where the envelope %j is wrong, and on which page', async (envelope, path) => {
    const { fetch } = fetching(() => json(envelope))
    const { error } = await outcome(fetch({ number: 7, url: 'https://bank.example/v2/rows?after=7' }))
    expect(error).toMatchObject({ _tag: 'DecodeError', reason: 'shape', page: some(7), issues: [{ path }] })
  })

  it('gives a link if the service gave one, to either side', async () => {
    const { fetch } = fetching(() => page([], '/v2/rows?after=3', '/v2/rows?before=1'))
    const { next, previous } = await firstValueFrom(fetch({ number: 2, url: 'https://bank.example/v2/rows?after=2' }))
    expect([isSome(next), isSome(previous)]).toEqual([true, true])
  })
})
