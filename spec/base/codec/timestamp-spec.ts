import fc from 'fast-check'
import { isLeft, isRight, right } from 'fp-ts/lib/Either.js'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import { isTotal, moment, roundTrips, text } from './laws.js'

const two = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'))

const fraction = fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{1,9}$/))

const zone = fc.oneof(
  fc.constant('Z'),
  fc.tuple(fc.constantFrom('+', '-'), two(23), fc.constantFrom('', ':'), two(59)).map((parts) => parts.join('')),
)

/** Away from the first and last day, so that no offset leaves the four-digit years. */
const valid = fc
  .tuple(
    moment.filter((date) => Math.abs(date.getUTCFullYear() - 5000) < 4999),
    fraction,
    zone,
  )
  .map(([date, digits, offset]) => date.toISOString().slice(0, 19) + digits + offset)

const damaged = fc
  .tuple(valid, fc.nat({ max: 40 }), fc.oneof(text, fc.constantFrom('', '0', '9', ':', '-', 'Z', 'T', '.', '/')))
  .map(([s, at, piece]) => s.slice(0, at) + piece + s.slice(at + 1))

/** A Date moves a day that does not exist into the next month; then its text is another. */
const exists = (s: string): boolean => {
  const local = Date.parse(`${s.slice(0, 19)}Z`)
  return !Number.isNaN(local) && new Date(local).toISOString().slice(0, 19) === s.slice(0, 19)
}

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/

describe('timestamp', () => {
  it('round-trips the form with milliseconds', () => {
    roundTrips(timestamp)
    isTotal(timestamp)
  })

  it('agrees with Date.parse on every valid text', () => {
    const agrees = (s: string) => expect(timestamp.decode(s)).toStrictEqual(right(new Date(Date.parse(s))))
    fc.assert(fc.property(valid, agrees), { numRuns: 2000 })
  })

  it('refuses exactly what has another form or does not exist', () => {
    fc.assert(
      fc.property(fc.oneof(damaged, text), (s) => isRight(timestamp.decode(s)) === (form.test(s) && exists(s))),
      { numRuns: 5000 },
    )
  })

  it('reads the forms of the API and the near ones', () => {
    const instant = right(new Date(1565094512000))
    for (const s of [
      '2019-08-06T12:28:32Z',
      '2019-08-06T12:28:32.000Z',
      '2019-08-06T14:28:32+02:00',
      '2019-08-06T06:58:32-0530',
    ])
      expect(timestamp.decode(s)).toStrictEqual(instant)
    expect(timestamp.decode('2024-02-29T23:59:59.9999999Z')).toStrictEqual(right(new Date('2024-02-29T23:59:59.999Z')))
  })

  it.each([
    '2021-02-30T00:00:00Z',
    '2023-02-29T00:00:00.000Z',
    '1900-02-29T00:00:00.000Z',
    '2021-04-31T00:00:00+01:00',
    '2021-00-10T00:00:00.000Z',
    '2021-13-10T00:00:00.000Z',
    '2021-01-01T24:00:00Z',
    '2021-01-01T24:61:00Z',
    '2021-01-01T23:60:00.000Z',
    '2016-12-31T23:59:60Z',
    '2021-01-01T00:00:00',
    '2021-01-01T00:00Z',
    '2021-01-01T00:00:00.Z',
    '2021-01-01T00:00:00.:00Z',
    '2021-01-01T00:00:00./00Z',
    '2021-01-01T00:00:00,000Z',
    '2021-01-01T00:00:00.000z',
    '2021-01-01 00:00:00.000Z',
    '2021-01-01T00:00:00+24:00',
    '2021-01-01T00:00:00+00:60',
    '2021-01-01T00:00:00+1:00',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '+002021-01-01T00:00:00Z',
    '2021-01-01',
    '',
  ])('refuses %s', (s) => {
    expect(isLeft(timestamp.decode(s))).toBe(true)
  })

  it('refuses what is no text, and huge ones at once', () => {
    const huge = '2021-01-01T00:00:00.' + '0'.repeat(10_000_000) + 'Z'
    for (const u of [0, NaN, null, undefined, new Date(0), [], {}, huge]) expect(isLeft(timestamp.decode(u))).toBe(true)
  })

  it('knows the moments that it can encode', () => {
    expect(timestamp.is(new Date(NaN))).toBe(false)
    expect(timestamp.is(new Date(8.64e15))).toBe(false)
    fc.assert(fc.property(moment, (date) => timestamp.is(date)))
  })
})
