import fc from 'fast-check'
import { formatDuration } from '../../../lib/adapters/devtools/formatDuration.js'

const sizes: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 }

const parsed = (text: string): number =>
  Array.from(text.matchAll(/([\d.]+) (ms|s|min|h|d)/g)).reduce(
    (sum, [, value, unit]) => sum + Number(value) * (sizes[unit ?? ''] ?? NaN),
    0,
  )

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [0.4, '0 ms'],
    [840.2, '840 ms'],
    [999.6, '1 s'],
    [3125, '3.125 s'],
    [59_500, '59.5 s'],
    [59_999.6, '1 min'],
    [60_000, '1 min'],
    [90_400, '1 min 30 s'],
    [3_571_000, '59 min 31 s'],
    [3_599_700, '1 h'],
    [3_600_000, '1 h'],
    [84_600_000, '23 h 30 min'],
    [86_399_999, '1 d'],
    [1_058_400_000, '12 d 6 h'],
  ])('shows %d ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text)
  })

  it('is never further from the duration than half of its smaller unit, and has no unit too large', () => {
    const nearUnits = fc
      .tuple(fc.constantFrom(...Object.values(sizes)), fc.double({ min: 0.97, max: 1.03, noNaN: true }))
      .map(([size, share]) => Math.round(size * share))
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: 0, max: 10 ** 10 }), nearUnits), (ms) => {
        const text = formatDuration(ms)
        const finer = ms < 60_000 ? 1 : ms < 3_600_000 ? 1000 : ms < 86_400_000 ? 60_000 : 3_600_000
        expect(Math.abs(parsed(text) - ms)).toBeLessThanOrEqual(finer / 2 + 0.001)
        expect(text).not.toMatch(/\b(60 s|60 min|24 h|1000 ms)\b/)
      }),
    )
  })
})
