import { none, some } from 'fp-ts/lib/Option.js'
import { checkUpdatedList, requestSince } from '../../../lib/streams/polling/updatedList.js'
import { updatedStocks } from '../../helpers/feed.js'

describe('checkUpdatedList', () => {
  it('gives the same requests, and refuses an invalid one', () => {
    const since = some(new Date(0))
    expect(checkUpdatedList(updatedStocks)(since)).toEqual(updatedStocks(since))
    const broken = checkUpdatedList((moment) => ({ ...updatedStocks(moment), path: '' }))
    expect(() => broken(none)).toThrow('path: expected a string that is not empty')
  })

  it.each([['stocks'], [undefined], [{}]])('refuses %j', (list) => {
    expect(() => checkUpdatedList(list as never)).toThrow(
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
