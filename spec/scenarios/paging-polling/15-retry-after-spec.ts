import { of } from 'rxjs'
import { answers, request } from '../../helpers/refreshes.js'
import { json, page } from '../../helpers/responses.js'
import { begin, lastingToken, scripted } from '../../helpers/scripted.js'

const hour = 3_600_000
const httpDate = (ms: number): string => new Date(ms).toUTCString()

const date90sAhead = {
  'retry-after': httpDate(begin + hour + 90_000),
  date: httpDate(begin + hour),
}

/** A first failure is backed off from for a second at most, and a 429 quiets its scope for two. */
const longestBackoff = 2000
const cases: ReadonlyArray<readonly [string, Record<string, string>, number, number]> = [
  ['120', { 'retry-after': '120' }, 120_000, 120_000],
  ['a date 90 s ahead, while the local clock is an hour behind', date90sAhead, 90_000, 90_000],
  ['a date that has passed', { 'retry-after': httpDate(begin - hour), date: httpDate(begin) }, 1000, 1000],
  ['0', { 'retry-after': '0' }, 1000, 1000],
  ['abc', { 'retry-after': 'abc' }, 0, longestBackoff],
  ['-5', { 'retry-after': '-5' }, 0, longestBackoff],
  ['NaN', { 'retry-after': 'NaN' }, 0, longestBackoff],
  ['Infinity', { 'retry-after': 'Infinity' }, 0, longestBackoff],
  ['9999999999', { 'retry-after': '9999999999' }, 24 * hour, 24 * hour],
  ['a number beyond all numbers', { 'retry-after': '9'.repeat(400) }, 24 * hour, 24 * hour],
]

describe('paging scenario 15: Retry-After', () => {
  it.each(cases)('%s: a poll waits as it should, and then as it always does', (_, headers, least, most) => {
    const { user, clock, asked } = scripted((_request, call) => (call === 1 ? json({}, 429, headers) : answers.r))
    user.poll(request, { every: 2000 }).subscribe()
    clock.advance(2000 + most + 20_000)
    const [first = 0, refused = 0, next = Infinity, ...later] = asked.slice(0, 10).map(({ at }) => at)
    expect(refused - first).toBe(2000)
    expect(next - refused).toBeGreaterThanOrEqual(least)
    expect(next - refused).toBeLessThanOrEqual(most)
    expect(later.map((at) => at - next)).toEqual([2, 4, 6, 8, 10, 12, 14].map((seconds) => seconds * 1000))
  })

  it.each(cases.slice(0, 3))('%s, of a 503: watched changes wait as they should', (_, headers, least, most) => {
    const { user, clock, asked } = scripted((_request, call) => (call === 1 ? json({}, 503, headers) : page([])))
    user.stocks.watchUpdated({ every: 2000 }).subscribe()
    clock.advance(2200 + most + 3000)
    const [, refused = 0, next = Infinity, after = Infinity] = asked.map(({ at }) => at)
    expect(next - refused).toBeGreaterThanOrEqual(least)
    expect(next - refused).toBeLessThanOrEqual(most)
    expect(after - next).toBeLessThanOrEqual(2200)
  })

  it.each([429, 503])(
    'of a %d, again and again: it is heeded each time, and no two requests come within a second',
    (status) => {
      const asks = ['1', '0', '3', '0', httpDate(0), '2']
      const { user, clock, asked } = scripted((_request, call) => {
        const after = asks[call]
        return after === undefined ? answers.r : json({}, status, { 'retry-after': after, date: httpDate(begin) })
      })
      user.poll(request, { every: 2000 }).subscribe()
      clock.advance(180_000)
      const gaps = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0))
      expect(gaps.length).toBeGreaterThan(asks.length)
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000)
      gaps.slice(0, asks.length).forEach((gap, index) => {
        expect(gap).toBeGreaterThanOrEqual((Number(asks[index]) || 0) * 1000)
      })
    },
  )
})

describe('paging scenario 15: Retry-After (of the whole scope)', () => {
  const pollers = Array.from({ length: 9 }, (_, index) => ({
    ...request,
    path: `/v2/items/${String(index)}/refresh/status` as const,
  }))

  it('all pollers of a user wait, and those of another do not', () => {
    const isRefused = { user: true }
    const service = scripted(({ url, headers }, call) => {
      if (headers['X-User'] === 'other') return answers.r
      if (call < pollers.length || !isRefused.user || !url.includes('/items/7/')) return answers.r
      isRefused.user = false
      return json({}, 429, { 'retry-after': '120' })
    })
    const { client, user, clock, asked } = service
    const other = client.user({ token$: of(lastingToken()) })
    for (const own of pollers) user.poll(own, { every: 2000 }).subscribe()
    other
      .poll({ ...request, path: '/v2/items/900/refresh/status' }, { every: 2000, headers: { 'X-User': 'other' } })
      .subscribe()
    clock.advance(2000)
    const refusedAt = clock.monotonic()
    expect(isRefused.user).toBe(false)
    const before = asked.length
    clock.advance(120_000 - 1)
    const meanwhile = asked.slice(before).map(({ path }) => path)
    expect(new Set(meanwhile)).toEqual(new Set(['/v2/items/900/refresh/status']))
    expect(meanwhile.length).toBeGreaterThanOrEqual(59)
    clock.advance(60_000)
    const back = asked.filter(({ path, at }) => at > refusedAt && !path.includes('/900/'))
    expect(Math.min(...back.map(({ at }) => at - refusedAt))).toBeGreaterThanOrEqual(120_000)
    expect(new Set(back.map(({ path }) => path)).size).toBe(pollers.length)
  })
})
