import fc from 'fast-check'
import { isLeft, isRight, right } from 'fp-ts/lib/Either.js'
import { DecodeError } from '../../../lib/base/error/DecodeError.js'
import { decimal } from '../../../lib/service/model/decimal.js'
import { written } from '../../helpers/decimals.js'

describe('decimal', () => {
  it.each([
    [-4.99, '-4.99'],
    [0, '0'],
    [-0, '0'],
    [100, '100'],
    [1200.5, '1200.5'],
    [0.07, '0.07'],
    [1e-7, '0.0000001'],
    [-1.5e-9, '-0.0000000015'],
    [1e21, '1000000000000000000000'],
    [-1.25e22, '-12500000000000000000000'],
    [123456789012345, '123456789012345'],
    [0.123456789012345, '0.123456789012345'],
    [1e-300, `0.${'0'.repeat(299)}1`],
  ])('writes %p as %s', (amount, text) => {
    expect(decimal(amount)).toStrictEqual(right(text))
  })

  it('writes every number of at most 15 digits as the service wrote it', () => {
    fc.assert(
      fc.property(written(40), ({ text }) => {
        expect(decimal(Number(text))).toStrictEqual(right(text))
      }),
    )
  })

  it('writes what reads as the same number, without an exponent, or refuses', () => {
    fc.assert(
      fc.property(fc.double(), (amount) => {
        const text = decimal(amount)
        if (isLeft(text)) return
        expect(Number(text.right)).toBe(amount + 0)
        expect(text.right).toMatch(/^(0|-?([1-9]\d*|0\.\d*[1-9]|[1-9]\d*\.\d*[1-9]))$/)
      }),
    )
  })

  it.each([
    ['a sum that is no longer exact', 0.1 + 0.2],
    ['16 digits, which may have been another number', 1234567890123456],
    ['16 decimals', 0.1234567890123456],
    ['2^53', 2 ** 53],
    ['a number so small that fewer digits are kept', 9.9999e-310],
    ['the smallest number', 5e-324],
    ['NaN', NaN],
    ['an infinity', Infinity],
    ['the other infinity', -Infinity],
  ])('refuses %s', (_, amount) => {
    expect(decimal(amount)).toMatchObject({
      _tag: 'Left',
      left: {
        issues: [{ path: '/amount', expected: 'a number of at most 15 significant digits, or a decimal as text' }],
      },
    })
  })

  it.each([[undefined], [null]])('says that the amount is missing if it is %p', (amount) => {
    const missing = decimal(amount)
    const issue = '/amount: expected a number of at most 15 significant digits, or a decimal as text (missing)'
    expect(isLeft(missing) && missing.left.message).toBe(`decimal: the amount cannot be read exactly: ${issue}`)
  })

  it('takes numbers from the smallest that keeps 15 digits to the greatest, as they were written', () => {
    const size = fc.integer({ min: 100_000_000_000_000, max: 179_769_313_486_231 })
    fc.assert(
      fc.property(size, fc.integer({ min: -309, max: 308 }), (coefficient, exponent) => {
        const [digit, ...others] = String(coefficient)
        const text = decimal(Number(`${String(digit)}.${others.join('')}e${String(exponent)}`))
        if (isLeft(text)) throw text.left
        const [whole = '', decimals = ''] = text.right.split('.')
        const scale = BigInt(14 - exponent - decimals.length)
        const read = BigInt(whole + decimals)
        expect(scale >= 0n ? read * 10n ** scale : read).toBe(
          scale >= 0n ? BigInt(coefficient) : BigInt(coefficient) * 10n ** -scale,
        )
      }),
    )
    expect([1e-309, 1.79769313486231e308].map(decimal).every(isRight)).toBe(true)
  })

  it.each([null, undefined, '4.99 ', '4,99', '1e5', '+1', '.5', '', '٤', 5n, new Date(0), {}, [4.99], Object(4.99)])(
    'refuses %p, which is no number and no decimal as text',
    (u) => {
      expect(isLeft(decimal(u as number))).toBe(true)
    },
  )

  it.each([
    ['12.30', '12.30'],
    ['-0.00', '0.00'],
    ['007', '7'],
    ['12345678901234567890.123456789', '12345678901234567890.123456789'],
  ])('writes the text %s as it came, without needless signs and zeros in front', (amount, text) => {
    expect(decimal(amount)).toStrictEqual(right(text))
    expect(decimal(amount, 'XXX')).toStrictEqual(right(text))
  })

  it.each([
    [-0.30000000000000004, 'EUR', '-0.3'],
    [1234.5600000000002, 'EUR', '1234.56'],
    ['0.30000000000000004', 'EUR', '0.3'],
    [1199.9999999999998, 'JPY', '1200'],
    [-5.551115123125783e-17, 'EUR', '0'],
    [12.5, 'EUR', '12.5'],
    ['12.30', 'EUR', '12.30'],
    [4.995, 'EUR', '4.995'],
    [12.340001, 'EUR', '12.340001'],
    [0.1, 'JPY', '0.1'],
  ])('writes %p %s without the noise of arithmetic, and with all other digits', (amount, currency, text) => {
    expect(decimal(amount, currency)).toStrictEqual(right(text))
  })

  it.each(['BTC', 'XXX', 'eur', '', null, 978])('removes nothing in the currency %p', (currency) => {
    expect(isLeft(decimal(0.1 + 0.2, currency))).toBe(true)
    expect(decimal(0.100000000001, currency)).toStrictEqual(right('0.100000000001'))
  })

  it('fails with an error that does not show the amount', () => {
    const failed = decimal(1234567890.1234567)
    if (isRight(failed)) throw new Error(failed.right)
    expect(failed.left).toBeInstanceOf(DecodeError)
    expect(`${String(failed.left)} ${JSON.stringify(failed.left)}`).not.toContain('1234')
  })
})
