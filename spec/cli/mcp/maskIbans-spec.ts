import fc from 'fast-check'
import { maskIbans } from '../../../lib/cli/mcp/maskIbans.js'
import { character, surrogate } from '../../helpers/text.js'

/** One of each structure that a country of SEPA has, and some others. */
const examples = (
  'AD1200012030200359100100 AT611904300234573201 BE68539007547034 BG80BNBG96611020345678 CH9300762011623852957 ' +
  'CY17002001280000001200527600 DE89370400440532013000 ES9121000418450200051332 FR1420041010050500013M02606 ' +
  'FR7630006000011234567890189 GB29NWBK60161331926819 GI75NWBK000000007099453 GR1601101250000000012300695 ' +
  'HR1210010051863000160 HU42117730161111101800000000 IE29AIBK93115212345678 IS140159260076545510730339 ' +
  'IT60X0542811101000000123456 LT121000011101001000 LU280019400644750000 LV80BANK0000435195001 MD24AG000225100013104168 ' +
  'MK07250120000058984 MT84MALT011000012345MTLCAST001S NL91ABNA0417164300 NO9386011117947 PL61109010140000071219812874 ' +
  'PT50000201231234567890154 RO49AAAA1B31007593840000 SI56263300012039086 BR1800360305000010009795493C1 ' +
  'KZ86125KZT5004100100 MA64011519000001205000534921 SA0380000000608010167519 TN5910006035183598478831 TR330006100519786457841326'
).split(' ')

const withCheckDigits = (country: string, account: string): string => {
  const digits = `${account}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`
}

const digit = fc.nat(9).map(String)

/** An IBAN like one of the examples, with other digits. */
const anyIban = fc
  .constantFrom(...examples)
  .chain((example) =>
    fc
      .tuple(...Array.from(example.slice(4), (letter) => (/\d/.test(letter) ? digit : fc.constant(letter))))
      .map((letters) => withCheckDigits(example.slice(0, 2), letters.join(''))),
  )

const moved = (first: string) => (letter: string) =>
  /\d/.test(letter) ? String.fromCodePoint((first.codePointAt(0) ?? 0) + Number(letter)) : letter

const fullWidth = (letter: string) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)

const writings: ReadonlyArray<(letter: string) => string> = [
  (letter) => letter,
  (letter) => letter.toLowerCase(),
  fullWidth,
  (letter) => fullWidth(letter).toLowerCase(),
  ...['٠', '۰', '०', '๐', '𝟎', '𝟘', '\u{116da}'].map(moved),
  (letter) => (/[A-Z]/.test(letter) ? String.fromCodePoint(letter.charCodeAt(0) + 0x1d3bf) : letter),
]

const separators = (
  ' |\u00a0|\u202f|\u2009|\u3000|.|/|-|\u2011|–|_|·|:|, | - |\t|\n|\u200b|\u200d|\u2060|\ufeff|\u00ad|\u202e|\u3164|\ufe0f|\u{e0020}|' +
  '|\u0301|\ud800'
).split('|')

/** An IBAN as somebody may write it. */
const spelled = (iban: string) =>
  fc
    .tuple(
      ...Array.from(iban, (letter, index) =>
        fc
          .tuple(
            index === 0 ? fc.constant('') : fc.constantFrom(...separators),
            fc.constantFrom(...writings).map((write) => write(letter)),
          )
          .map((parts) => parts.join('')),
      ),
    )
    .map((parts) => parts.join(''))

const words = 'VIR SEPA de 12 FR76 at DE FR 2026-11-28 09:30 1234567890 IBAN: LOYER FR72ZZZ401147 É 家 ß'.split(' ')
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: character }), surrogate, digit), { maxLength: 8 })
  .map((parts) => parts.join(' '))

const compact = (text: string) => text.replace(/[^A-Z\d]/g, '')

describe('maskIbans', () => {
  it.each([
    ['FR76 30006 00001 12345678901 89', 'FR…0189'],
    ['FR76/3000/6000/0112/3456/7890/189', 'FR…0189'],
    ['F R 7 6 . 3 0 0 0 6 0 0 0 0 1 1 2 3 4 5 6 7 8 9 0 1 8 9', 'FR…0189'],
    ['ＦＲ７６３０００６０００ ０１１２３４５６７８９０１８９', 'FR…0189'],
    ['(DE89) 3704\u200b0044\u00a00532-0130-00!', '(DE…3000!'],
    ['von DE89370400440532013000an NL91ABNA0417164300', 'von DE…3000an NL…4300'],
    ['FR7630006000011234567890189INVOICE', 'FR…0189INVOICE'],
    ['FR 76 3000 6000 0112 3456 7890 189', 'FR…0189'],
    ['F R76-30006-00001-12345678901-89', 'FR…0189'],
    ['F*R*7*6*3*0*0*0*6*0*0*0*0*1*1*2*3*4*5*6*7*8*9*0*1*8*9', 'FR…0189'],
    ['FR7630\u00000060\u00ad0001123\u200d4567890189', 'FR…0189'],
    ['DE89370400440532013000FR7630006000011234567890189NL91ABNA0417164300', 'DE…3000FR…0189NL…4300'],
    ['FR76 30006 X 00001 Y 12345678901 Z 89', 'FR…0189'],
    ['FR76x30006x00001x12345678901x89', 'FR…0189'],
    ['FR76 3000 Ж 6000 0112 é 3456 7890 189', 'FR…0189'],
    ['DE89 A 3704 B 0044 C 0532 D 0130 E 00', 'DE…3000'],
    ['NL91 ABNA x 0417 x 1643 x 00', 'NL…4300'],
    ['FR14 20041 n 01005 n 0500013M026 n 06', 'FR…2606'],
    ['FR76 code banque 30006 guichet 00001 compte 12345678901 clé 89', 'FR…0189'],
    ['RIB 30006 00001 12345678901 89', 'RIB …0189'],
    ['vir 30006000011234567890189 loyer', 'vir …0189 loyer'],
    ['30006-00001-12345678901-89.', '…0189.'],
    ['RIB30006.00001.12345678901.89', 'RIB…0189'],
    ['３０００６　００００１　１２３４５６７８９０１　８９', '…0189'],
    ['20041 01005 0500013M026 06', '…2606'],
    ['20041 01005 0500013m026 06', '…2606'],
    ['Banque 30006 guichet 00001 n° compte 12345678901 clé RIB 89', 'Banque …0189'],
    ['30006 x 00001 x 12345678901 x 89', '…0189'],
    [
      'KZ92 123 DE89370400440532013000, of which the first half is one by chance',
      'KZ…3000, of which the first half is one by chance',
    ],
  ])('masks %s', (text, expected) => {
    expect(maskIbans(text)).toBe(expected)
  })

  it.each([
    'VIR SEPA DE 12 AVRIL 2026 REF 1234567890123456789012345',
    'PRLV EDF FR72ZZZ401147 FR40303265045',
    'at 28.11.2026 09:30:15, order SE24-2026-0000000000000001',
    'LE12 MARS POUR TOUS',
    'FR7630006000011234567890188',
    'FR76 3000 6000 0112 3456 7890 18',
    'ZZ7630006000011234567890189',
    'FR76300060000112345678901ЖЖ89',
    'FR76 3000 of 6000 0112 3456 7890 189',
    '30006 00001 12345678901 88',
    '130006000011234567890189',
    '300060000112345678901890',
    '30006 00001 12345678901 890',
    'A0006 00001 12345678901 89',
    'CARTE 1234567890 ABCDEFGHIJK 12',
    '\ud800 ½ ⑳ 💶 e\u0301',
  ])('leaves %s', (text) => {
    expect(maskIbans(text)).toBe(text)
  })

  it('knows the example of each country', () => {
    for (const iban of examples) expect(maskIbans(iban)).toBe(`${iban.slice(0, 2)}…${iban.slice(-4)}`)
  })

  it('masks any IBAN, in any spelling, in any text', () => {
    const anySpelled = anyIban.chain((iban) => spelled(iban).map((spelling) => ({ iban, spelling })))
    fc.assert(
      fc.property(anySpelled, anyText, anyText, ({ iban, spelling }, before, after) => {
        const masked = maskIbans(`${before}${spelling}${after}`)
        // By chance, one number of a hundred continues with what stands around it, and then ends there.
        expect(masked).toMatch(/…[A-Z\d]{4}/)
        // A shorter part of a number, such as three digits of a Norwegian one, may stand in the text around it.
        expect(compact(masked.normalize('NFKD').toUpperCase())).not.toContain(iban.slice(4, -4))
        expect(masked).not.toContain(spelling)
        expect(maskIbans(`*${spelling}*`)).toBe(`*${iban.slice(0, 2)}…${iban.slice(-4)}*`)
      }),
    )
  })

  it('masks any French account number, in any spelling', () => {
    const rib = fc
      .tuple(fc.array(digit, { minLength: 10, maxLength: 10 }), fc.array(digit, { minLength: 11, maxLength: 11 }))
      .map((parts) => parts.flat().join(''))
      .map((number) => `${number}${String(97n - ((BigInt(number) * 100n) % 97n)).padStart(2, '0')}`)
    const anySpelled = rib.chain((number) => spelled(number).map((spelling) => ({ number, spelling })))
    fc.assert(
      fc.property(anySpelled, ({ number, spelling }) => {
        expect(maskIbans(`RIB ${spelling} x`)).toBe(`RIB …${number.slice(-4)} x`)
      }),
    )
  })

  it('answers for texts that have many beginnings of account numbers', () => {
    const texts = ['GT12A1A1A1', 'FR76 30006 A 00001 B ', '1 A 2 B ', 'LC12AAAA A '].map((part) => part.repeat(200))
    for (const text of texts) expect(maskIbans(text.slice(0, 2000))).not.toBe('')
  })

  it('leaves a text with a wrong digit, in any spelling', () => {
    const wrong = anyIban
      .filter((iban) => !iban.startsWith('FR'))
      .chain((iban) =>
        fc
          .constantFrom(...Array.from(iban.matchAll(/\d/g), ({ index }) => index))
          .chain((place) =>
            spelled(`${iban.slice(0, place)}${String((Number(iban[place]) + 1) % 10)}${iban.slice(place + 1)}`),
          ),
      )
    // One of 97 long numbers with spaces is also a French account number, and each within a French IBAN is.
    fc.assert(fc.property(wrong, (text) => expect(maskIbans(text)).not.toMatch(/[A-Z]{2}…/)))
  })

  it('leaves any text without one', () => {
    const texts = fc.string({ unit: fc.oneof(character, surrogate, fc.constantFrom('F', 'R', ' ', '-', '\u200b')) })
    fc.assert(fc.property(texts, (text) => expect(maskIbans(text)).toBe(text)))
  })
})
