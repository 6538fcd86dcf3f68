import { parseHttpDate } from '../../../lib/cli/doctor/clockSkew.js'

describe('parseHttpDate', () => {
  it.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
    'reads %s in UTC',
    (text) => {
      expect(parseHttpDate(text)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37))
    },
  )

  it.each([
    undefined,
    '',
    'soon',
    '120',
    '1994-11-06T08:49:37Z',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 31 Abc 1994 08:49:37 GMT',
  ])('is NaN for %p', (text) => {
    expect(parseHttpDate(text)).toBe(NaN)
  })
})
