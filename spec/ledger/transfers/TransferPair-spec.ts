import fc from 'fast-check'
import { transferRule } from '../../../lib/ledger/transfers/TransferConfig.js'
import { amountFit, amountRange } from '../../../lib/ledger/transfers/TransferPair.js'

const date = '2026-03-02'
const currency = fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', 'BTC')
const units = fc.oneof(fc.bigInt({ min: 1n, max: 10_000n }), fc.bigInt({ min: 1n, max: 10n ** 24n }))

const rule = fc
  .record({
    feeShare: fc.constantFrom(0, 0.01, 0.5),
    rateTolerance: fc.constantFrom(0, 0.02, 0.5),
    rate: fc.oneof(fc.constantFrom(1, 160, 0.006), fc.double({ min: 1e-9, max: 1e9, noNaN: true })),
  })
  .map(({ rate, ...config }) => ({ rate, rule: transferRule({ ...config, rateOf: () => rate }) }))

describe('amountRange', () => {
  it('has every amount that fits, whichever of the two rows is known', () => {
    fc.assert(
      fc.property(
        rule,
        units,
        currency,
        currency,
        fc.double({ min: 0.4, max: 1.6, noNaN: true }),
        (given, amount, one, other, factor) => {
          const from = { minorUnits: -amount, currency: one, date }
          const [rangeOfOther] = [amountRange(given.rule, from, other, date)]
          if (rangeOfOther === undefined) return
          const middle = (rangeOfOther.min + rangeOfOther.max) / 2n
          for (const minorUnits of [
            amount,
            middle,
            BigInt(Math.round(Number(middle) * factor)),
            rangeOfOther.min,
            rangeOfOther.max,
          ]) {
            const to = { minorUnits, currency: other, date }
            if (minorUnits <= 0n || amountFit(given.rule, from, to) === undefined) continue
            expect(minorUnits >= rangeOfOther.min && minorUnits <= rangeOfOther.max).toBe(true)
            const back = amountRange(given.rule, to, one, date)
            expect(back !== undefined && -amount >= back.min && -amount <= back.max).toBe(true)
          }
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('is one amount in one currency without fees', () => {
    const row = { minorUnits: -(10n ** 30n) - 1n, currency: 'EUR', date }
    expect(amountRange(transferRule({}), row, 'EUR', date)).toEqual({ min: 10n ** 30n + 1n, max: 10n ** 30n + 1n })
  })

  it('is none without a rate', () => {
    const row = { minorUnits: -5000n, currency: 'EUR', date }
    expect(amountRange(transferRule({}), row, 'USD', date)).toBeUndefined()
    expect(
      amountRange(transferRule({ rateOf: () => 1e300 }), { ...row, minorUnits: -(10n ** 20n) }, 'USD', date),
    ).toBeUndefined()
  })
})

describe('amountFit', () => {
  it('compares exactly where doubles do not', () => {
    const from = { minorUnits: -(2n ** 53n) - 1n, currency: 'EUR', date }
    const to = { minorUnits: 2n ** 53n, currency: 'EUR', date }
    expect(amountFit(transferRule({}), from, to)).toBeUndefined()
    expect(amountFit(transferRule({}), from, { ...to, minorUnits: to.minorUnits + 1n })).toBe('amount')
  })
})
