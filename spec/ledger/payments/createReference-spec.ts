import fc from 'fast-check'
import {
  createReference,
  createReferenceIndex,
  type Reference,
  toReferenceText,
} from '../../../lib/ledger/payments/createReference.js'

const reference = (text: string): Reference => createReference(text) as Reference

const isIn = (text: string, searched: string): boolean => reference(searched).isIn(toReferenceText(text, ''))

const isSimilarIn = (text: string, searched: string): boolean =>
  reference(searched).isSimilarIn(toReferenceText(text, ''))

describe('createReference', () => {
  it.each<[string, string, string]>([
    ['as it is', 'SVWZ+Rechnung RE-2026-00017 Danke', 'RE-2026-00017'],
    ['in small letters', 're-2026-00017', 'RE-2026-00017'],
    ['with spaces for hyphens', 'RE 2026 00017', 'RE-2026-00017'],
    ['with slashes for hyphens', 'RE/2026/00017', 'RE-2026-00017'],
    ['without hyphens', 'RE202600017', 'RE-2026-00017'],
    ['with hyphens that the reference lacks', 'RE-2026-00017', 'RE202600017'],
    ['with the space of a line break', 'RE-2026-00 017', 'RE-2026-00017'],
    ['without leading zeros', 'Rg. 2026-17', 'RE-2026-00017'],
    ['without its letters', 'Invoice 2026-00017', 'RE-2026-00017'],
    ['with other letters', 'RG2026-00017', 'RE-2026-00017'],
    ['between words', 'FACTF2026/0123MERCI', 'F2026/0123'],
    ['with letters for digits', 'RE-2O26-OOOl7', 'RE-2026-00017'],
    ['in groups of four, as a creditor reference', 'RF18 5390 0754 7034', 'RF18539007547034'],
    ['before a date', 'RE-2026-00017 vom 03.02.2026', 'RE-2026-00017'],
    ['that looks like a date', 'Miete 2026-03-01', '2026-03-01'],
    ['with letters at its end', 'facture 2026 0012 b', '2026-0012-B'],
  ])('finds a reference %s', (_, text, searched) => {
    expect(isIn(text, searched)).toBe(true)
  })

  it.each<[string, string, string]>([
    ['with another number', 'RE-2026-00018', 'RE-2026-00017'],
    ['with more digits at its end', 'RE-2026-000175', 'RE-2026-00017'],
    ['with more digits at its beginning', '92026-00017', 'RE-2026-00017'],
    ['with some of its zeros, which may be the beginning of 00170', 'RE-2026-0017', 'RE-2026-00017'],
    ['in the digits of a date', 'vom 2026-01-05', '2026-1'],
    ['in an amount', 'EUR 1.250,00', '125000'],
    ['that is too short to be clear', 'Whg 3', 'Whg 3'],
    ['without digits', 'Miete', 'Miete'],
    ['with other letters at its end', '2026-0012-C', '2026-0012-B'],
  ])('does not find a reference %s', (_, text, searched) => {
    expect(isIn(text, searched)).toBe(false)
  })

  it.each<[string, string, string]>([
    ['without its last two characters', 'RE-2026-000', 'RE-2026-00017'],
    ['without its beginning', '6-00017 Danke', 'RE-2026-00017'],
    ['that is short', 'Miete Whg 3', 'Whg 3'],
    ['without digits', 'MIETE MAERZ', 'Miete'],
  ])('says that a text is similar to a reference %s', (_, text, searched) => {
    expect(isSimilarIn(text, searched)).toBe(true)
  })

  it.each<[string, string, string]>([
    ['without its last three characters', 'RE-2026-00', 'RE-2026-00017'],
    ['of which only the number is left', '0017', 'RE-2026-00001'],
    ['of another number', 'RE-2026-00018', 'RE-2026-00017'],
    ['that is short, within a word', 'Whg 31', 'Whg 3'],
  ])('does not say that a text is similar to a reference %s', (_, text, searched) => {
    expect(isSimilarIn(text, searched)).toBe(false)
  })

  it('has one key for the ways to write a reference', () => {
    expect(reference('RE-2026-00017').key).toBe(reference('re 2026/17').key)
  })

  it('has a form for other references of the same kind', () => {
    const form = new RegExp(reference('RE-2026-00017').form)
    expect(['re-2025-00999', 're 2025 00999', 're-2026-99', 'ab-2026-00017'].map((text) => form.test(text))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(reference('Whg 3').form).toBe('')
  })

  it.each(['', ' ', '-/-'])('returns nothing for a reference without letters and digits: %p', (text) => {
    expect(createReference(text)).toBeUndefined()
  })

  it('reads any text, and finds a clear reference between any words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, other) => {
        const found = createReference(text)
        expect(typeof (found?.isIn(toReferenceText(other, text)) ?? false)).toBe('boolean')
        expect(typeof (found?.isSimilarIn(toReferenceText(other, text)) ?? false)).toBe('boolean')
      }),
    )
  })
})

describe('createReferenceIndex', () => {
  const values = ['RE-2026-00017', 'RE-2026-00018', 'MV-4711', 'Whg 3', ''].map((text) => ({
    text,
    reference: createReference(text),
  }))
  const find = createReferenceIndex(values)

  it('finds the clear references that are in a text', () => {
    const found = find(toReferenceText('RE 2026 17, 2026-00018 und MV4711', 'Whg 3'))
    expect(found.map(({ text }) => text)).toEqual(['RE-2026-00017', 'RE-2026-00018', 'MV-4711'])
    expect(find(toReferenceText('', ''))).toEqual([])
  })

  it('finds what each reference finds', () => {
    const writing = fc.constantFrom('RE', '2026', '17', '00017', '018', 'MV', '4711', '-', ' ', 'O', 'l')
    fc.assert(
      fc.property(fc.array(writing, { maxLength: 12 }), (parts) => {
        const text = toReferenceText(parts.join(''), parts.join(' '))
        const expected = values.filter((value) => value.reference?.isIn(text))
        expect(new Set(find(text))).toEqual(new Set(expected))
      }),
    )
  })
})
