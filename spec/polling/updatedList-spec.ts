import { isNone } from 'fp-ts/lib/Option.js'
import { requestForAll } from '../../lib/polling/updatedList.js'
import { updatedStocks } from '../helpers/feed.js'

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
