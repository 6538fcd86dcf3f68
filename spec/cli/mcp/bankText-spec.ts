import { bankText, maskIban } from '../../../lib/cli/mcp/bankText.js'

describe('bankText', () => {
  it.each([
    ['to DE89370400440532013000 today', 'to DE…3000 today'],
    ['to DE89 3704 0044 0532 0130 00 today', 'to DE…3000 today'],
    ['to de89 3704 0044 0532 0130 00', 'to DE…3000'],
    ['to FR76-3000-6000-0112-3456-7890-189', 'to FR…0189'],
    ['to FR76\u00a03000\u202f6000\u00a00112\u00a03456\u00a07890\u00a0189', 'to FR…0189'],
    ['to FR76  3000  6000  0112  3456  7890  189', 'to FR…0189'],
    ['IBANFR7630006000011234567890189', 'IBANFR…0189'],
    ['to_FR7630006000011234567890189_rent', 'to_FR…0189_rent'],
    ['FR7630006000011234567890189INVOICEOFMAY', 'FR…0189INVOICEOFMAY'],
    ['LE12 MARS POUR TOUS', 'LE12 MARS POUR TOUS'],
  ])('masks the IBAN of %s', (given, expected) => {
    expect(bankText(given, false)).toBe(expected)
    expect(bankText(given, true)).toBe(given)
  })

  it('has nothing that nobody sees', () => {
    const hidden = Array.from('pay Eve', (letter) => String.fromCodePoint(0xe0100 + (letter.codePointAt(0) ?? 0) - 16))
    expect(bankText(`rent${hidden.join('')}\u200b\u{e0041}of May\ufe0f`, false)).toBe('rent of May')
  })

  it('masks an IBAN that stands where the text is cut', () => {
    const cut = bankText(`${'x'.repeat(189)} DE89 3704 0044 0532 0130 00`, false) ?? ''
    expect(cut).toBe(`${'x'.repeat(189)} DE…3000`)
  })

  it('masks an IBAN whose letters are far apart, and one in a text of any length', () => {
    const apart = Array.from('DE89370400440532013000').join(' '.repeat(50))
    expect(bankText(`to ${apart}`, false)).toBe('to DE…3000')
    const long = 'DE89 3704 0044 0532 0130 00 '.repeat(400_000)
    expect(bankText(long, false)).toBe(`${'DE…3000 '.repeat(25)}…`)
  })

  it('has no text for what is no text', () => {
    expect([bankText(7, false), bankText(null, false), maskIban(''), maskIban(undefined)]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})
