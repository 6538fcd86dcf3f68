import { nearestRequest } from '../../../lib/testing/tape/replayHttp.js'
import type { TapeEntry, TapeRequest } from '../../../lib/testing/tape/TapeEntry.js'

const requests: ReadonlyArray<TapeRequest> = [
  { method: 'GET', url: '/v2/banks?limit=50' },
  { method: 'GET', url: '/v2/items' },
  { method: 'GET', url: '/v2/items/552310' },
  { method: 'DELETE', url: '/v2/items/552310' },
  { method: 'GET', url: '/v2/items/552310/refresh/status' },
  { method: 'GET', url: '/v2/users/c67eb6a6-43e3-28f4-3b1a-31db87d98c1d/items' },
  { method: 'GET', url: '/v2/transactions?limit=50' },
  { method: 'GET', url: '/v2/transactions?after=abc&limit=500' },
]

const tape = requests.map((request, index): TapeEntry => ({
  tape: 1,
  number: index + 1,
  time: '2026-01-01T00:00:00Z',
  duration: 1,
  request,
}))

describe('nearestRequest', () => {
  it.each<readonly [TapeRequest['method'], string, string]>([
    ['GET', '/v2/banks', '/v2/banks?limit=50'],
    ['GET', '/v2/items?limit=50', '/v2/items'],
    ['GET', '/v2/items/7', '/v2/items/552310'],
    ['GET', '/v2/items/7/refresh/status', '/v2/items/552310/refresh/status'],
    ['POST', '/v2/items/7/refresh', '/v2/items/552310/refresh/status'],
    ['GET', '/v2/users/c2a26c9e-dc23-4f67-b887-bbae0f26c415/items', requests[5]?.url ?? ''],
    ['GET', '/v2/transactions?limit=100', '/v2/transactions?limit=50'],
    ['GET', '/v2/transactions?limit=500', '/v2/transactions?after=abc&limit=500'],
  ])('is, for %s %s, that of %s', (method, url, nearest) => {
    expect(nearestRequest(tape, { method, url })?.request.url).toBe(nearest)
  })

  it('goes by the method if all else is the same', () => {
    expect(nearestRequest(tape, { method: 'DELETE', url: '/v2/items/7' })?.request.method).toBe('DELETE')
  })

  it('is none if there are none', () => {
    expect(nearestRequest([], { method: 'GET', url: '/v2/items' })).toBeUndefined()
  })
})
