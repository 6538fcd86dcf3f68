import { some } from 'fp-ts/lib/Option.js'
import { lastValueFrom, of } from 'rxjs'
import { fetchLinked, pagingError } from '../../../lib/streams/pages/followLink.js'
import { PageLink } from '../../../lib/streams/pages/PageLink.js'
import { connectionOver } from '../../helpers/connection.js'
import { listServer, outcome, rows } from '../../helpers/lists.js'
import { page } from '../../helpers/responses.js'

const connection = connectionOver(listServer(() => page([])).http)

const linkTo = (uri: string, overrides: object = {}) =>
  new PageLink({
    client: connection.client,
    principal: connection.principal,
    operation: rows.operation,
    path: rows.path,
    codec: rows.resource,
    uri,
    requestUrl: 'https://bank.example/v2/rows?limit=7',
    number: 3,
    ...overrides,
  })

describe('fetchLinked', () => {
  it('fetches the page at the address of the link, with its number', async () => {
    const fetched = fetchLinked(connection, rows, linkTo('/v2/rows?after=x%2By'), (address) => of(address))
    expect(await lastValueFrom(fetched)).toEqual({ number: 3, url: 'https://bank.example/v2/rows?after=x%2By' })
  })

  it.each([
    ['is of another client', linkTo('/v2/rows', { client: {} }), { reason: 'foreign-link' }],
    ['is of another list', linkTo('/v2/rows', { path: '/v2/others' }), { reason: 'foreign-link' }],
    [
      'is of another list at the same path',
      linkTo('/v2/rows', { operation: 'rows.updated' }),
      { reason: 'foreign-link' },
    ],
    ['leaves the service', linkTo('//evil.example/v2/rows'), { reason: 'foreign-address', page: some(3) }],
  ])('fetches nothing if the link %s', async (_, link, fields) => {
    const fetch = jest.fn(() => of('a page'))
    const { error } = await outcome(fetchLinked(connection, rows, link, fetch))
    expect(error).toMatchObject({ _tag: 'PagingError', operation: rows.operation, ...fields })
    expect(fetch).not.toHaveBeenCalled()
  })
})

describe('pagingError', () => {
  it('errors with the list and the page', async () => {
    const { error } = await outcome(pagingError(rows, 'loop', 2))
    expect(error).toMatchObject({ _tag: 'PagingError', operation: rows.operation, page: some(2), reason: 'loop' })
  })
})
