import { counterpartyWords, isMandated } from '../../../lib/ledger/recurring/Payment.js'
import type { LedgerEntry } from '../../../lib/ledger/toLedgerEntry.js'

const entry = (text: string, bankText = ''): LedgerEntry => ({
  id: '1',
  account: '1',
  minorUnits: -1n,
  currency: 'EUR',
  date: '2026-01-01',
  isPending: false,
  text,
  bankText,
})

describe('counterpartyWords', () => {
  it.each([
    ['PRLV SEPA NETFLIX INTERNATIONAL B.V. 5FKQ21 ECH/05/02', ['netflix', 'international']],
    ['CARTE 05/02 SPOTIFY P1A2B3 CB*4421', ['spotify']],
    ['VIR SEPA RECU /DE ACME SARL /MOTIF SALAIRE FÉVRIER 2026', ['acme', 'salaire']],
    ['SEPA-LASTSCHRIFT Vattenfall Europe Sales GmbH MANDATSREF V7', ['vattenfall', 'europe']],
    ['PAYPAL *DEEZER 35314369001', ['deezer']],
    ['Crédit Foncier', ['credit', 'foncier']],
    ['DIRECT DEBIT EE LIMITED 123', ['ee']],
    ['O2', ['o2']],
    ['PRLV O2 GERMANY', ['o2', 'germany']],
    ['1&1 TELECOM GMBH', ['1&1', 'telecom']],
    ['M6 WEB', ['m6']],
    ['A1 TELEKOM', ['a1', 'telekom']],
    ['CB 7ELEVEN 05/02', ['7eleven']],
    ['B&Q 1234 LEEDS', ['b&q', 'leeds']],
    ['CARTE H & M PARIS', ['h&m', 'paris']],
    ['CARTE C&A', ['c&a']],
    ['AT&T', ['at&t']],
    ['Meyer AG & Co KG', ['meyer', 'co']],
    ['MARKS & SPENCER', ['marks', 'spencer']],
    ['PRLV REF 9LM NETFLIX', ['netflix']],
    ['CARTE X4421 8K2 Q71 NETFLIX', ['netflix']],
    ['RETRAIT DAB 05/02', []],
    ['', []],
  ])('of %p are %p', (text, words) => {
    expect(counterpartyWords(entry(text))).toEqual(words)
  })

  it("reads the bank's text if the readable one has no name", () => {
    expect(counterpartyWords(entry('Prélèvement', 'PRLV SEPA EDF 77'))).toEqual(['edf'])
    expect(counterpartyWords(entry('Netflix', 'CB NFLX 77'))).toEqual(['netflix'])
  })
})

describe('isMandated', () => {
  it.each([
    'PRLV SEPA EDF',
    'Prélèvement EDF',
    'VIR PERMANENT LOYER',
    'DAUERAUFTRAG MIETE',
    'STANDING ORDER RENT',
    'EE 77 DDR',
  ])('is true for %p', (text) => {
    expect(isMandated(entry('', text))).toBe(true)
  })

  it.each(['CB NETFLIX', 'VIR MARTIN', 'PERMANENTE FRISEUR', ''])('is false for %p', (text) => {
    expect(isMandated(entry('', text))).toBe(false)
  })

  it('believes the service', () => {
    expect(isMandated({ ...entry('Netflix'), operation: 'direct_debit' })).toBe(true)
    expect(isMandated({ ...entry('Netflix'), operation: 'card' })).toBe(false)
  })
})
