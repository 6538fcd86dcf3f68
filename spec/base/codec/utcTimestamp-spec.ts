import { isLeft, right } from 'fp-ts/lib/Either.js'
import { utcTimestamp } from '../../../lib/base/codec/utcTimestamp.js'

const july = new Date('2026-07-01T00:00:00.000Z')

describe('utcTimestamp', () => {
  it.each([
    ['2026-07-01T00:00:00.000Z', july],
    ['2026-07-01T02:00:00+02:00', july],
    ['2026-07-01', july],
    ['2026-07-01T00:00', july],
    ['2026-07-01T00:00:00', july],
    ['2026-07-01 00:00:00', july],
    ['2026-07-01T00:00:00.123456', new Date(july.getTime() + 123)],
  ])('reads %s', (text, date) => {
    expect(utcTimestamp.decode(text)).toEqual(right(date))
  })

  it.each([['2026-02-29'], ['2026-07-01T24:00:00'], ['2026-07'], ['01/07/2026'], ['soon'], [''], [1782864000], [null]])(
    'refuses %p',
    (value) => {
      expect(isLeft(utcTimestamp.decode(value))).toBe(true)
    },
  )

  it('is a date, and encodes it as UTC', () => {
    expect([utcTimestamp.is(july), utcTimestamp.is(new Date(NaN)), utcTimestamp.is('2026-07-01')]).toEqual([
      true,
      false,
      false,
    ])
    expect(utcTimestamp.encode(july)).toBe('2026-07-01T00:00:00.000Z')
  })
})
