import { shareAt } from '../../../lib/testing/sandbox/data/stockRows.js'

describe('shares', () => {
  it('have each a name, a ticker and a number of their own, as many as there may be', () => {
    const shares = Array.from({ length: 2 ** 14 }, (_, number) => shareAt(number))
    for (const name of ['label', 'ticker', 'isin'] as const) {
      expect(new Set(shares.map((share) => share[name])).size).toBe(shares.length)
    }
    expect(shares.every(({ isin }) => /^[A-Z]{2}\d{10}$/.test(isin))).toBe(true)
  })

  it('fit a table: names of 20 characters and tickers of 6', () => {
    const shares = Array.from({ length: 2 ** 14 }, (_, number) => shareAt(number))
    expect(Math.max(...shares.map(({ label }) => label.length))).toBeLessThanOrEqual(20)
    expect(shares.every(({ ticker }) => /^[A-Z]{4}\d{0,2}$/.test(ticker))).toBe(true)
  })

  it('are of several currencies among those that a few users hold', () => {
    const few = Array.from({ length: 64 }, (_, number) => shareAt(number).currency)
    expect(new Set(few)).toEqual(new Set(['EUR', 'GBP', 'USD']))
  })
})
