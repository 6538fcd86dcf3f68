import fc from 'fast-check'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import type { ExpectedPayment } from '../../../lib/ledger/payments/ExpectedPayment.js'
import { matchExpected } from '../../../lib/ledger/payments/matchExpected.js'
import type { MatchExpectedConfig } from '../../../lib/ledger/payments/PaymentRule.js'
import type { LedgerRow } from '../../../lib/ledger/toLedgerEntry.js'

/** 119.00 euros that arrived on a Monday. */
const row = (id: number | string, text: string, fields: Partial<LedgerRow> = {}): LedgerRow => ({
  id,
  account_id: 1,
  amount: 119,
  currency_code: 'EUR',
  date: '2026-03-02',
  description: text,
  ...fields,
})

/** An invoice of the same amount, due on the day before. */
const invoice = (id: string, fields: Partial<ExpectedPayment> = {}): ExpectedPayment => ({
  id,
  amount: 119,
  currency_code: 'EUR',
  date: '2026-03-01',
  ...fields,
})

/** The matches with their reasons, the candidates with their doubts, and the ids of the rest. */
const match = (
  rows: ReadonlyArray<LedgerRow>,
  expected: ReadonlyArray<ExpectedPayment>,
  config?: MatchExpectedConfig,
) => {
  const { matches, candidates, unmatched, outstanding } = matchExpected(rows, expected, config)
  return {
    matches: Object.fromEntries(matches.map(({ id, why }) => [id, why])),
    candidates: Object.fromEntries(candidates.map(({ id, doubts }) => [id, doubts])),
    unmatched: unmatched.map(({ id }) => id),
    outstanding: Object.fromEntries(outstanding.map(({ expected: { id }, minorUnits }) => [id, minorUnits])),
  }
}

const reference = 'RE-2026-00017'
const first = invoice('a', { reference, name: 'Bäckerei Schulze GmbH' })

describe('matchExpected', () => {
  it('matches a payment with what it pays, says why, and returns your own objects', () => {
    const own = { ...first, customer: 77 }
    const { matches, candidates, unmatched, outstanding } = matchExpected([row(1, 'Rechnung RE-2026-00017')], [own])
    expect(matches).toEqual([
      {
        id: '1~a',
        payment: expect.objectContaining({ id: '1', minorUnits: 11900n, date: '2026-03-02' }) as unknown,
        allocations: [{ expected: own, minorUnits: 11900n }],
        why: ['amount', 'reference'],
      },
    ])
    expect(matches[0]?.allocations[0]?.expected).toBe(own)
    expect([candidates, unmatched, outstanding]).toEqual([[], [], []])
  })

  it('finds nothing among nothing', () => {
    expect(match([], [])).toEqual({ matches: {}, candidates: {}, unmatched: [], outstanding: {} })
    expect(match([row(1, '')], [])).toEqual({ matches: {}, candidates: {}, unmatched: ['1'], outstanding: {} })
    expect(match([], [first])).toEqual({ matches: {}, candidates: {}, unmatched: [], outstanding: { a: 11900n } })
  })

  it.each<[string, Partial<LedgerRow>]>([
    ['a debit', { amount: -119 }],
    ['pending', { future: true }],
    ['removed', { deleted: true }],
    ['not shown to users', { show_client_side: false }],
    ['without an account', { account_id: null }],
    ['without an exact amount', { amount: 119.001 }],
  ])('leaves out a row that is %s', (_, fields) => {
    const found = match([row(1, reference, fields)], [first])
    expect(found).toEqual({ matches: {}, candidates: {}, unmatched: [], outstanding: { a: 11900n } })
  })

  it('matches pending rows only if you say so', () => {
    const rows = [row(1, reference, { future: true })]
    expect(match(rows, [first], { includePending: true }).matches).toEqual({ '1~a': ['amount', 'reference'] })
  })

  it('takes amounts as text, and reads the text of the bank', () => {
    const rows = [row(1, 'Gutschrift', { bank_description: 'EREF+ RE 2026 17' })]
    expect(match(rows, [{ ...first, amount: '119.00' }]).matches).toEqual({ '1~a': ['amount', 'reference'] })
  })

  describe('by its reference', () => {
    it('matches a payment of any day', () => {
      const rows = [row(1, reference, { date: '2027-02-01' })]
      expect(match(rows, [first]).matches).toEqual({ '1~a': ['amount', 'reference'] })
    })

    it('matches one payment of several invoices', () => {
      const second = invoice('b', { amount: 81, reference: 'RE-2026-00018' })
      const { matches, outstanding } = matchExpected(
        [row(1, 'RE-2026-00018 u. 00017 RE-2026-00017', { amount: 200 })],
        [second, first],
      )
      expect(matches.map(({ id, allocations }) => [id, allocations.map(({ minorUnits }) => minorUnits)])).toEqual([
        ['1~a~b', [11900n, 8100n]],
      ])
      expect(outstanding).toEqual([])
    })

    it('matches the second of two invoices by its payer or its shortened reference', () => {
      const second = invoice('b', { amount: 81, reference: 'RE-2026-00018' })
      const rows = [row(1, 'RE-2026-00017 RE-2026-000', { amount: 200 })]
      expect(match(rows, [first, second]).matches).toEqual({ '1~a~b': ['amount', 'reference'] })
      const cut = [row(1, 'RE-2026-00017', { amount: 200 })]
      expect(match(cut, [first, { ...second, name: 'Baeckerei Schulze' }]).matches).toEqual({
        '1~a~b': ['amount', 'reference'],
      })
      expect(match(cut, [first, second]).candidates).toEqual({ '1~a': ['amount'] })
    })

    it('matches payments in parts, and says what is outstanding', () => {
      const parts = [row(1, reference, { amount: 50 }), row(2, reference, { amount: 40 })]
      expect(match(parts, [first])).toEqual({
        matches: { '1~a': ['part', 'reference'], '2~a': ['part', 'reference'] },
        candidates: {},
        unmatched: [],
        outstanding: { a: 2900n },
      })
    })

    it('matches two equal parts, and the rest by the name of the payer', () => {
      const parts = [row(1, reference, { amount: 50 }), row(2, reference, { amount: 50 })]
      const rest = row(3, 'BAECKEREI SCHULZE', { amount: 19 })
      expect(match([...parts, rest], [first])).toEqual({
        matches: { '1~a': ['part', 'reference'], '2~a': ['part', 'reference'], '3~a': ['amount', 'name'] },
        candidates: {},
        unmatched: [],
        outstanding: {},
      })
    })

    it('asks about a part that another payer makes, or that is exactly what another invoice costs', () => {
      const other = invoice('b', { amount: 50, name: 'Garage du Lac' })
      expect(match([row(1, 'RE-2026-00017 Garage du Lac', { amount: 40 })], [first, other]).candidates).toEqual({
        '1~a': ['amount', 'name'],
      })
      expect(match([row(1, reference, { amount: 50 })], [first, other]).candidates).toEqual({ '1~a': ['amount'] })
    })

    it('asks about parts of more than is outstanding', () => {
      const parts = [row(1, reference, { amount: 100 }), row(2, reference, { amount: 20 })]
      expect(match(parts, [first]).candidates).toEqual({ '1~a': ['several', 'amount'], '2~a': ['several', 'amount'] })
    })

    it('counts the first of two equal payments, and returns the second as unmatched', () => {
      const twice = [row(2, reference, { date: '2026-03-05' }), row(1, reference)]
      const found = match(twice, [first])
      expect(found).toEqual({
        matches: { '1~a': ['amount', 'reference'] },
        candidates: {},
        unmatched: ['2'],
        outstanding: {},
      })
    })

    it('matches the nearest of several rents with one reference', () => {
      const contract = 'MV-4711'
      const dates = ['2026-02-01', '2026-03-01', '2026-04-01']
      const rents = dates.map((date) => invoice(date, { date, reference: contract }))
      expect(match([row(1, 'Miete MV 4711')], rents).matches).toEqual({ '1~2026-03-01': ['amount', 'reference'] })
    })

    it('asks, where a text has several references and no amounts that fit', () => {
      const second = invoice('b', { reference: 'RE-2026-00018' })
      const rows = [row(1, 'RE-2026-00017 RE-2026-00018', { amount: 150 })]
      expect(match(rows, [first, second]).candidates).toEqual({
        '1~a': ['several', 'amount'],
        '1~b': ['several', 'amount'],
      })
    })

    it('matches neither in another currency', () => {
      expect(match([row(1, reference, { currency_code: 'CHF' })], [first]).unmatched).toEqual(['1'])
    })
  })

  describe('without a complete reference', () => {
    it('matches the name of the payer', () => {
      expect(match([row(1, 'VIR BAECKEREI SCHULZE')], [first]).matches).toEqual({ '1~a': ['amount', 'name'] })
    })

    it('matches what a shortened reference says among several of one payer and amount', () => {
      const others = [17, 28, 39].map((count) =>
        invoice(String(count), { reference: `RE-2026-000${String(count)}`, name: 'Schulze' }),
      )
      expect(match([row(1, 'SCHULZE 6-00028')], others).matches).toEqual({ '1~28': ['amount', 'similar', 'name'] })
    })

    it.each<[string, LedgerRow, ReadonlyArray<string>]>([
      ['only the amount fits', row(1, 'VIR INST P MOREAU'), ['evidence']],
      ['the text has the name of another payer', row(1, 'GARAGE DU LAC RE-2026-000'), ['name', 'evidence']],
      ['the bank cut the reference', row(1, 'RECHNUNG RE-2026-000'), ['evidence']],
      ['the beginning of the reference is missing', row(1, '6-00017 DANKE'), ['evidence']],
      ['the text has a part of the name', row(1, 'SCHULZE RE-2026-000'), ['evidence']],
      ['the text has another reference with other letters', row(1, 'Bäckerei Schulze RG 2026-00018'), ['reference']],
      ['the text has another reference without letters', row(1, 'Bäckerei Schulze 2026 18'), ['reference']],
      ['the text has another reference of this form', row(1, 'Bäckerei Schulze RE-2025-00999'), ['reference']],
      ['a payer whose name is known pays another amount', row(1, 'BAECKEREI SCHULZE', { amount: 100 }), ['amount']],
    ])('asks, where %s', (_, payment, doubts) => {
      const other = invoice('b', { amount: 7, name: 'Garage du Lac', date: '2026-01-20' })
      expect(match([payment], [first, other]).candidates).toHaveProperty('1~a', doubts)
    })

    it('matches nothing outside of the days', () => {
      const name = 'Schulze'
      const on = (date: string, config?: MatchExpectedConfig) =>
        Object.keys(match([row(1, name, { date })], [invoice('a', { name })], config).matches)
      expect([on('2026-01-29'), on('2026-01-28')]).toEqual([['1~a'], []])
      expect([on('2026-05-02'), on('2026-05-03')]).toEqual([['1~a'], []])
      expect(on('2026-05-03', { maxDaysLate: 63 })).toEqual(['1~a'])
      expect(on('2026-01-28', { maxDaysEarly: 32 })).toEqual(['1~a'])
    })

    it('asks about two payers with one name and amount', () => {
      const expected = ['a', 'b'].map((id) => invoice(id, { name: 'Jean Martin' }))
      const { candidates } = matchExpected([row(1, 'JEAN MARTIN')], expected)
      expect(candidates.map(({ id, doubts, alternatives }) => [id, doubts, alternatives])).toEqual([
        ['1~a', ['several'], ['1~b']],
        ['1~b', ['several'], ['1~a']],
      ])
    })

    it('tells tenants of one rent apart by their names, and matches months in order', () => {
      const dates = ['2026-03-01', '2026-04-01']
      const expected = ['Müller', 'Moreau'].flatMap((name) =>
        dates.map((date) => invoice(`${name} ${date}`, { date, name })),
      )
      const rows = ['MUELLER', 'MOREAU'].flatMap((name) =>
        ['2026-03-22', '2026-04-20'].map((date, index) => row(`${name} ${String(index)}`, `Miete ${name}`, { date })),
      )
      expect(match(rows, expected).matches).toEqual({
        'MOREAU 0~Moreau 2026-03-01': ['amount', 'name', 'order'],
        'MOREAU 1~Moreau 2026-04-01': ['amount', 'name', 'order'],
        'MUELLER 0~Müller 2026-03-01': ['amount', 'name', 'order'],
        'MUELLER 1~Müller 2026-04-01': ['amount', 'name', 'order'],
      })
    })

    it('matches one payment of several invoices of one payer, if only they add up to it', () => {
      const name = 'Atelier Blanc'
      const expected = [119, 81, 40].map((amount, index) => invoice(`i${String(index)}`, { amount, name }))
      expect(match([row(1, 'ATELIER BLANC', { amount: 200 })], expected).matches).toEqual({
        '1~i0~i1': ['amount', 'name'],
      })
      const equal = [...expected, invoice('i3', { amount: 81, name })]
      expect(match([row(1, 'ATELIER BLANC', { amount: 200 })], equal).matches).toEqual({})
    })

    it('requires as much evidence as you say', () => {
      const by = (text: string, evidence: 'amount' | 'name' | 'reference') =>
        match([row(1, text)], [first], { evidence }).matches
      expect(by('VIR P MOREAU', 'amount')).toEqual({ '1~a': ['amount'] })
      expect(by('Bäckerei Schulze', 'reference')).toEqual({})
      expect(by(reference, 'reference')).toEqual({ '1~a': ['amount', 'reference'] })
      const two = [119, 81].map((amount) => invoice(String(amount), { amount, name: 'Schulze' }))
      expect(match([row(1, 'Schulze', { amount: 200 })], two, { evidence: 'reference' }).matches).toEqual({})
    })

    it('shows only the best candidates, and none of too many', () => {
      const expected = ['a', 'b', 'c'].map((id) => invoice(id))
      const rows = [row(1, 'VIR')]
      expect(Object.keys(match(rows, expected, { maxAlternatives: 3 }).candidates)).toHaveLength(3)
      expect(match(rows, expected, { maxAlternatives: 2 })).toMatchObject({ candidates: {}, unmatched: ['1'] })
      const named = [...expected, invoice('d', { name: 'Jean Martin' }), invoice('e', { name: 'Jean Martin' })]
      expect(Object.keys(match([row(1, 'JEAN MARTIN')], named).candidates)).toEqual(['1~d', '1~e'])
    })
  })

  describe('of what looks like a match', () => {
    const due = (id: string, text: string | null, fields: Partial<ExpectedPayment> = {}) =>
      invoice(id, { reference: text, name: 'Anna Berg', ...fields })

    it.each<[string, string, string]>([
      ['a year', 'Alles Gute 2026', '84/2026'],
      ['a month', 'Gehalt 08/2026', '84/2026'],
      ['a month that is the reference', 'Gehalt 08/2026', '08/2026'],
      ['another year', 'RE-2025-0017', 'RE-2026-0017'],
      ['the beginning of the number', '2026-1 WEISS', '2026-17'],
      ['the beginning of the number of three digits', '2026-11', '2026-110'],
      ['other letters and another number', 'RG 2026-00018 ANNA BERG', 'RE-2026-00017'],
      ['the number of a quote', 'Angebot AN-2026-00017', 'RE-2026-00017'],
      ['the number of a credit note', 'Gutschrift GS-2026-0177-A', '2026-0177-A'],
      ['a postcode', 'Huber, 10115 Berlin', 'RE-10115'],
      ['a telephone number', 'TEL 0041 79 2026 00017', 'RE-2026-00017'],
      ['an IBAN', 'IBAN AT61 1904 3002 3457 3201', 'RE-3002-3457'],
      ['the number of a flat', 'Wohnung 17', '17'],
      ['an amount', 'EUR 26.17', 'RE-26-17'],
      ['a street', 'Anna-Berg-Str. 4 Huber', 'RE-2026-00017'],
      ['another person in a street', 'Huber, Anna, Am Berg 3', 'RE-2026-00017'],
      ['an own transfer', 'UMBUCHUNG VON SPARKONTO ANNA BERG', 'RE-2026-00017'],
    ])('asks about %s', (_, text, reference) => {
      const found = match([row(1, text)], [due('a', reference)])
      expect([found.matches, Object.keys(found.candidates)]).toEqual([{}, ['1~a']])
    })

    it.each<[string, string, string]>([
      ['of a quote', 'AN-2026-00017', 'RE-2026-00017'],
      ['in a telephone number', 'TEL 0041 79 2026 00017', 'RE-2026-00017'],
      ['with a reference of another invoice', 'RE-2026-00099 RE-2026-00017', 'RE-2026-00017'],
      ['without letters and a name', '2026 17', 'RE-2026-00017'],
      ['that is a postcode', '10115 Berlin', 'RE-10115'],
      ['in an IBAN', 'IBAN AT61 1904 3002 3457 3201', 'RE-3002-3457'],
      ['that is short', 'Wohnung 17', 'Wohnung 17'],
      ['that is a month', 'Anna Berg Miete 03/2026', '03-2026'],
    ])('does not take a payment as a part because of a number %s', (_, text, reference) => {
      expect(match([row(1, text, { amount: 40 })], [due('a', reference)]).matches).toEqual({})
    })

    it('tells two series with one number apart', () => {
      const expected = [due('a', 'A-2026-017'), due('b', 'B-2026-017', { amount: 140, name: 'Karl Huber' })]
      expect(match([row(1, 'B-2026-017')], expected).candidates).toEqual({ '1~b': ['amount'] })
      expect(match([row(1, 'B-2026-017', { amount: 140 })], expected).matches).toEqual({
        '1~b': ['amount', 'reference'],
      })
      expect(match([row(1, 'B-2026-017')], [due('a', 'A-2026-017')]).candidates).toEqual({
        '1~a': ['reference', 'evidence'],
      })
    })

    it('does not match the second payment of an invoice with a similar number', () => {
      const rows = [row(1, '2026-1 ANNA BERG'), row(2, '2026-1 ANNA BERG', { date: '2026-03-08' })]
      const found = match(rows, [due('a', '2026-1'), due('b', '2026-17')])
      expect(found.matches).toEqual({ '1~a': ['amount', 'reference'] })
      expect(found.candidates).toEqual({ '2~b': ['reference'] })
    })

    it('finds no payer whose name has no word of its own', () => {
      expect(match([row(1, 'Irgendwer GmbH')], [due('a', null, { name: 'GmbH' })]).matches).toEqual({})
    })

    it('does not match strangers in the order of their days', () => {
      const rows = [row(1, 'A'), row(2, 'B', { date: '2026-03-03' })]
      const expected = [due('a', null), due('b', null, { name: 'Karl Huber', date: '2026-03-02' })]
      expect(match(rows, expected, { evidence: 'amount' }).matches).toEqual({})
    })

    it('matches payers who share a reference by their names', () => {
      const rows = [row(1, 'V 123456 KARL HUBER'), row(2, 'V 123456 ANNA BERG', { date: '2026-03-03' })]
      const expected = [due('a', 'V-123456'), due('b', 'V-123456', { name: 'Karl Huber', date: '2026-03-02' })]
      expect(Object.keys(match(rows, expected).matches)).toEqual(['1~b', '2~a'])
    })

    it('matches any number of complete references that add up', () => {
      const references = Array.from({ length: 12 }, (_, index) => `RE-2026-${String(10_011 + index)}`)
      const expected = references.map((reference) => due(reference, reference))
      expect(matchExpected([row(1, references.join(' '), { amount: 12 * 119 })], expected).matches).toHaveLength(1)
    })

    it('asks about an invoice of two in the text, if the payment is only its amount', () => {
      const expected = [due('a', 'RE-2026-00017'), due('b', 'RE-2026-00018', { amount: 80 })]
      expect(match([row(1, 'RE-2026-00017 RE-2026-00018')], expected).candidates).toEqual({
        '1~a': ['several'],
        '1~b': ['several', 'amount'],
      })
    })

    it('asks about a short reference on another day', () => {
      const rows = [row(1, 'RE-1001', { date: '2025-10-10' })]
      expect(match(rows, [due('a', 'RE-1001')]).candidates).toEqual({ '1~a': ['evidence'] })
    })
  })

  describe('of several references', () => {
    const name = 'Café Central'
    const ofCafe = (reference: string, fields: Partial<ExpectedPayment> = {}) =>
      invoice(reference, { reference, name, ...fields })
    const open = [ofCafe('RE-2026-00082'), ofCafe('RE-2026-00116')]

    it.each(['RE-2026-00082 RE-2026-00099', 'RE-2026-00082, RE-2026-00099', 'RE-2026-00082 u. 2026-00099'])(
      'pays nothing that is not in %s, if one of these is not open',
      (text) => {
        const found = match([row(1, `${name} ${text}`, { amount: 238 })], open)
        expect([found.matches, found.candidates]).toEqual([{}, { '1~RE-2026-00082': ['amount'] }])
      },
    )

    it('pays no third one, if two in a text do not add up', () => {
      const expected = [...open, ofCafe('RE-2026-00117', { amount: 50 })]
      const rows = [row(1, `${name} RE-2026-00082 RE-2026-00116`, { amount: 288 })]
      expect(match(rows, expected).matches).toEqual({})
      expect(match([row(1, `${name} RE-2026-00082`, { amount: 169 })], expected).matches).toEqual({
        '1~RE-2026-00082~RE-2026-00117': ['amount', 'reference'],
      })
    })

    it('asks about short numbers that do not add up', () => {
      const expected = [ofCafe('1163', { amount: 50 }), ofCafe('1169', { date: '2025-11-01' }), ofCafe('1174')]
      expect(match([row(1, `${name} 1163, 1169`, { amount: 169 })], expected).matches).toEqual({})
    })

    it('asks about a reference with the name of another payer', () => {
      const expected = [ofCafe('RE-2026-00017'), ofCafe('RE-2026-00071', { name: 'Hotel Ott' })]
      expect(match([row(1, 'RE-2026-00071 Café Central')], expected).candidates).toEqual({
        '1~RE-2026-00071': ['name'],
      })
      expect(match([row(1, 'RE-2026-00071 Café Central Hotel Ott')], expected).matches).toHaveProperty(
        '1~RE-2026-00071',
      )
    })
  })

  describe('of one reference of several months', () => {
    const months = ['2026-03-01', '2026-04-01', '2026-05-01'].map((date) =>
      invoice(date, { date, reference: 'MV-10023', name: 'Ali Groß' }),
    )
    const pay = (date: string, text = '', amount = 119, id = 1) => row(id, `MV-10023 ${text}`, { date, amount })

    it('matches a payment of any day with the oldest month, or with the month in the text', () => {
      const oldest = { '1~2026-03-01': ['amount', 'reference', 'order'] }
      expect([match([pay('2026-09-02')], months).matches, match([pay('2026-01-02')], months).matches]).toEqual([
        oldest,
        oldest,
      ])
      expect(Object.keys(match([pay('2026-09-02', 'April')], months).matches)).toEqual(['1~2026-04-01'])
      const two = match([pay('2026-09-02'), pay('2026-09-03', '', 119, 2)], months)
      expect(Object.keys(two.matches)).toEqual(['1~2026-03-01', '2~2026-04-01'])
    })

    it('matches the oldest months that add up to a payment', () => {
      expect(match([pay('2026-02-27', '', 357)], months).matches).toEqual({
        '1~2026-03-01~2026-04-01~2026-05-01': ['amount', 'reference', 'order'],
      })
      expect(Object.keys(match([pay('2026-09-02', '', 238)], months).matches)).toEqual(['1~2026-03-01~2026-04-01'])
    })

    it('asks about another amount of any day', () => {
      const { candidates } = match([pay('2026-09-02', '', 50)], months)
      expect(candidates).toEqual(Object.fromEntries(months.map(({ id }) => [`1~${String(id)}`, ['several', 'amount']])))
      expect(Object.keys(match([pay('2026-09-02', '', 50)], months, { maxAlternatives: 2 }).candidates)).toHaveLength(2)
    })
  })

  describe('where a text names a month', () => {
    const [name, reference] = ['Ali Groß', 'MV-10023']
    const march = invoice('mar', { name, reference })
    const april = invoice('apr', { name, reference, date: '2026-04-01' })

    it.each(['März', 'Maerz', 'mars', 'March', '03/2026', '03.2026'])(
      'matches the rent of %s, also if it is late',
      (month) => {
        const rows = [row(1, `Ali Gross Miete ${month} MV-10023`, { date: '2026-04-05' })]
        expect(match(rows, [march, april]).matches).toEqual({ '1~mar': ['amount', 'reference'] })
        const named = [row(1, `Ali Gross Miete ${month}`, { date: '2026-04-05' })]
        expect(match(named, [march, april]).matches).toEqual({ '1~mar': ['amount', 'name'] })
      },
    )

    it('matches no months crosswise', () => {
      const rows = [row(1, 'Ali Gross Miete April'), row(2, 'Ali Gross Miete März', { date: '2026-04-02' })]
      expect(Object.keys(match(rows, [march, april]).matches)).toEqual(['1~apr', '2~mar'])
      const december = [row(1, 'Rent December MV-10023'), row(2, 'Rent November MV-10023', { date: '2026-03-05' })]
      const rents = ['2026-01-01', '2026-03-01'].map((date) => invoice(date, { date, name, reference }))
      expect(match(december, rents).matches).toEqual({})
    })

    it('asks about a payment of another month by name or short reference, but not by a reference of its own', () => {
      const doubts = (text: string, reference: string | null) =>
        match([row(1, `Ali Gross Miete Februar ${text}`)], [invoice('mar', { name, reference })]).candidates
      expect(doubts('', null)).toEqual({ '1~mar': ['reference'] })
      expect(doubts('Whg 3', 'Whg 3')).toEqual({ '1~mar': ['reference'] })
      expect(doubts('RE-2026-00017', 'RE-2026-00017')).toEqual({})
    })

    it('shows the rent of the month, if the amount is another one', () => {
      const rows = [row(1, 'Ali Gross Miete März', { amount: 100, date: '2026-04-02' })]
      expect(match(rows, [march, april]).candidates).toEqual({ '1~mar': ['amount'] })
    })

    it('finds no month in the name of the payer', () => {
      const rows = [row(1, 'August Mai Miete')]
      expect(match(rows, [invoice('a', { name: 'August Mai' })]).matches).toEqual({ '1~a': ['amount', 'name'] })
    })
  })

  describe('where a text has a short number', () => {
    const name = 'Nordlicht Medien UG'
    const numbered = (reference: string, date = '2026-03-01') => invoice(reference, { reference, name, date })

    it.each([
      ['Rechnung 1034', '1036'],
      ['1034', '1036'],
      ['RE 17', 'RE-2026-00025'],
      ['F260071', 'F20260051'],
      ['RE-17', 'RE-36'],
      ['Whg 5', 'Whg 3'],
    ])('asks about %s instead of %s, by the name of the payer', (text, reference) => {
      const found = match([row(1, `${name} ${text}`)], [numbered(reference)])
      expect([found.matches, found.candidates]).toEqual([{}, { [`1~${reference}`]: ['reference'] }])
    })

    it.each([
      ['RE 25', 'RE-2026-00025'],
      ['RE-2026-000', 'RE-2026-00025'],
      ['Kd-Nr. 77', 'RE-2026-00025'],
      ['Rechnung 1036', '1036'],
      ['Rechnung 2026', '1036'],
    ])('takes %s for no other number than %s', (text, reference) => {
      expect(match([row(1, `${name} ${text}`)], [numbered(reference)]).matches).toHaveProperty(`1~${reference}`)
    })

    it('matches the invoice of this number among several', () => {
      const expected = [numbered('1034', '2026-02-01'), numbered('1036')]
      expect(match([row(1, `${name} Rechnung 1034`)], expected).matches).toEqual({
        '1~1034': ['amount', 'similar', 'name'],
      })
      const rows = [row(1, `${name} Rechnung Nr. 1036`), row(2, `${name} RG 1034`, { date: '2026-03-17' })]
      expect(Object.keys(match(rows, expected).matches)).toEqual(['1~1036', '2~1034'])
    })
  })

  describe('of many', () => {
    const numbers = Array.from({ length: 3000 }, (_, index) => index)

    it('matches equal rents of one payer', () => {
      const rows = numbers.map((index) => row(index, 'Anna Berg'))
      const expected = numbers.map((index) => invoice(String(index), { name: 'Anna Berg' }))
      expect(matchExpected(rows, expected).matches).toHaveLength(3000)
      expect(matchExpected(rows, expected.slice(1)).unmatched).toHaveLength(3000)
    })

    it('asks no questions about one of very many payments', () => {
      const rows = numbers.map((index) => row(index, 'VIR'))
      expect(matchExpected(rows, [invoice('a')])).toMatchObject({ matches: [], candidates: [] })
      expect(matchExpected(rows.slice(0, 100), [invoice('a')]).candidates).toHaveLength(100)
    })

    it('reads texts of many numbers', () => {
      const text = (index: number) =>
        Array.from({ length: 60 }, (_, other) => (index * 131 + other * 7919) % 99_991).join(' ')
      const rows = numbers.slice(0, 300).map((index) => row(index, text(index)))
      const expected = numbers.map((index) =>
        invoice(String(index), { amount: 7, reference: String(10_000 + index * 29) }),
      )
      expect(matchExpected(rows, expected).matches).toEqual([])
    })

    it('reads a text of ten megabytes', () => {
      const found = match([row(1, 'RE-2026-00017 '.repeat(7e5))], [first])
      expect(found.matches).toEqual({ '1~a': ['amount', 'reference'] })
    })
  })

  it('throws a ConfigError for rows, expected payments and options of wrong types', () => {
    const pathsOf = (run: () => unknown): ReadonlyArray<string> => {
      try {
        run()
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError)
        return (error as ConfigError).issues.map(({ path }) => path)
      }
      return []
    }
    const call = (rows: unknown, expected: unknown, config?: unknown) =>
      pathsOf(() => matchExpected(rows as [], expected as [], config as MatchExpectedConfig))
    expect(call(null, [])).toEqual(['/rows'])
    expect(call([{ amount: 1 }], [])).toEqual(['/rows/0'])
    expect(call([row(NaN, '')], [])).toEqual(['/rows/0'])
    expect(call([row(Infinity, '')], [])).toEqual(['/rows/0'])
    expect(call([], [{ ...first, id: NaN }])).toEqual(['/expected/0/id'])
    expect(call([], {})).toEqual(['/expected'])
    expect(call([], [{ id: true, amount: -1, currency_code: 1, date: '2026-02-30', reference: 1, name: 1 }])).toEqual([
      '/expected/0/id',
      '/expected/0/amount',
      '/expected/0/currency_code',
      '/expected/0/date',
      '/expected/0/reference',
      '/expected/0/name',
    ])
    expect(call([], [invoice('a', { amount: 1.005 })])).toEqual(['/expected/0/amount'])
    expect(call([], [invoice('a', { currency_code: 'eur' })])).toEqual(['/expected/0/amount'])
    expect(call([], [invoice('a'), invoice('a')])).toEqual(['/expected/1/id'])
    const wrong = {
      maxDaysEarly: -1,
      maxDaysLate: 1.5,
      evidence: 'all',
      includePending: 1,
      maxAlternatives: 0,
      days: 4,
    }
    expect(call([], [], wrong)).toEqual([
      '/maxDaysEarly',
      '/maxDaysLate',
      '/evidence',
      '/includePending',
      '/maxAlternatives',
      '/days',
    ])
    expect(call([], [], null)).toEqual([''])
  })

  describe('of any payments', () => {
    const references = ['RE-2026-00017', 'RE-2026-00018', 'MV-4711', 'Whg 3', null]
    const names = ['Jean Martin', 'Marie Martin', 'Bäckerei Schulze', null]
    const likelyDate = fc.constantFrom('2026-02-01', '2026-03-01', '2026-03-02', '2026-03-09', '2026-06-01')
    const likelyAmount = fc.constantFrom(100, 100, 200, 300, 40, 60)
    const likelyText = fc
      .subarray(['RE-2026-00017', 'RE 2026 18', 'RE-2026-000', 'MV4711', 'Whg 3', 'JEAN MARTIN', 'MARIE', 'Schulze'], {
        maxLength: 3,
      })
      .map((parts) => parts.join(' '))
    const likelyRow = fc.record({
      account_id: fc.constantFrom(1, 1, 2),
      amount: fc.oneof(likelyAmount, fc.constant(-100)),
      currency_code: fc.constantFrom('EUR', 'EUR', 'EUR', 'CHF'),
      date: likelyDate,
      description: likelyText,
    })
    const likelyExpected = fc.record({
      amount: likelyAmount,
      currency_code: fc.constantFrom('EUR', 'EUR', 'EUR', 'CHF'),
      date: likelyDate,
      reference: fc.constantFrom(...references),
      name: fc.constantFrom(...names),
    })
    const withIds = <A extends object>(values: ReadonlyArray<A>) =>
      values.map((value, index) => ({ ...value, id: index + 1 }))
    const rowsArbitrary = fc.array(likelyRow, { maxLength: 8 }).map(withIds)
    const expectedArbitrary = fc.array(likelyExpected, { maxLength: 8 }).map(withIds)
    const configArbitrary = fc.record(
      { evidence: fc.constantFrom('amount' as const, 'name' as const, 'reference' as const) },
      { requiredKeys: [] },
    )

    it('matches no payment twice, and never pays more than was expected or has arrived', () => {
      fc.assert(
        fc.property(rowsArbitrary, expectedArbitrary, configArbitrary, (rows, expected, config) => {
          const { matches, candidates, unmatched, outstanding } = matchExpected(rows, expected, config)
          const matchedIds = matches.map(({ payment }) => payment.id)
          expect(new Set(matchedIds).size).toBe(matchedIds.length)
          const others = new Set([...candidates.map(({ payment }) => payment.id), ...unmatched.map(({ id }) => id)])
          expect(matchedIds.filter((id) => others.has(id))).toEqual([])
          expect(matchedIds.length + others.size).toBe(rows.filter(({ amount }) => amount > 0).length)

          for (const { payment, allocations } of matches) {
            const sum = allocations.reduce((total, { minorUnits }) => total + minorUnits, 0n)
            expect(sum).toBe(payment.minorUnits)
            expect(allocations.every(({ minorUnits }) => minorUnits > 0n)).toBe(true)
            expect(allocations.every(({ expected: { currency_code } }) => currency_code === payment.currency)).toBe(
              true,
            )
          }
          for (const payment of expected) {
            const shares = [...matches.flatMap(({ allocations }) => allocations), ...outstanding]
            const ofPayment = shares.filter((share) => share.expected === payment)
            const sum = ofPayment.reduce((total, { minorUnits }) => total + minorUnits, 0n)
            expect(sum).toBe(BigInt(payment.amount * 100))
          }
        }),
      )
    })

    it('does not depend on the order of rows and expected payments', () => {
      const shuffled = <A>(values: ReadonlyArray<A>) =>
        fc.shuffledSubarray([...values], { minLength: values.length, maxLength: values.length })
      const arbitrary = fc
        .tuple(rowsArbitrary, expectedArbitrary)
        .chain(([rows, expected]) =>
          fc.tuple(fc.constant(rows), fc.constant(expected), shuffled(rows), shuffled(expected)),
        )
      fc.assert(
        fc.property(arbitrary, ([rows, expected, otherRows, otherExpected]) => {
          expect(matchExpected(otherRows, otherExpected)).toEqual(matchExpected(rows, expected))
        }),
      )
    })

    it('finds the same with an unrelated payment or an unrelated expected payment', () => {
      const unrelatedRow = row('unrelated', 'VIR Elektro Roth', { amount: 7.77 })
      const unrelated = { ...invoice('z', { amount: 8.88, name: 'Pharmacie' }), reference: 'ZZ-99-123456' }
      fc.assert(
        fc.property(rowsArbitrary, expectedArbitrary, configArbitrary, (rows, expected, config) => {
          const before = matchExpected<ExpectedPayment>(rows, expected, config)
          const after = matchExpected<ExpectedPayment>([unrelatedRow, ...rows], [unrelated, ...expected], config)
          expect(after.matches).toEqual(before.matches)
          expect(after.candidates).toEqual(before.candidates)
          expect(after.unmatched.filter(({ id }) => id !== 'unrelated')).toEqual(before.unmatched)
          expect(after.outstanding.filter((share) => share.expected !== unrelated)).toEqual(before.outstanding)
        }),
      )
    })
  })
})
