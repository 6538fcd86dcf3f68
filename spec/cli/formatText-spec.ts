import {
  clockTime,
  column,
  count,
  duration,
  moment,
  money,
  plural,
  printable,
  quantity,
} from '../../lib/cli/formatText.js'

describe('format', () => {
  it('groups the digits of large numbers', () => {
    expect(count(1234567)).toBe('1,234,567')
    expect(count(999.6)).toBe('1,000')
    expect(money(1234.5)).toBe('1,234.50')
    expect(quantity(6.4567)).toBe('6.46')
    expect(quantity(12)).toBe('12')
  })

  it('shows local time with two digits each', () => {
    expect(clockTime(new Date(2026, 0, 2, 3, 4, 5))).toBe('03:04:05')
  })

  it('shows the day of a moment that is not today', () => {
    const now = new Date(2026, 0, 2, 0, 0, 1)
    expect(moment(new Date(2026, 0, 2), now)).toBe('00:00:00')
    expect(moment(new Date(2026, 0, 1, 23, 59, 59), now)).toBe('Jan 1')
  })

  it.each([
    [-5, '0.0 s'],
    [840, '0.8 s'],
    [9949, '9.9 s'],
    [9950, '10 s'],
    [119_400, '119 s'],
    [119_600, '2 min 0 s'],
    [200_000, '3 min 20 s'],
    [2 * 3600_000 + 5 * 60_000, '2 h 5 min'],
    [1_058_400_000, '12 d 6 h'],
  ])('shows %d ms as %s', (ms, text) => {
    expect(duration(ms)).toBe(text)
  })

  it('ends a column with a space, even if its word is as wide as the column', () => {
    expect(['token', 'cool-down', 'a longer word'].map((word) => `${column(word, 9)}text`)).toStrictEqual([
      'token    text',
      'cool-down text',
      'a longer word text',
    ])
  })

  it('counts in words', () => {
    expect(plural(1, 'page')).toBe('1 page')
    expect(plural(0, 'page')).toBe('0 pages')
    expect(plural(2000, 'refresh', 'refreshes')).toBe('2,000 refreshes')
  })

  it('lets nothing through that steers a terminal', () => {
    expect(printable('/v2/\x1b[2J\x9b2J\r\n\x07\x7f')).toBe('/v2/?[2J?2J????')
    expect(printable('\u202egnp.exe\u2066\u200f\u2028\ufeff\ud800')).toBe('?gnp.exe?????')
  })

  it('leaves the letters of any language as they are', () => {
    for (const text of ['Crédit Général', '三菱銀行', 'بانک\u200cملی', 'Ελλάς', '🏦'])
      expect(printable(text)).toBe(text)
  })
})
