import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { httpDate } from '../../lib/http/retryAfter.js'

describe('httpDate', () => {
  it('reads the date of a header', () => {
    expect(httpDate('Sun, 06 Nov 1994 08:49:37 GMT')).toEqual(some(Date.UTC(1994, 10, 6, 8, 49, 37)))
  })

  it('reads whatever a server writes, for every second of ten thousand years', () => {
    const second = fc.integer({ min: Date.UTC(0, 0) / 1000, max: Date.UTC(9999, 11, 31, 23, 59, 59) / 1000 })
    fc.assert(
      fc.property(second, (seconds) => {
        expect(httpDate(new Date(seconds * 1000).toUTCString())).toEqual(some(seconds * 1000))
      }),
    )
  })

  const second = fc.integer({ min: Date.UTC(1900, 0) / 1000, max: Date.UTC(2099, 11, 31, 23, 59, 59) / 1000 })
  const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

  it.each([
    ['RFC 850', 'Sunday, 06-Nov-94 08:49:37 GMT'],
    ['asctime', 'Sun Nov  6 08:49:37 1994'],
  ])('reads the older form of %s', (_, text) => {
    expect(httpDate(text)).toEqual(some(Date.UTC(1994, 10, 6, 8, 49, 37)))
  })

  it('reads both older forms for every second of two centuries, and knows the century by the weekday', () => {
    fc.assert(
      fc.property(second, (seconds) => {
        const date = new Date(seconds * 1000)
        const [, day = '', month = '', year = '', time = ''] = date.toUTCString().split(' ')
        const weekday = weekdays[date.getUTCDay()] ?? ''
        const asctime = `${weekday.slice(0, 3)} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`
        expect(httpDate(asctime)).toEqual(some(seconds * 1000))
        expect(httpDate(`${weekday}, ${day}-${month}-${year.slice(2)} ${time} GMT`)).toEqual(some(seconds * 1000))
      }),
    )
  })

  it.each([
    undefined,
    '',
    'soon',
    '0',
    '120',
    '2026-01-01T00:00:00.000Z',
    'Invalid Date',
    'Sun, 31 Feb 2026 00:00:00 GMT',
    'Mon, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sun, 06 Nov 1994 08:49:60 GMT',
    'Sun, 06 Nov 1994 08:49:37 +0100',
    'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:38 GMT',
    'Sunday, 06-Nov-1994 08:49:37 GMT',
    'Sun, 06-Nov-94 08:49:37 GMT',
    'Monday, 06-Nov-94 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37',
    'Sonday, 06-Nov-94 08:49:37 GMT',
    'Sunday, 31-Feb-94 08:49:37 GMT',
    'Mon Nov  6 08:49:37 1994',
    'Sun Nov 6 08:49:37 1994',
    'Sun Nov 06 08:49:37 94',
    'Sun Nov  6 08:49:37 1994 GMT',
    'Sat, 01 Jan 10000 00:00:00 GMT',
    'sun, 06 nov 1994 08:49:37 gmt',
  ])('takes %p for no date', (text) => {
    expect(httpDate(text)).toBe(none)
  })

  it('never gives what is no number', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(httpDate(text)).toBe(none)
      }),
    )
  })
})
