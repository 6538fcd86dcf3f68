import { isLeft, right } from 'fp-ts/lib/Either.js'
import { plainDate } from '../../../lib/base/codec/calendar.js'
import { isTotal, roundTrips, text } from './laws.js'

describe('plainDate', () => {
  it('keeps a day as the text it is', () => {
    roundTrips(plainDate)
    expect(plainDate.decode('2024-02-29')).toStrictEqual(right('2024-02-29'))
  })

  it('refuses days that no calendar has, and other texts', () => {
    isTotal(plainDate)
    isTotal(plainDate, text)
    const wrong = [
      '2023-02-29',
      '1900-02-29',
      '2021-04-31',
      '2021-13-01',
      '2021-00-01',
      '2021-01-00',
      '2021-1-1',
      '21-01-01',
    ]
    const other = ['', '2021-01-01 ', '2021-01-01T00:00:00Z', '2021/01/01', '-021-01-01', '2021-01-01'.repeat(1e6)]
    for (const u of [...wrong, ...other, 20210101, null, new Date(0)]) expect(isLeft(plainDate.decode(u))).toBe(true)
  })
})
