import { hasName, hasPartOf, nameWords, payerWords } from '../../../lib/ledger/payments/payerName.js'

const has = (text: string, name: string): boolean => hasName(payerWords(name), nameWords(text))

describe('hasName', () => {
  it.each<[string, string, string]>([
    ['in capitals', 'VIR SEPA JEAN DUPONT', 'Jean Dupont'],
    ['in another order', 'Dupont, Jean', 'Jean Dupont'],
    ['without accents', 'VIR HELENE GARNIER', 'Hélène Garnier'],
    ['with ue for ü', 'MUELLER JUERGEN', 'Jürgen Müller'],
    ['with ss for ß', 'MAX WEISS', 'Max Weiß'],
    ['with a second person', 'Max und Erika Müller', 'Max Müller'],
    ['without the legal form', 'BAECKEREI SCHULZE', 'Bäckerei Schulze GmbH'],
    ['with two of three words', 'VIR M JEAN DUPONT', 'Jean Pierre Dupont'],
    ['of only a legal form', 'GMBH', 'GmbH'],
  ])('finds a name %s', (_, text, name) => {
    expect(has(text, name)).toBe(true)
  })

  it.each<[string, string, string]>([
    ['of another person of the family', 'VIR MARIE DUPONT', 'Jean Dupont'],
    ['with only an initial', 'J. DUPONT', 'Jean Dupont'],
    ['within a word', 'JEANDUPONT', 'Jean Dupont'],
    ['of short words, which would be found by chance', 'Wu Li', 'Wu Li'],
    ['that is empty', 'Jean', ''],
  ])('does not find a name %s', (_, text, name) => {
    expect(has(text, name)).toBe(false)
  })
})

describe('hasPartOf', () => {
  it('finds a long word of a name', () => {
    expect(hasPartOf(payerWords('Jean Dupont'), nameWords('VIR MARIE DUPONT'))).toBe(true)
    expect(hasPartOf(payerWords('Jean Dupont'), nameWords('VIR MARIE CURIE'))).toBe(false)
    expect(hasPartOf(payerWords('Al Dupont'), nameWords('al'))).toBe(false)
  })
})
