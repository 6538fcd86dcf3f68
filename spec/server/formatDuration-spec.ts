import { formatDuration } from '../../lib/server/formatDuration.js'

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [249.6, '250 ms'],
    [999.4, '999 ms'],
    [999.5, '1 s'],
    [41_400, '41 s'],
    [119_499, '119 s'],
    [120_000, '2 min'],
    [7_199_999, '120 min'],
    [7_200_000, '2 h'],
    [86_400_000, '24 h'],
  ])('is short: %d ms is %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text)
  })
})
