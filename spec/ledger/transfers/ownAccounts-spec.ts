import fc from 'fast-check'
import { compactIban, findIbans } from '../../../lib/ledger/transfers/ownAccounts.js'

const iban = 'FR7630006000011234567890189'

describe('findIbans', () => {
  it.each<[string, string]>([
    ['alone', iban],
    ['in groups of four', 'FR76 3000 6000 0112 3456 7890 189'],
    ['in small letters', iban.toLowerCase()],
    ['between words', `VIR SEPA ${iban} LOYER MARS`],
    ['between words without spaces', `IBAN:${iban}/BIC:AGRIFRPP`],
    ['behind a text that looks like the start of one', `FR12 DE34 ${iban}`],
    ['with spaces that do not break', 'FR76\u00A03000\u00A06000\u00A00112\u00A03456\u00A07890\u00A0189'],
  ])('finds an IBAN %s', (_, text) => {
    expect(findIbans(text)).toEqual([iban])
  })

  it('finds several, of several countries', () => {
    const text = `von DE89 3704 0044 0532 0130 00 an NL91ABNA0417164300 und GB29NWBK60161331926819`
    expect(findIbans(text)).toEqual(['DE89370400440532013000', 'NL91ABNA0417164300', 'GB29NWBK60161331926819'])
  })

  it.each<[string, string]>([
    ['nothing', ''],
    ['a wrong checksum', 'FR7630006000011234567890188'],
    ['a shortened one', iban.slice(0, -1)],
    ['a masked one', 'FR76 3000 **** **** **** **90 189'],
    ['an unknown country', 'ZZ7630006000011234567890189'],
    ['a letter that is not Latin', 'FR763000600001123456789018٩'],
    ['half an emoji', '\uD83D'],
  ])('finds none in %s', (_, text) => {
    expect(findIbans(text)).toEqual([])
  })

  it('never throws, and finds what is in the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
        const text = `${before} ${iban} ${after}`
        expect(findIbans(text)).toContain(iban)
        for (const found of findIbans(text)) expect(compactIban(text)).toContain(found)
      }),
    )
  })

  it('reads a long text in one pass', () => {
    expect(findIbans('FR12'.repeat(50_000))).toEqual([])
  })
})
