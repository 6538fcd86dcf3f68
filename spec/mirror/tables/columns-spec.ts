import fc from 'fast-check'
import { columns, isInexact, type Row } from '../../../lib/mirror/tables/columns.js'

const read = (row: Row, name: string): string | null | undefined =>
  columns.transactions.find((column) => column.name === name)?.read(row)

describe('columns of a mirror', () => {
  it('an amount of up to 15 digits is the decimal that was sent, and its minor units are exact', () => {
    const sent = fc.tuple(fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }), fc.constantFrom(0, 1, 2))
    fc.assert(
      fc.property(sent, ([digits, scale]) => {
        const text = digits
          .toString()
          .replace('-', '')
          .padStart(scale + 1, '0')
        const cut = text.length - scale
        const written = `${digits < 0n ? '-' : ''}${text.slice(0, cut)}${scale === 0 ? '' : `.${text.slice(cut)}`}`
        const row = { amount: Number(written), currency_code: 'EUR' }
        const shortest = written.includes('.') ? written.replace(/\.?0+$/, '') : written
        expect(read(row, 'amount')).toBe(shortest)
        expect(read(row, 'minor_units')).toBe(String(digits * 10n ** BigInt(2 - scale)))
      }),
    )
  })

  it('no number is rounded: what is written is the number again, or there is nothing', () => {
    fc.assert(
      fc.property(fc.double(), (amount) => {
        const written = read({ amount }, 'amount')
        expect(written === null || Number(written) === amount).toBe(true)
      }),
    )
  })

  it('an amount that came as a text keeps all its digits, and another text is none', () => {
    expect(read({ amount: '12345678901234567890.123456789' }, 'amount')).toBe('12345678901234567890.123456789')
    for (const amount of ['1e5', 'NaN', '', ' 1', '1;DROP', '١', {}, null, undefined, true])
      expect(read({ amount }, 'amount')).toBeNull()
  })

  it('minor units are none without a currency, with more decimals, and beyond 64 bits', () => {
    for (const row of [{ amount: 1 }, { amount: 1, currency_code: 'XXX' }, { amount: 0.001, currency_code: 'EUR' }])
      expect(read(row, 'minor_units')).toBeNull()
    expect(read({ amount: 92233720368547e3, currency_code: 'EUR' }, 'minor_units')).toBe('9223372036854700000')
    expect(read({ amount: 92233720368548e3, currency_code: 'EUR' }, 'minor_units')).toBeNull()
  })

  it.each<readonly [string, string, unknown, string | null]>([
    ['account_id', 'account_id', 7, '7'],
    ['account_id', 'account', { id: 7 }, '7'],
    ['account_id', 'account', 7, null],
    // As `id` of the account's own row.
    ['account_id', 'account_id', 'a\0', 'a\uFFFD0000'],
    ['account_id', 'account', { id: 'a\uFFFD' }, 'a\uFFFDfffd'],
    ['description', 'description', 'a\0', 'a\uFFFD'],
    ['description', 'clean_description', 'x', 'x'],
    ['raw_description', 'provider_description', 'x', 'x'],
    ['is_future', 'future', true, 'true'],
    ['is_future', 'is_future', 1, null],
    ['date', 'date', '2024-02-30', null],
    ['updated_at', 'updated_at', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['updated_at', 'updated_at', '1970-01-01T01:00:00+01:00', '1970-01-01T00:00:00.000Z'],
    ['updated_at', 'updated_at', 12, null],
    ['updated_at', 'updated_at', new Date(NaN), null],
  ])('%s is read from %s: %p', (name, field, value, expected) => {
    expect(read({ [field]: value }, name)).toBe(expected)
  })

  it('the noise of arithmetic is no part of an amount, and a decimal as text is one', () => {
    const inEuros = (amount: unknown) => {
      const row = { amount, currency_code: 'EUR' }
      return [read(row, 'amount'), read(row, 'minor_units'), isInexact('transactions', row)]
    }
    expect(inEuros(-0.30000000000000004)).toEqual(['-0.3', '-30', false])
    expect(inEuros(1234.5600000000002)).toEqual(['1234.56', '123456', false])
    expect(inEuros('12.30')).toEqual(['12.30', '1230', false])
    expect(inEuros(4.995)).toEqual(['4.995', null, true])
    expect(inEuros(JSON.parse('1e400'))).toEqual([null, null, true])
  })
})
