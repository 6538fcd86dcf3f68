import fc from 'fast-check'
import {
  createReference,
  createReferenceIndex,
  type Mentions,
  type Reference,
} from '../../../lib/ledger/payments/createReference.js'
import { toPaymentText } from '../../../lib/ledger/payments/PaymentText.js'

const reference = (text: string): Reference => createReference(text) as Reference

const read = (text: string, ...searched: ReadonlyArray<string>): Mentions =>
  createReferenceIndex(searched.map(reference))(toPaymentText(text, ''))

const kind = (text: string, searched: string) => read(text, searched).kinds.get(reference(searched).key)

describe('createReference', () => {
  it.each<[string, string, string]>([
    ['as written', 'SVWZ+Rechnung RE-2026-00017 Danke', 'RE-2026-00017'],
    ['in small letters', 're-2026-00017', 'RE-2026-00017'],
    ['with spaces for hyphens', 'RE 2026 00017', 'RE-2026-00017'],
    ['with slashes for hyphens', 'RE/2026/00017', 'RE-2026-00017'],
    ['without hyphens', 'RE202600017', 'RE-2026-00017'],
    ['with hyphens that the reference lacks', 'RE-2026-00017', 'RE202600017'],
    ['with the space of a line break', 'RE-2026-00 017', 'RE-2026-00017'],
    ['without leading zeros', 'RE-2026-17', 'RE-2026-00017'],
    ['before letters without a space', 'EREF+F2026/0123MERCI', 'F2026/0123'],
    ['with letters for digits', 'RE-2O26-OOOl7', 'RE-2026-00017'],
    ['in groups of four, as a creditor reference', 'RF18 5390 0754 7034', 'RF18539007547034'],
    ['before a date', 'RE-2026-00017 vom 03.02.2026', 'RE-2026-00017'],
    ['with letters at its end', 'facture 2026 0012 b', '2026-0012-B'],
    ['after many numbers', `${'11 '.repeat(60)}RE-2026-00017`, 'RE-2026-00017'],
    ['after 1,900 characters', `${'x '.repeat(950)}RE-2026-00017`, 'RE-2026-00017'],
  ])('finds a complete reference %s', (_, text, searched) => {
    expect(kind(text, searched)).toBe('complete')
  })

  it.each<[string, string, string]>([
    ['without its letters', 'Invoice 2026-00017', 'RE-2026-00017'],
    ['with other letters for an invoice', 'RG2026-00017', 'RE-2026-00017'],
    ['without letters and leading zeros', 'Rg. 2026 17', 'RE-2026-00017'],
    ['with some of its zeros, which may be the beginning of 00170', 'RE-2026-0017', 'RE-2026-00017'],
    ['that has no letters', '0815 4711', '0815-4711'],
    ['in groups of five, as on a payment slip', '21 00000 00003 13947', '21000000000313947'],
  ])('finds the number of a reference %s', (_, text, searched) => {
    expect(kind(text, searched)).toBe('number')
  })

  it.each(['Whg 3', 'RE-17', 'RE-2026'])('finds a short reference only with its letters: %s', (text) => {
    expect(kind(`Miete ${text}`, text)).toBe('short')
    expect(kind(`Miete ${text}1`, text)).toBeUndefined()
    expect(kind(`Miete ${text.replace(/\D+/, '')}`, text)).toBeUndefined()
  })

  it('finds a month, which is no clear reference', () => {
    expect(kind('Miete 03/2026', '03-2026')).toBe('short')
  })

  it.each<[string, string, string]>([
    ['with another number', 'RE-2026-00018', 'RE-2026-00017'],
    ['with more digits at its end', 'RE-2026-000175', 'RE-2026-00017'],
    ['with more digits at its beginning', '92026-00017', 'RE-2026-00017'],
    ['with another number after it', 'RE-2026-00017-2', 'RE-2026-00017'],
    ['with a letter after it', '2026-00017b', '2026-00017a'],
    ['of a number of which it is the beginning', '2026-1', '2026-10'],
    ['of another year', 'RE-2025-00017', 'RE-2026-00017'],
    ['of a quote', 'AN-2026-00017', 'RE-2026-00017'],
    ['of a credit note', 'GS-2026-0177-A', '2026-0177-A'],
    ['of another series', 'B-2026-017', 'A-2026-017'],
    ['of a customer', 'Kd. 2026 00017', 'RE-2026-00017'],
    ['in a telephone number', 'TEL 0041 79 2026 00017', 'RE-2026-00017'],
    ['in an IBAN', 'AT61 1904 3002 3457 3201', 'RE-3002-3457'],
    ['in the digits of a date', 'vom 2026-01-05', '2026-1'],
    ['that is a date', 'KARTE 2026-03-06 12:00', '2026-0306'],
    ['in an amount', '26.17 EUR', 'RE-26-17'],
    ['in an amount of thousands', 'EUR 1.250,00', '125000'],
    ['that is only a year', 'Alles Gute 2026', 'RE-2026'],
    ['whose number is a month', 'Miete 03/2026', 'RE-03-2026'],
    ['that is too short without its letters', 'Wohnung 17', '17'],
    ['without digits', 'Miete', 'Miete'],
    ['with other letters at its end', '2026-0012-C', '2026-0012-B'],
    ['after 2,000 characters', `${'x '.repeat(1000)}RE-2026-00017`, 'RE-2026-00017'],
    ['that begins where the text is no longer read', `${'x'.repeat(1989)} 2026-00017000`, '2026-0001'],
  ])('does not find a reference %s', (_, text, searched) => {
    expect(kind(text, searched)).toBeUndefined()
  })

  it('does not choose among references of one number', () => {
    const { kinds } = read('2026-017', 'A-2026-017', 'B-2026-017')
    expect(kinds.size).toBe(0)
    expect(Array.from(read('B-2026-017', 'A-2026-017', 'B-2026-017').kinds)).toEqual([['b-2026-17', 'complete']])
  })

  it.each<[string, string, string]>([
    ['without its last two characters', 'RE-2026-000', 'RE-2026-00017'],
    ['without its beginning', '6-00017 Danke', 'RE-2026-00017'],
  ])('says that a text has a shortened reference %s', (_, text, searched) => {
    expect(read(text, searched).isShortened(reference(searched))).toBe(true)
  })

  it.each<[string, string, string]>([
    ['of which too little is left', 'RE-20', 'RE-2026-00017'],
    ['of which only the year is left', 'Alles Gute 2026', '84/2026'],
    ['of another number', 'RE-2026-00018', 'RE-2026-00017'],
  ])('does not say that a text has a shortened reference %s', (_, text, searched) => {
    expect(read(text, searched).isShortened(reference(searched))).toBe(false)
  })

  it.each<[string, string, boolean]>([
    ['re-2025-00999', 'RE-2026-00017', true],
    ['RG 2026-00018', 'RE-2026-00017', true],
    ['2026-00018', 'RE-2026-00017', true],
    ['RE 2026 18', 'RE-2026-00017', true],
    ['2025-7', '2026-17', true],
    ['08/2026', '84/2026', true],
    ['2026-1', '2026-17', true],
    ['Rechnung 25017', '26017', true],
    ['26018', '26017', true],
    ['RE-2026-000', 'RE-2026-00017', false],
    ['2026', 'RE-2026-00017', false],
    ['RE-2026-00017', 'RE-2026-00017', false],
  ])('says whether a text has another number of a series: %s for %s', (text, searched, expected) => {
    const { hasOther, hasOtherForm } = read(text, searched)
    expect(hasOtherForm || hasOther(reference(searched))).toBe(expected)
  })

  it('has one key for the ways to write a reference', () => {
    expect(reference('RE-2026-00017').key).toBe(reference('re 2026/17').key)
  })

  it.each(['', ' ', '-/-'])('returns nothing for a reference without letters and digits: %p', (text) => {
    expect(createReference(text)).toBeUndefined()
  })

  it('reads any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, other) => {
        const found = createReference(text)
        const { isShortened } = createReferenceIndex(found ? [found] : [])(toPaymentText(other, text))
        expect(typeof (found && isShortened(found))).toBe(found ? 'boolean' : 'undefined')
      }),
    )
  })

  it.each(['a', '1', '1-', 'a1', '2026 ', '00017 ', '-', '\u0301', 'RE-2026-17 '])(
    'reads ten megabytes of %p',
    (text) => {
      expect(kind(text.repeat(1e7 / text.length), 'RE-2026-00018')).toBeUndefined()
    },
  )
})
