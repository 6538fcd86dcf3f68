import { isNone, none, some } from 'fp-ts/lib/Option.js'
import { requestForAll, requestSince } from '../../../lib/streams/polling/updatedList.js'
import { updatedStocks } from '../../helpers/feed.js'

describe('requestForAll', () => {
  it('is the request from no moment', () => {
    expect(
      requestForAll((since) => ({ ...updatedStocks(since), query: { all: String(isNone(since)) } })),
    ).toMatchObject({
      operation: 'stocks.updated',
      query: { all: 'true' },
    })
  })

  it.each([['stocks'], [undefined], [{}]])('refuses %j', (list) => {
    expect(() => requestForAll(list as never)).toThrow(
      'request: expected a function from a moment to a request for a list',
    )
  })
})

describe('requestSince', () => {
  it.each([
    [none, undefined, { limit: 500 }],
    [some(0), 7, { since: '1970-01-01T00:00:00.000Z', limit: 7 }],
  ])('from %j, in pages of %p', (since, limit, query) => {
    expect(requestSince(updatedStocks, since, limit).query).toEqual(query)
  })
})
