import fc from 'fast-check'
import { isSome, none, some } from 'fp-ts/lib/Option.js'
import { exhaustedFor, limitState, lowerCaseNames, refusalWait } from '../../lib/http/limitState.js'
import { commonLimitHeaders } from '../../lib/service/profile/limitHeaders.js'
import { json } from '../helpers/responses.js'

const wall = Date.UTC(2026, 0, 1, 12)
const second = 1000
const hour = 3600 * second
const day = 24 * hour
const http = (ms: number): string => new Date(ms).toUTCString()
const iso = (ms: number): string => new Date(ms).toISOString()

const common = lowerCaseNames(commonLimitHeaders)

type Headers = Readonly<Record<string, string>>

const read = (headers: Headers, status = 200) => limitState(json({}, status, headers), wall, common)
const dated = (headers: Headers, off = 0): Headers => ({ ...headers, date: http(wall + off) })

/** The wait that `Ratelimit-Reset` tells. */
const resetIn = (reset: string, headers: Headers = dated({})) => {
  const state = read({ ...headers, 'ratelimit-remaining': '0', 'ratelimit-reset': reset })
  return isSome(state) ? state.value.resetIn : undefined
}

describe('limitState', () => {
  it('is None if nothing is told', () => {
    expect(read({})).toBe(none)
    expect(read({ 'ratelimit-remaining': '0' })).toBe(none)
    expect(limitState(json({}, 200, { 'ratelimit-reset': '5' }), wall, [])).toBe(none)
  })

  it.each([
    ['5', 5 * second],
    ['0.25', 250],
    ['86400', day],
    [String(wall / second + 90), 90 * second],
    [`${String(wall / second + 90)}.5`, 90.5 * second],
    [String(wall + 90_500), 90.5 * second],
    [iso(wall + 90_500), 90.5 * second],
    ['2026-01-01T12:01:00Z', 60 * second],
    ['2026-01-01T12:01:00', 60 * second],
    ['2026-01-01T12:01Z', 60 * second],
    ['2026-01-01T13:01:00+01:00', 60 * second],
    ['2026-01-01t12:01:00.123456789z', 60_123],
    [http(wall + 60_000), 60 * second],
  ])('tells by its form what a reset is: %s', (text, ms) => {
    expect(resetIn(text)).toBe(ms)
  })

  it.each([
    '',
    '0',
    '-5',
    'soon',
    'NaN',
    '1e3',
    '0x10',
    '٣',
    '5, 10',
    '86401',
    iso(wall),
    iso(wall - second),
    iso(wall + 3 * 365 * day),
    iso(wall + day + second),
    String(wall / second - 1),
    String(wall / second + 3 * 365 * 86_400),
    '2026-13-01T00:00:00Z',
    '2026-01-02',
    '9'.repeat(16),
    '9'.repeat(400),
    ' '.repeat(2000),
  ])('takes %j for nothing', (text) => {
    expect(resetIn(text)).toBeUndefined()
  })

  it.each([-5 * hour, hour, 40 * day])(
    "measures a moment on the service's clock, the local one being %d ms off",
    (off) => {
      const now = wall + off
      for (const text of [iso(now + 90_000), String((now + 90_000) / second), http(now + 90_000)]) {
        expect(resetIn(text, dated({}, off))).toBe(90 * second)
      }
      expect(resetIn('90', dated({}, off))).toBe(90 * second)
    },
  )

  it('counts a moment only within an hour if the answer has no Date', () => {
    expect(resetIn(iso(wall + hour), {})).toBe(hour)
    expect(resetIn(iso(wall + hour + 1), {})).toBeUndefined()
    expect(resetIn('7200', {})).toBe(2 * hour)
  })

  it.each<[Headers, number | undefined, number]>([
    [{ ratelimit: 'limit=100, remaining=50, reset=5' }, 50, 5],
    [{ ratelimit: 'limit=100;w=60, remaining=0, reset=5' }, 0, 5],
    [{ ratelimit: '"default";r=50;t=30' }, 50, 30],
    [{ ratelimit: '"a";r=3;t=9, "b";r=0;t=4, "c";r=0;t=7;pk=:YWJj:' }, 0, 7],
    [{ ratelimit: '"a, b; c=\\"1\\"";r=0;t=4' }, 0, 4],
    [{ ratelimit: 'default;r=0;t=4' }, 0, 4],
    [{ ratelimit: '"day";r=0', 'ratelimit-policy': '"hour";q=10;w=3600, "day";q=100;w=86400' }, 0, 86_400],
    [{ ratelimit: 'remaining=0, reset=5' }, 0, 5],
    [{ ratelimit: 'reset=5' }, undefined, 5],
    [{ 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '5' }, 7, 5],
    [{ 'x-ratelimit-reset': '5' }, undefined, 5],
    [{ 'ratelimit-limit': '60', 'ratelimit-remaining': '0', 'ratelimit-reset': iso(wall + 5000) }, 0, 5],
    [{ 'ratelimit-limit': '60, 60;w=60', 'ratelimit-remaining': '0', 'ratelimit-reset': '5' }, 0, 5],
  ])('reads %j', (headers, remaining, seconds) => {
    expect(read(dated(headers))).toEqual(some({ remaining, resetIn: seconds * second }))
  })

  it.each<Headers>([
    { ratelimit: 'limit=0, remaining=0, reset=5' },
    { ratelimit: '"default";r=0' },
    { ratelimit: '"default' },
    { ratelimit: 'garbage' },
    { ratelimit: ',;=,"";;' },
    { ratelimit: '"default";r=0;t=-1' },
    { ratelimit: '"default";r=0;t=999999' },
    { 'ratelimit-policy': '"default";q=100;w=60' },
    { 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' },
  ])('finds nothing in %j', (headers) => {
    expect(read(dated(headers))).toBe(none)
  })

  it('finds nothing in what is no text', () => {
    const odd = { ratelimit: 7, 'x-ratelimit-reset': null, 'ratelimit-reset': ['5'] } as unknown as Headers
    expect(read(odd)).toBe(none)
    expect(limitState(json({}), wall, [{ state: 'constructor' }])).toBe(none)
  })

  it('goes by the first headers that tell when a limit is reset', () => {
    const x = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '3' }
    const plain = { 'ratelimit-remaining': '0', 'ratelimit-reset': '2' }
    expect(read({ ...x, ...plain, ratelimit: '"default";r=0;t=1' })).toEqual(some({ remaining: 0, resetIn: second }))
    expect(read({ ...x, ...plain, ratelimit: 'garbage' })).toEqual(some({ remaining: 0, resetIn: 2 * second }))
    expect(read({ ...x, 'ratelimit-reset': 'soon' })).toEqual(some({ remaining: 0, resetIn: 3 * second }))
  })

  it('reads the names of a profile', () => {
    const names = [{ remaining: 'Quota-Left', reset: 'Quota-Until' }]
    const headers = { 'quota-left': '0', 'quota-until': '5', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9' }
    expect(limitState(json({}, 200, headers), wall, lowerCaseNames(names))).toEqual(
      some({ remaining: 0, resetIn: 5 * second }),
    )
  })

  it('is None, or a wait of more than 0 and a day at most, whatever the headers say', () => {
    const number = fc.oneof(fc.nat(), fc.double({ noNaN: true }), fc.constantFrom(wall, wall / second, -1)).map(String)
    const value = fc.oneof(
      fc.string(),
      number,
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      fc
        .array(
          fc.constantFrom('"a"', 'r=', 't=', 'w=', '0', '5', ';', ',', '"', '\\', 'limit=', 'remaining=', 'reset='),
        )
        .map((parts) => parts.join('')),
    )
    const name = fc.constantFrom(
      'date',
      'ratelimit',
      'ratelimit-policy',
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
    )
    fc.assert(
      fc.property(fc.dictionary(name, value), (headers) => {
        const state = read(headers)
        if (!isSome(state)) return
        const { remaining, resetIn: ms } = state.value
        expect([
          ms > 0,
          ms <= day,
          remaining === undefined || (Number.isSafeInteger(remaining) && remaining >= 0),
        ]).toStrictEqual([true, true, true])
      }),
      { numRuns: 1000 },
    )
  })

  it('reads back what it is told, in each form', () => {
    const form = fc.constantFrom(
      (_: number, ms: number) => String(ms / second),
      (at: number) => String(at / second),
      (at: number) => String(at),
      iso,
      http,
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 86_400 }), fc.nat(1e6), form, (seconds, remaining, write) => {
        const ms = seconds * second
        const headers = { 'x-ratelimit-remaining': String(remaining), 'x-ratelimit-reset': write(wall + ms, ms) }
        expect(read(dated(headers))).toEqual(some({ remaining, resetIn: ms }))
      }),
    )
  })
})

describe('waitReported', () => {
  const reported = (headers: Headers, status = 429) => refusalWait(json({}, status, dated(headers)), wall, common)

  it('goes by Retry-After before all others', () => {
    expect(reported({ 'retry-after': '7', 'ratelimit-reset': '5' })).toEqual(some(7 * second))
    expect(reported({ 'retry-after': '0', 'ratelimit-reset': '5' })).toEqual(some(0))
    expect(reported({ 'retry-after': 'soon', 'ratelimit-reset': '5' })).toEqual(some(5 * second))
  })

  it('is the reset of a 429 alone, unless requests are left', () => {
    expect(reported({ 'ratelimit-reset': '5' })).toEqual(some(5 * second))
    expect(reported({ 'ratelimit-reset': '5', 'ratelimit-remaining': '0' })).toEqual(some(5 * second))
    expect(reported({ 'ratelimit-reset': '5', 'ratelimit-remaining': '3' })).toBe(none)
    expect(reported({ 'ratelimit-reset': '5', 'ratelimit-remaining': '0' }, 503)).toBe(none)
    expect(reported({ 'retry-after': '5' }, 503)).toEqual(some(5 * second))
  })
})

describe('exhaustedFor', () => {
  it('is the reset if no request is left', () => {
    const reported = (headers: Headers) => exhaustedFor(json({}, 200, headers), wall, common)
    expect(reported({ 'ratelimit-reset': '5', 'ratelimit-remaining': '0' })).toBe(5 * second)
    expect(reported({ 'ratelimit-reset': '5', 'ratelimit-remaining': '1' })).toBe(0)
    expect(reported({ 'ratelimit-reset': '5' })).toBe(0)
    expect(reported({})).toBe(0)
  })
})
