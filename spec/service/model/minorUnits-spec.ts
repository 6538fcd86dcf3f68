import fc from 'fast-check'
import { type Either, isLeft, isRight, right } from 'fp-ts/lib/Either.js'
import { lastValueFrom, toArray } from 'rxjs'
import type { DecodeError } from '../../../lib/base/error/DecodeError.js'
import { createClient } from '../../../lib/index.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { majorUnits, minorUnits } from '../../../lib/service/model/minorUnits.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { written } from '../../helpers/decimals.js'

const valueOf = <A>(toEither: Either<DecodeError, A>): A => {
  if (isLeft(toEither)) throw toEither.left
  return toEither.right
}

const currencies = [
  ['JPY', 0],
  ['EUR', 2],
  ['KWD', 3],
  ['CLF', 4],
] as const

describe('minorUnits', () => {
  it.each([
    [-4.99, 'EUR', -499n],
    [4.9, 'EUR', 490n],
    [0, 'EUR', 0n],
    [-0, 'EUR', 0n],
    [1200, 'JPY', 1200n],
    [1.005, 'BHD', 1005n],
    [0.1, 'KWD', 100n],
    [-2.5, 'TND', -2500n],
    [1.0001, 'CLF', 10001n],
    [1.15, 'USD', 115n],
    [8.41, 'GBP', 841n],
    [1e21, 'EUR', 10n ** 23n],
    [9999999999999.99, 'EUR', 999999999999999n],
  ])('%p %s are %p', (amount, currency, units) => {
    expect(minorUnits(amount, currency)).toStrictEqual(right(units))
  })

  it.each([
    [4.995, 'EUR', 2],
    [0.5, 'JPY', 0],
    [1e-7, 'EUR', 2],
    [1.0005, 'KWD', 3],
    [1.00001, 'CLF', 4],
  ])('rounds no decimal away: %p %s', (amount, currency, digits) => {
    const expected = `an amount of no more decimals than its currency has, ${String(digits)}`
    expect(minorUnits(amount, currency)).toMatchObject({
      _tag: 'Left',
      left: { _tag: 'DecodeError', operation: 'minorUnits', reason: 'amount', issues: [{ path: '/amount', expected }] },
    })
  })

  it.each(['eur', 'EU', 'EURO', '', 'ABC', 'XAU', 'XXX', 'GBX', '__proto__', 'constructor', 978, ['EUR']])(
    'does not guess the decimals of %p',
    (currency) => {
      const expected = 'a currency of ISO 4217 that has a minor unit'
      expect(minorUnits(1, currency as string)).toMatchObject({
        _tag: 'Left',
        left: { _tag: 'DecodeError', issues: [{ path: '/currency', expected }] },
      })
    },
  )

  it.each([
    NaN,
    Infinity,
    JSON.parse('1e400'),
    2 ** 53,
    4.995000000000001,
    1234567890123.451,
    Number('90071992547409.93'),
    '4,99',
    5n,
  ])('refuses %p', (amount) => {
    const expected = 'a number of at most 15 significant digits, or a decimal as text'
    expect(minorUnits(amount as number, 'EUR')).toMatchObject({ left: { issues: [{ path: '/amount', expected }] } })
  })

  it.each([
    ['12.30', 'EUR', 1230n],
    ['-12.3000', 'EUR', -1230n],
    ['-0.00', 'EUR', 0n],
    ['90071992547409.93', 'EUR', 9007199254740993n],
    ['12345678901234567890.12', 'EUR', 1234567890123456789012n],
  ])('reads the text %s %s exactly', (amount, currency, units) => {
    expect(minorUnits(amount, currency)).toStrictEqual(right(units))
  })

  it.each(['12.345', '12.340001', '0.00000002'])('rounds no decimal of the text %s away', (amount) => {
    expect(isLeft(minorUnits(amount, 'EUR'))).toBe(true)
  })

  it.each([
    [-0.30000000000000004, 'EUR', -30n],
    [1234.5600000000002, 'EUR', 123456n],
    [0.7999999999999999, 'EUR', 80n],
    [1234.56 - 1234.55, 'EUR', 1n],
    [0.1 + 0.2 - 0.3, 'EUR', 0n],
    [100000000.10000001, 'EUR', 10000000010n],
    [1000000000000.1001, 'IDR', 100000000000010n],
    [1199.9999999999998, 'JPY', 1200n],
    [1.1 * 1.1, 'KWD', 1210n],
    ['0.30000000000000004', 'EUR', 30n],
    [4.990000001, 'EUR', 499n],
  ])('takes the noise of arithmetic from %p %s', (amount, currency, units) => {
    expect(minorUnits(amount, currency)).toStrictEqual(right(units))
  })

  it('gives of every sum of doubles what the sum of their cents is', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 50 }), (cents) => {
        const added = cents.reduce((sum, each) => sum + each / 100, 0)
        expect(minorUnits(added, 'EUR')).toStrictEqual(right(BigInt(cents.reduce((sum, each) => sum + each, 0))))
      }),
    )
  })

  it.each(currencies)(
    '%s: takes no digit that is worth a tenth of its smallest unit, whatever the number',
    (currency, digits) => {
      const tenth = fc.tuple(written(digits), fc.integer({ min: 1, max: 9 }), fc.boolean())
      fc.assert(
        fc.property(tenth, ([{ text }, digit, isText]) => {
          const [whole = '', decimals = ''] = text.split('.')
          const further = `${whole}.${decimals.padEnd(digits, '0')}${String(digit)}`
          // A double that cannot have the digit is that of an amount in whole units.
          if (!isText && Number(Number(further).toFixed(digits)) === Number(further)) return
          expect(isLeft(minorUnits(isText ? further : Number(further), currency))).toBe(true)
        }),
      )
    },
  )

  it.each([[undefined], [null]])('says what is missing if both are %p', (missing) => {
    const failed = minorUnits(missing, missing)
    expect(failed).toMatchObject({
      left: {
        issues: [
          {
            path: '/amount',
            expected: 'a number of at most 15 significant digits, or a decimal as text (missing)',
          },
          { path: '/currency', expected: 'a currency of ISO 4217 that has a minor unit (missing)' },
        ],
      },
    })
  })

  it('tells all that is wrong, and shows none of it', () => {
    const failed = minorUnits(1234.5678901234567, 'CODE')
    if (isRight(failed)) throw new Error(String(failed.right))
    expect(failed.left.issues.map(({ path }) => path)).toEqual(['/amount', '/currency'])
    expect(`${String(failed.left)} ${JSON.stringify(failed.left)}`).not.toMatch(/1234|CODE/)
    const rounded = minorUnits(1234.567, 'EUR')
    expect(JSON.stringify(rounded)).not.toMatch(/1234|EUR/)
  })

  it.each(currencies)('%s: there and back, without a loss', (currency, digits) => {
    fc.assert(
      fc.property(written(digits), ({ text, coefficient, scale }) => {
        const units = valueOf(minorUnits(Number(text), currency))
        expect(units).toBe(coefficient * 10n ** BigInt(digits - scale))
        expect(Number(valueOf(majorUnits(units, currency)))).toBe(Number(text))
      }),
    )
  })

  it.each(currencies)('%s: sums are those of decimal arithmetic, beyond 2^53 too', (currency, digits) => {
    fc.assert(
      fc.property(fc.array(written(digits), { maxLength: 50 }), (amounts) => {
        const sum = amounts.reduce((total, { text }) => total + valueOf(minorUnits(Number(text), currency)), 0n)
        const scaled = amounts.map(({ coefficient, scale }) => coefficient * 10n ** BigInt(digits - scale))
        expect(sum).toBe(scaled.reduce((total, units) => total + units, 0n))
      }),
    )
  })

  it('refuses or is exact but for noise, whatever the number', () => {
    fc.assert(
      fc.property(fc.double(), fc.constantFrom(...currencies), (amount, [currency, digits]) => {
        const units = minorUnits(amount, currency)
        if (isLeft(units)) return
        const noise = Math.abs(Number(valueOf(majorUnits(units.right, currency))) - amount)
        expect(noise).toBeLessThan(0.1 * 10 ** -digits)
      }),
    )
  })

  it('reads every amount of the sandbox', async () => {
    const { credentials, http } = createSandbox({ profile: documentedProfile, transactions: 500 })
    const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http })
    const user = client.user({ externalUserId: 'A6J' })
    const transactions = await lastValueFrom(user.transactions.all().pipe(toArray()))
    const accounts = await lastValueFrom(user.accounts.all().pipe(toArray()))
    const stocks = await lastValueFrom(user.stocks.all().pipe(toArray()))
    const amounts = [
      ...transactions.map(({ amount, currency_code }) => [amount, currency_code] as const),
      ...accounts.map(({ balance, currency_code }) => [balance, currency_code] as const),
      ...stocks.map(({ total_value, currency_code }) => [total_value, currency_code] as const),
    ]
    expect(amounts.length).toBeGreaterThan(500)
    expect(amounts.filter(([amount, currency]) => isLeft(minorUnits(amount, currency)))).toEqual([])
  })
})
