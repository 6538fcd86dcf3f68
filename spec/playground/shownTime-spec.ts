import { shownTime } from '../../docs/playground/src/page/shownTime.js'

describe('shownTime', () => {
  it.each([
    [0, '0 s'],
    [0.2, '0 s'],
    [3125, '3.125 s'],
    [63_000, '1 min 3 s'],
    [3_600_000, '1 h'],
    [86_460_500, '1 d 1 min 0.5 s'],
    [1_058_400_000, '12 d 6 h'],
  ])('shows %d ms as %s', (ms, text) => {
    expect(shownTime(ms)).toBe(text)
  })

  it.each([
    [0, '0 s'],
    [99, '0 s'],
    [14_199, '14.1 s'],
    [1_058_459_999, '12 d 6 h'],
    [86_460_500, '1 d'],
  ])('shows %d ms in two units as %s', (ms, text) => {
    expect(shownTime(ms, 2)).toBe(text)
  })
})
