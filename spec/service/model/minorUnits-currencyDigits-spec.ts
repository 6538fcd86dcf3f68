import { currencyDigits } from '../../../lib/service/model/minorUnits.js'

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const everyCode = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
const withDigits = (digits: number) => everyCode.filter((code) => currencyDigits(code) === digits)

describe('currencyDigits', () => {
  it('knows the currencies of list one, and those that were withdrawn since 2018', () => {
    expect(withDigits(0).join(' ')).toBe('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF')
    expect(withDigits(3).join(' ')).toBe('BHD IQD JOD KWD LYD OMR TND')
    expect(withDigits(4).join(' ')).toBe('CLF UYW')
    expect(withDigits(2)).toHaveLength(140 + 7)
    expect(withDigits(2)).toEqual(expect.arrayContaining(['XCG', 'HRK', 'MRO', 'SLL', 'STD', 'VEF', 'ZWL']))
  })

  it('has the decimals of the minor unit if Intl has those that are shown', () => {
    const shown = (code: string) =>
      new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits
    const others = everyCode.filter(
      (code) => currencyDigits(code) !== undefined && currencyDigits(code) !== shown(code),
    )
    expect(others).toEqual(expect.arrayContaining(['HUF', 'IDR', 'IQD', 'LBP']))
  })

  it('has none for metals, units of account, tests, and anything that is no code', () => {
    for (const code of [
      'XAU',
      'XAG',
      'XPT',
      'XPD',
      'XDR',
      'XUA',
      'XSU',
      'XTS',
      'XXX',
      'XBA',
      '',
      ' ',
      'AED AFN',
      'eur',
    ])
      expect([code, currencyDigits(code)]).toEqual([code, undefined])
  })
})
