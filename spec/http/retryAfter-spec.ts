import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { retryAfter } from '../../lib/http/retryAfter.js'
import { json } from '../helpers/responses.js'

const wall = Date.UTC(2026, 0, 1, 12)
const hour = 3_600_000
const day = 24 * hour

const at = (ms: number): string => new Date(ms).toUTCString()

const asked = (text: string, date?: string) =>
  retryAfter(json({}, 503, { 'retry-after': text, ...(date === undefined ? {} : { date }) }), wall)

describe('retryAfter', () => {
  it('is None if the service asked for nothing', () => {
    expect(retryAfter(json({}, 503), wall)).toBe(none)
  })

  it.each([
    ['0', 0],
    ['1', 1000],
    ['120', 120_000],
    [' 30 ', 30_000],
    ['007', 7000],
  ])('reads %p as seconds', (text, ms) => {
    expect(asked(text)).toEqual(some(ms))
  })

  it.each(['9999999999', '99999999999999999999999999', '1'.repeat(400)])('requests a day at most: %s', (text) => {
    expect(asked(text)).toEqual(some(day))
  })

  it.each([-hour, 0, hour, 40 * day])(
    "measures a date on the service's own clock, the local one being %d ms off",
    (off) => {
      const now = wall + off
      expect(asked(at(now + 90_000), at(now))).toEqual(some(90_000))
    },
  )

  it.each(['Thursday, 01-Jan-26 12:01:30 GMT', 'Thu Jan  1 12:01:30 2026'])('reads the older date %s', (text) => {
    expect(asked(text)).toEqual(some(90_000))
    expect(asked(at(wall + 90_000), text)).toEqual(some(0))
  })

  it('measures a date on the local clock if the answer has no date of its own, or garbage', () => {
    expect(asked(at(wall + 90_000))).toEqual(some(90_000))
    expect(asked(at(wall + 90_000), 'yesterday')).toEqual(some(90_000))
  })

  it('takes a date that has passed for 0', () => {
    expect(asked(at(wall - 1000), at(wall))).toEqual(some(0))
    expect(asked('Thu, 01 Jan 1970 00:00:00 GMT')).toEqual(some(0))
  })

  it('bounds a date by a day, too', () => {
    expect(asked(at(wall + 400 * day), at(wall))).toEqual(some(day))
  })

  it.each(['', 'soon', '-1', '1.5', '1e3', '0x10', 'NaN', 'Infinity', '5, 10', '5s', '٣'])(
    'takes %p for None',
    (text) => {
      expect(asked(text)).toBe(none)
    },
  )

  it('is None or a time from 0 to a day, whatever the headers say', () => {
    const header = fc.oneof(
      fc.string(),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      fc.nat().map(String),
    )
    fc.assert(
      fc.property(header, header, (text, date) => {
        const wait = asked(text, date)
        expect(wait._tag === 'None' || (wait.value >= 0 && wait.value <= day)).toBe(true)
      }),
    )
  })
})
