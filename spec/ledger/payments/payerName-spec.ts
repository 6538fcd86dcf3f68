import { createNameIndex, payerKey } from '../../../lib/ledger/payments/payerName.js'
import { toPaymentText } from '../../../lib/ledger/payments/PaymentText.js'

const find = (text: string, ...names: ReadonlyArray<string>) =>
  Array.from(createNameIndex(names.map(payerKey))(toPaymentText(text)))

describe('createNameIndex', () => {
  it.each<[string, string, string]>([
    ['in capitals', 'VIR SEPA JEAN DUPONT', 'Jean Dupont'],
    ['in another order', 'Dupont, Jean', 'Jean Dupont'],
    ['without accents', 'VIR HELENE GARNIER', 'Hélène Garnier'],
    ['with ue for ü', 'MUELLER JUERGEN', 'Jürgen Müller'],
    ['with ss for ß', 'MAX WEISS', 'Max Weiß'],
    ['with oe for ø', 'SOEREN OESTERGAARD', 'Søren Østergaard'],
    ['with l for ł', 'LUKASZ WOJCIK', 'Łukasz Wójcik'],
    ['with a second person', 'Max und Erika Müller', 'Max Müller'],
    ['of the second person', 'Max und Erika Müller', 'Erika Müller'],
    ['with a second person after it', 'Müller Max u. Erika', 'Erika Müller'],
    ['without the legal form', 'BAECKEREI SCHULZE', 'Bäckerei Schulze GmbH'],
    ['with a legal form between', 'Schulze GmbH Transporte', 'Schulze Transporte'],
    ['of a single word', 'Miete Mueller', 'Müller'],
  ])('finds a name %s', (_, text, name) => {
    expect(find(text, name)).toEqual([payerKey(name)])
  })

  it.each<[string, string, string]>([
    ['of another person of the family', 'VIR MARIE DUPONT', 'Jean Dupont'],
    ['with only an initial', 'J. DUPONT', 'Jean Dupont'],
    ['with two of three words', 'VIR M JEAN DUPONT', 'Jean Pierre Dupont'],
    ['within a word', 'JEANDUPONT', 'Jean Dupont'],
    ['of a street', 'Anna-Berg-Str. 4 Huber Karl', 'Anna Berg'],
    ['of a street in French', 'Huber, rue Anna Berg 3', 'Anna Berg'],
    ['whose words are apart', 'Huber, Anna, Am Berg 3', 'Anna Berg'],
    ['in a transfer between own accounts', 'UMBUCHUNG VON SPARKONTO KAUTION ANNA BERG', 'Anna Berg'],
    ['of short words, which would be found by chance', 'Wu Li', 'Wu Li'],
    ['of only a legal form', 'Irgendwer GmbH', 'GmbH'],
    ['that is empty', 'Jean', ''],
  ])('does not find a name %s', (_, text, name) => {
    expect(find(text, name)).toEqual([])
  })

  it('finds only the longer one of two names', () => {
    expect(find('Mueller Anna', 'Müller', 'Anna Müller')).toEqual([payerKey('Anna Müller')])
    expect(find('Mueller Anna, Huber Karl', 'Karl Huber', 'Anna Müller')).toHaveLength(2)
  })
})
