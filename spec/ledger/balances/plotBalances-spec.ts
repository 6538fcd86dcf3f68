import fc from 'fast-check'
import { dayText } from '../../../lib/base/codec/calendar.js'
import type { DailyBalance } from '../../../lib/ledger/balances/balancesOf.js'
import { plotBalances } from '../../../lib/ledger/balances/plotBalances.js'

const size = { width: 300, height: 100 }

const point = (
  day: number,
  minorUnits: bigint,
  _tag: 'reported' | 'computed' = 'computed',
  currency = 'EUR',
): DailyBalance => ({ _tag, day: dayText(20_000 + day), currency, minorUnits })

const unknown = (day: number): DailyBalance => ({
  _tag: 'unknown',
  day: dayText(20_000 + day),
  currency: 'EUR',
  difference: 5n,
})

/** The numbers of the line. */
const numbersOf = (line: string): ReadonlyArray<number> =>
  Array.from(line.matchAll(/-?[\d.e+]+/g), ([text]) => Number(text))

describe('plotBalances', () => {
  it('is empty without a balance', () => {
    const nothing = { line: '', reported: [], gaps: [], amounts: [], days: [] }
    expect(plotBalances([], size)).toEqual(nothing)
    expect(plotBalances([unknown(1), unknown(2)], size)).toEqual(nothing)
  })

  it('draws one day as a level line in the middle', () => {
    const { line, reported, amounts, days } = plotBalances([point(0, 5000n, 'reported')], size)
    expect(line).toBe('M0 50H300')
    expect(reported).toEqual([{ x: 150, y: 50, day: '2024-10-04', minorUnits: 5000n }])
    expect(amounts.map(({ minorUnits }) => minorUnits)).toEqual([4500n, 5000n, 5500n])
    expect(days).toEqual([{ x: 150, day: '2024-10-04' }])
  })

  it.each([
    [
      [0n, 0n],
      [-1n, 0n, 1n],
    ],
    [
      [-30n, -30n],
      [-35n, -30n, -25n],
    ],
    [
      [7n, 8n],
      [7n, 8n],
    ],
    [
      [-250n, 900n],
      [-500n, 0n, 500n, 1000n],
    ],
    [
      [-1200n, -1000n],
      [-1200n, -1150n, -1100n, -1050n, -1000n],
    ],
    [
      [0n, 123_456_789_012_345_678_901n],
      [0n, 50n * 10n ** 18n, 100n * 10n ** 18n, 150n * 10n ** 18n],
    ],
  ])('has round amounts around %j', (values, expected) => {
    const { amounts } = plotBalances(
      values.map((units, day) => point(day, units)),
      size,
    )
    expect(amounts.map(({ minorUnits }) => minorUnits)).toEqual(expected)
    expect([amounts[0]?.y, amounts.at(-1)?.y]).toEqual([100, 0])
  })

  it('breaks the line at unknown days, at missing ones, and at another currency', () => {
    const series = [
      point(0, 100n),
      point(1, 200n),
      unknown(2),
      point(3, 100n, 'reported'),
      point(6, 100n),
      point(7, 900n, 'reported', 'USD'),
      point(8, 100n),
      point(9, 200n),
    ]
    const { line, gaps, reported } = plotBalances(series, { width: 90, height: 10 })
    expect(line.match(/M/g)).toHaveLength(4)
    expect(line).toBe('M0 10L10 0M25 10H35M55 10H65M80 10L90 0')
    expect(gaps).toEqual([
      { x: 10, width: 15, from: dayText(20_002), to: dayText(20_002) },
      { x: 35, width: 20, from: dayText(20_004), to: dayText(20_005) },
      { x: 65, width: 15, from: dayText(20_007), to: dayText(20_007) },
    ])
    expect(reported.map(({ x }) => x)).toEqual([30])
  })

  it.each([
    [79, [0]],
    [159, [0, 159]],
    [240, [0, 80, 160, 240]],
    [900, [0, 240, 450, 690, 900]],
  ])('has as many days for labels as a width of %i holds', (width, places) => {
    const series = Array.from({ length: 31 }, (_, day) => point(day, 5n))
    expect(plotBalances(series, { width, height: 10 }).days.map(({ x }) => x)).toEqual(places)
    expect(plotBalances(series, { width, height: 10, labelWidth: 10 }).days).toHaveLength(5)
  })

  it.each([
    [{ width: 0, height: 1 }, '/width'],
    [{ width: 300, height: NaN }, '/height'],
    [{ width: 300, height: 100, labelWidth: 0 }, '/labelWidth'],
    [{ width: 300, height: 100, margin: 3 }, '/margin'],
  ])('refuses %j', (config, path) => {
    expect(() => plotBalances([], config)).toThrow(path.slice(1))
  })

  it('stays within the plot, with at most seven amounts and five days, for any balances', () => {
    const units = fc.oneof(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.bigInt({ min: -100n, max: 100n }))
    const series = fc.array(fc.record({ step: fc.integer({ min: 1, max: 400 }), units, isReported: fc.boolean() }), {
      minLength: 1,
      maxLength: 40,
    })
    fc.assert(
      fc.property(series, (steps) => {
        let day = 0
        const plot = plotBalances(
          steps.map(({ step, units: minorUnits, isReported }) =>
            point((day += step), minorUnits, isReported ? 'reported' : 'computed'),
          ),
          { width: 300, height: 300 },
        )
        for (const number of [
          ...numbersOf(plot.line),
          ...[...plot.reported, ...plot.gaps, ...plot.days].map(({ x }) => x),
          ...[...plot.reported, ...plot.amounts].map(({ y }) => y),
        ]) {
          expect(number).toBeGreaterThanOrEqual(0)
          expect(number).toBeLessThanOrEqual(300)
        }
        expect(plot.amounts.length).toBeGreaterThan(1)
        expect(plot.amounts.length).toBeLessThanOrEqual(7)
        expect(plot.days.length).toBeLessThanOrEqual(5)
        for (const [index, { x }] of plot.days.slice(1).entries())
          expect(x - (plot.days[index]?.x ?? 0)).toBeGreaterThan(79.9)
        expect(plot.reported).toHaveLength(steps.filter(({ isReported }) => isReported).length)
        const heights = plot.amounts.map(({ y }) => y)
        expect(heights).toEqual(Array.from(heights).sort((one, other) => other - one))
      }),
    )
  })
})
