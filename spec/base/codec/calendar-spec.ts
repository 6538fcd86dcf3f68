import { daysSinceEpoch, twoDigits } from '../../../lib/base/codec/calendar.js'

const day = 86_400_000

describe('calendar', () => {
  it.each([
    [Date.UTC(-1, 12), Date.UTC(199, 11, 31)],
    [Date.UTC(1700, 0), Date.UTC(2120, 11, 31)],
    [Date.UTC(9900, 0), Date.UTC(9999, 11, 31)],
  ])('counts every day from %d to %d as Date does', (from, to) => {
    const wrong: Array<string> = []
    for (let ms = from; ms <= to; ms += day) {
      const text = new Date(ms).toISOString().slice(0, 10)
      if (daysSinceEpoch(text) !== ms / day) wrong.push(text)
    }
    expect(wrong).toStrictEqual([])
  })

  it('has no day that Date does not have', () => {
    const wrong: Array<string> = []
    for (const year of [0, 4, 100, 400, 1900, 1999, 2000, 2023, 2024, 2100])
      for (let month = 0; month <= 99; month++)
        for (let date = 0; date <= 99; date++) {
          const text = [String(year).padStart(4, '0'), ...[month, date].map((n) => String(n).padStart(2, '0'))].join(
            '-',
          )
          const parsed = Date.parse(`${text}T00:00:00Z`)
          const exists = !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(text)
          if (Number.isNaN(daysSinceEpoch(text)) === exists) wrong.push(text)
        }
    expect(wrong).toStrictEqual([])
  })

  it('reads two digits and nothing else', () => {
    expect(twoDigits('x42', 1)).toBe(42)
    for (const text of ['', '4', '4x', 'x4', ' 4', '-4', '/9', ':0', '0:', '٤٢'])
      expect(twoDigits(text, 0)).toBeLessThan(0)
  })
})
