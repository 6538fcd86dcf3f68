import fc from 'fast-check'
import { right } from 'fp-ts/lib/Either.js'
import { majorUnits } from '../../../lib/service/model/minorUnits.js'
import { write } from '../../helpers/decimals.js'

describe('majorUnits', () => {
  it.each([
    [-499n, 'EUR', '-4.99'],
    [500n, 'EUR', '5.00'],
    [7n, 'EUR', '0.07'],
    [-7n, 'EUR', '-0.07'],
    [0n, 'EUR', '0.00'],
    [1200n, 'JPY', '1200'],
    [-1n, 'KWD', '-0.001'],
    [10001n, 'CLF', '1.0001'],
    [10n ** 30n + 1n, 'EUR', `1${'0'.repeat(28)}.01`],
  ])('writes %p of %s as %s', (units, currency, text) => {
    expect(majorUnits(units, currency)).toStrictEqual(right(text))
  })

  it('writes any sum, with all its decimals', () => {
    fc.assert(
      fc.property(fc.bigInt(), (units) => {
        const [whole = '', decimals = ''] = write(units, 2).split('.')
        expect(majorUnits(units, 'EUR')).toStrictEqual(right(`${whole}.${decimals.padEnd(2, '0')}`))
      }),
    )
  })

  it('tells what it cannot write', () => {
    const bigint = { path: '/units', expected: 'a bigint' }
    const currency = { path: '/currency', expected: 'a currency of ISO 4217 that has a minor unit' }
    for (const u of [499, '499', NaN])
      expect(majorUnits(u as unknown as bigint, 'EUR')).toMatchObject({ left: { issues: [bigint] } })
    for (const u of [null, undefined])
      expect(majorUnits(u as unknown as bigint, u as unknown as string)).toMatchObject({
        left: { issues: [bigint, currency].map(({ path, expected }) => ({ path, expected: `${expected} (missing)` })) },
      })
    expect(majorUnits(1n, 'XAU')).toMatchObject({ left: { operation: 'majorUnits', issues: [currency] } })
    expect(majorUnits(1 as unknown as bigint, 'eur')).toMatchObject({ left: { issues: [bigint, currency] } })
  })
})
