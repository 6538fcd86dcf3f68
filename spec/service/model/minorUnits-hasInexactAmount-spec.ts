import { hasInexactAmount } from '../../../lib/service/model/minorUnits.js'

const inEuros = { currency_code: 'EUR' }

describe('hasInexactAmount', () => {
  it.each([
    { amount: -0.3, ...inEuros },
    { amount: -0.30000000000000004, ...inEuros },
    { amount: '12.30', ...inEuros },
    { balance: 0, ...inEuros },
    { amount: null, ...inEuros },
    { id: 1 },
    null,
    7,
    [],
  ])('is not said of %j', (row) => {
    expect(hasInexactAmount(row)).toBe(false)
  })

  it.each([
    { amount: 4.995, ...inEuros },
    { amount: Infinity, ...inEuros },
    { amount: 'n/a', ...inEuros },
    { balance: {}, ...inEuros },
    { amount: 1 },
    { amount: 1, currency_code: 'BTC' },
  ])('is said of %j', (row) => {
    expect(hasInexactAmount(row)).toBe(true)
  })
})
