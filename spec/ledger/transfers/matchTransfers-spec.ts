import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import type { LedgerRow } from '../../../lib/ledger/toLedgerEntry.js'
import { matchTransfers, type MatchTransfersConfig } from '../../../lib/ledger/transfers/matchTransfers.js'
import type { OwnAccount } from '../../../lib/ledger/transfers/TransferConfig.js'
import { arrived, left } from '../../helpers/ownTransfers.js'

/** The ids of transfers, and the doubts of candidates by their ids. */
const match = (rows: ReadonlyArray<LedgerRow>, config?: MatchTransfersConfig) => {
  const { transfers, candidates } = matchTransfers(rows, config)
  return {
    transfers: transfers.map(({ id }) => id),
    candidates: Object.fromEntries(candidates.map(({ id, doubts }) => [id, doubts])),
  }
}

const found = { transfers: ['1~2'], candidates: {} }
const nothing = { transfers: [], candidates: {} }
const doubtful = (...doubts: ReadonlyArray<string>) => ({ transfers: [], candidates: { '1~2': doubts } })

const ibans = { 1: 'FR7630006000011234567890189', 2: 'DE89370400440532013000' }
const accounts = [
  { id: 1, iban: ibans[1], name: 'Compte joint' },
  { id: 2, iban: 'de89 3704 0044 0532 0130 00', name: 'Livret A' },
  { id: 3, iban: null, name: 'PEL' },
]

describe('matchTransfers', () => {
  it('matches two rows, and says why', () => {
    const { transfers, candidates } = matchTransfers([arrived(2, { date: '2026-03-03', description: 'VIR' }), left(1)])
    expect(transfers).toEqual([
      {
        id: '1~2',
        from: expect.objectContaining({ id: '1', account: '1', minorUnits: -5000n, date: '2026-03-02' }) as unknown,
        to: expect.objectContaining({ id: '2', account: '2', minorUnits: 5000n, text: 'VIR' }) as unknown,
        why: ['amount'],
      },
    ])
    expect(candidates).toEqual([])
  })

  it('finds nothing among no rows', () => {
    expect(match([])).toEqual(nothing)
    expect(match([left(1)])).toEqual(nothing)
  })

  it.each<[string, LedgerRow, LedgerRow]>([
    ['on the same day', left(1), arrived(2)],
    ['over a weekend with a holiday', left(1, { date: '2026-04-03' }), arrived(2, { date: '2026-04-07' })],
    ['a day early, as banks date by booking or by value', left(1), arrived(2, { date: '2026-03-01' })],
    ['over the turn of a year', left(1, { date: '2025-12-31' }), arrived(2, { date: '2026-01-02' })],
    ['of amounts with the noise of doubles', left(1, { amount: -(0.1 + 0.2) }), arrived(2, { amount: 0.3 })],
  ])('matches rows %s', (_, from, to) => {
    expect(match([from, to])).toEqual(found)
  })

  it.each<[string, LedgerRow, LedgerRow]>([
    ['of one account', left(1), arrived(2, { account_id: 1 })],
    ['of another amount', left(1), arrived(2, { amount: 50.01 })],
    ['of the same sign', left(1), arrived(2, { amount: -50 })],
    ['of another currency', left(1), arrived(2, { currency_code: 'USD' })],
    ['of no amount', left(1, { amount: 0 }), arrived(2, { amount: 0 })],
    ['that are too far apart', left(1), arrived(2, { date: '2026-03-07' })],
    ['that arrived much too early', left(1), arrived(2, { date: '2026-02-25' })],
    ['that are not booked yet', left(1, { future: true }), arrived(2)],
    ['that were deleted', left(1), arrived(2, { deleted: true })],
    ['without an account', left(1, { account_id: null }), arrived(2)],
  ])('matches no rows %s', (_, from, to) => {
    expect(match([from, to])).toEqual(nothing)
  })

  it('asks about money that arrived days before it left', () => {
    expect(match([left(1), arrived(2, { date: '2026-02-28' })])).toEqual(doubtful('early'))
    expect(match([left(1), arrived(2, { date: '2026-02-26' })])).toEqual(doubtful('early'))
  })

  it('matches pending rows only if you say so', () => {
    const rows = [left(1, { future: true }), arrived(2)]
    expect(match(rows, { includePending: true })).toEqual(found)
    expect(matchTransfers(rows, { includePending: true }).transfers[0]?.from.isPending).toBe(true)
  })

  describe('of several possible rows', () => {
    it('asks which of two arrived, with each as an alternative of the other', () => {
      const { transfers, candidates } = matchTransfers([left(1), arrived(2), arrived(3, { account_id: 3 })])
      expect(transfers).toEqual([])
      expect(candidates.map(({ id, doubts, alternatives }) => [id, doubts, alternatives])).toEqual([
        ['1~2', ['several'], ['1~3']],
        ['1~3', ['several'], ['1~2']],
      ])
    })

    it('asks, where two left and one arrived', () => {
      expect(match([left(1), left(3), arrived(2)])).toEqual({
        transfers: [],
        candidates: { '1~2': ['several'], '3~2': ['several'] },
      })
    })

    it('matches two equal transfers of one week in the order of their days', () => {
      const rows = [
        left(1, { date: '2026-03-02' }),
        left(3, { date: '2026-03-04' }),
        arrived(2, { date: '2026-03-03' }),
        arrived(4, { date: '2026-03-05' }),
      ]
      expect(match(rows)).toEqual({ transfers: ['1~2', '3~4'], candidates: {} })
      expect(matchTransfers(rows).transfers.map(({ why }) => why)).toEqual([
        ['amount', 'order'],
        ['amount', 'order'],
      ])
    })

    it('matches two equal transfers of one day, whichever row belongs to which', () => {
      expect(match([left(1), left(3), arrived(4), arrived(2)])).toEqual({ transfers: ['1~2', '3~4'], candidates: {} })
    })

    it('asks, where equal transfers went to different accounts', () => {
      const rows = [left(1), left(3), arrived(2), arrived(4, { account_id: 3 })]
      expect(match(rows).transfers).toEqual([])
      expect(Object.keys(match(rows).candidates)).toEqual(['1~2', '1~4', '3~2', '3~4'])
    })

    it('does not match by order what does not fit', () => {
      // The second arrived two days before the second left, so the first of those that left has both.
      const rows = [
        left(1, { date: '2026-03-02' }),
        arrived(2, { date: '2026-03-02' }),
        arrived(4, { date: '2026-03-03' }),
        left(3, { date: '2026-03-05' }),
      ]
      expect(match(rows).transfers).toEqual([])
    })

    it('leaves a row alone that could belong to more rows than a person can choose among', () => {
      const rows = [left(1), ...[2, 3, 4].map((id) => arrived(id, { account_id: id }))]
      expect(Object.keys(match(rows, { maxAlternatives: 3 }).candidates)).toHaveLength(3)
      expect(match(rows, { maxAlternatives: 2 })).toEqual(nothing)
    })
  })

  describe('by texts', () => {
    const why = (from: Partial<LedgerRow>, to: Partial<LedgerRow>, config: MatchTransfersConfig = { accounts }) =>
      matchTransfers([left(1, from), arrived(2, to)], config).transfers[0]?.why

    it.each<[string, Partial<LedgerRow>, Partial<LedgerRow>, string]>([
      ['the IBAN of the other account', { description: 'VIR DE89 3704 0044 0532 0130 00 MARS' }, {}, 'iban'],
      ['the IBAN of the account that it left', {}, { bank_description: `DE ${ibans[1]}` }, 'iban'],
      ['the French account number that it left', {}, { description: 'DE 30006 00001 12345678901 89' }, 'iban'],
      ['the name of the other account', { description: 'Vers le Livret A, mars' }, {}, 'name'],
      ['the name of the account that it left', {}, { description: 'du COMPTE JOINT' }, 'name'],
      ['your name', { description: 'SEPA Ada LOVELACE' }, {}, 'name'],
      ['words of transfers', { description: 'VIR SEPA' }, { description: 'Virement reçu' }, 'words'],
      ['the kind that the service gives', { operation_type: 'transfer' }, { operation_type: 'transfer' }, 'words'],
    ])('is more certain with %s', (_, from, to, reason) => {
      expect(why(from, to, { accounts, names: ['Ada Lovelace'] })).toEqual(['amount', reason])
    })

    it.each<[string, Partial<LedgerRow>, Partial<LedgerRow>]>([
      ['one word of transfers', { description: 'VIR' }, { description: 'VERSEMENT' }],
      ['its own IBAN', { description: ibans[1] }, { description: ibans[2] }],
      ['its own name', { description: 'COMPTE JOINT' }, { description: 'LIVRET A' }],
      ['a part of a name', { description: 'LIVRETS' }, {}],
      ['nothing', { description: null }, { description: '' }],
    ])('is no more certain with %s', (_, from, to) => {
      expect(why(from, to)).toEqual(['amount'])
    })

    it('prefers the row that a text names', () => {
      const rows = [left(1, { description: 'vers PEL' }), arrived(2), arrived(3, { account_id: 3 })]
      expect(match(rows, { accounts })).toEqual({ transfers: ['1~3'], candidates: {} })
    })

    it('prefers an IBAN to a name, a name to words, and words to none', () => {
      const texts = [`${ibans[2]} PEL`, 'VIR PEL', 'VIR']
      const rows = [
        left(1, { description: texts[0] }),
        arrived(2, { description: 'VIR' }),
        arrived(3, { account_id: 3 }),
      ]
      expect(match(rows, { accounts }).transfers).toEqual(['1~2'])
      const [, ...others] = rows
      expect(match([left(1, { description: texts[1] }), ...others], { accounts }).transfers).toEqual(['1~3'])
      expect(match([left(1, { description: texts[2] }), ...others], { accounts }).transfers).toEqual(['1~2'])
    })

    it('matches no rows where a text names another account', () => {
      const foreign = 'GB29 NWBK 6016 1331 9268 19'
      expect(match([left(1, { description: `VIR ${foreign}` }), arrived(2)], { accounts })).toEqual(nothing)
      expect(match([left(1), arrived(2, { bank_description: `VIR ${foreign}` })], { accounts })).toEqual(nothing)
      expect(match([left(1), arrived(2, { bank_description: `VIR ${foreign}` })])).toEqual(found)
      const rows = [left(1, { description: ibans[2] }), arrived(2, { account_id: 3 })]
      expect(match(rows, { accounts })).toEqual(nothing)
    })

    it('matches no rows where a text names another own account by its French account number', () => {
      const third = { id: 4, iban: 'FR14 2004 1010 0505 0001 3M02 606' }
      const from = (description: string) =>
        match([left(1, { description }), arrived(2)], { accounts: [...accounts, third] })
      for (const text of ['VIR 20041010050500013M02606', 'RIB : 20041 01005 0500013m026 06'])
        expect(from(text)).toEqual(nothing)
      for (const text of ['VIR 20041010050500013M02607', '30006 00001 12345678901 89'])
        expect(from(text)).toEqual(found)
    })

    it('does not take a masked or wrong IBAN for one of another account', () => {
      for (const text of ['FR76 **** 0189', 'GB29 NWBK 6016 1331 9268 18', 'GB29NWBK'])
        expect(match([left(1, { description: text }), arrived(2)], { accounts })).toEqual(found)
    })

    it.each<[string, Partial<LedgerRow>, Partial<LedgerRow>]>([
      ['a card purchase', { operation_type: 'card' }, {}],
      ['a purchase', { description: 'ACHAT FNAC' }, {}],
      ['a salary', {}, { description: 'VIR SALAIRE ACME' }],
      ['a refund', {}, { description: 'Remboursement sécu' }],
      ['interest', {}, { bank_description: 'INTÉRÊTS 2025' }],
      ['cash', { description: 'RETRAIT DAB' }, {}],
    ])('asks about %s', (_, from, to) => {
      expect(match([left(1, from), arrived(2, to)])).toEqual(doubtful('kind'))
    })

    it.each<[string, string, string]>([
      ['two people', 'VIR JEAN DUPONT', 'VIR DE MARIE CURIE'],
      ['somebody, and you', 'VIR JEAN DUPONT', 'VIR DE ADA LOVELACE'],
      ['an account that is not the one of the other row', 'VIR ADA LOVELACE', 'VIR DE PEL'],
    ])('asks, if the texts name %s', (_, from, to) => {
      const config = { accounts, names: ['Ada Lovelace'] }
      expect(match([left(1, { description: from }), arrived(2, { description: to })], config)).toEqual(
        doubtful('topics'),
      )
    })

    it.each<[string, string, string]>([
      ['the same purpose', 'VIR VACANCES', 'VIREMENT DE VACANCES'],
      ['each other', 'VERS LIVRET A', 'DE COMPTE JOINT'],
      ['you and an account', 'VIR ADA LOVELACE', 'DE COMPTE JOINT'],
      ['nothing but what banks write', 'VIR SEPA INST', 'MOUVEMENT INTERNE'],
      ['an account by its IBAN, and somebody', `VIR ${ibans[2]} ADA`, 'VIR MARS'],
    ])('does not ask, if the texts name %s', (_, from, to) => {
      const config = { accounts, names: ['Ada Lovelace'] }
      expect(match([left(1, { description: from }), arrived(2, { description: to })], config)).toEqual(found)
    })

    it('prefers the row whose own text agrees', () => {
      const rows = [left(1), left(3, { description: 'VIR' }), arrived(2, { description: 'DE COMPTE JOINT' })]
      expect(match(rows, { accounts }).transfers).toEqual(['3~2'])
    })

    it('needs as much evidence as you ask for', () => {
      const rows = [left(1, { description: 'VIR' }), arrived(2, { description: 'VIR' })]
      expect(match(rows, { evidence: 'words' })).toEqual(found)
      expect(match(rows, { evidence: 'name' })).toEqual(doubtful('evidence'))
      expect(match([left(1), arrived(2)], { evidence: 'words' })).toEqual(doubtful('evidence'))
    })

    it('ignores a name that two accounts have, and one that is too short', () => {
      const [first] = accounts
      const same = [first, { id: 2, name: 'Livret A' }, { id: 3, name: 'LIVRET-A' }]
      expect(why({ description: 'Livret A' }, {}, { accounts: same as never })).toEqual(['amount'])
      expect(why({ description: 'Livret A' }, {}, { accounts: [{ id: 2, name: 'A' }], names: ['A'] })).toEqual([
        'amount',
      ])
    })
  })

  describe('of one account under two connections', () => {
    const iban = 'FR76 3000 6000 0112 3456 7890 189'
    const twice: ReadonlyArray<OwnAccount> = [
      { id: 1, iban: ibans[1], name: 'Compte courant', currency_code: 'EUR' },
      { id: 2, iban, name: 'Compte chèques', currency_code: 'EUR' },
      { id: 3, iban: null, name: 'Livret A', currency_code: 'EUR' },
    ]
    const purchase = (id: number, account_id: number) => left(id, { account_id, description: 'FNAC' })
    const refund = (id: number, account_id: number) => arrived(id, { account_id, date: '2026-03-04' })

    it('takes no purchase and its refund for a transfer, whatever the texts say', () => {
      const rows = [purchase(1, 1), purchase(2, 2), refund(3, 1), refund(4, 2)]
      expect(match(rows, { accounts: twice })).toEqual(nothing)
      expect(
        match(
          rows.map((row) => ({ ...row, description: `VIR ${iban}` })),
          { accounts: twice },
        ),
      ).toEqual(nothing)
      expect(match([left(1, { description: 'VIR COMPTE CHEQUES' }), arrived(2)], { accounts: twice })).toEqual(nothing)
    })

    it('goes by the currency of the rows, if that of an account is unknown', () => {
      const unknown = twice.map(({ currency_code: _, ...account }) => account)
      const rows = [left(1), arrived(2)]
      expect(match(rows, { accounts: unknown })).toEqual(nothing)
      const exchange = [left(1), arrived(2, { currency_code: 'USD', amount: 55 })]
      const rateOf = () => 1.1
      expect(match(exchange, { accounts: unknown, rateOf })).toEqual(doubtful('rate'))
      expect(match(exchange, { accounts: twice, rateOf })).toEqual(nothing)
      const [first, second = { id: 2 }] = twice
      expect(match(exchange, { accounts: [first as OwnAccount, { ...second, currency_code: 'USD' }], rateOf })).toEqual(
        doubtful('rate'),
      )
    })

    it('still finds its transfers, even if a text has its own IBAN or its other name', () => {
      for (const description of [iban, 'VIR DE COMPTE CHEQUES'])
        expect(match([left(1, { description }), arrived(2, { account_id: 3 })], { accounts: twice })).toEqual(found)
    })

    it('does not count its rows among those that a person would have to choose from', () => {
      const rows = [left(1), arrived(2, { account_id: 3 }), arrived(3)]
      expect(match(rows, { accounts: twice, maxAlternatives: 1 })).toEqual(found)
    })
  })

  describe('with cards', () => {
    const cards: ReadonlyArray<OwnAccount> = [
      { id: 1, type: 'checking', name: 'Compte courant' },
      { id: 2, type: 'card', name: 'Visa Premier' },
      { id: 3, type: 'card', name: 'Mastercard Gold' },
    ]
    const bill = (description: string, to = '', operation_type?: string) =>
      match(
        [
          left(1, { amount: -523.4, description, ...(operation_type !== undefined && { operation_type }) }),
          arrived(2, { amount: 523.4, description: to }),
        ],
        { accounts: cards },
      )

    it.each([
      ['RELEVE CARTE VISA PREMIER', 'PRELEVEMENT MENSUEL'],
      ['RELEVE CARTE VISA PREMIER', 'OPERATIONS DE FEVRIER'],
      ['RELEVE CB MARS', 'REGLEMENT'],
      ['DEBIT DIFFERE', ''],
      ['PRLV VISA PREMIER', 'RELEVE CARTE'],
      ['PAIEMENT CARTE BANCAIRE', 'REGLEMENT DE COMPTE COURANT'],
      ['KREDITKARTENABRECHNUNG', 'LASTSCHRIFT'],
      ['CREDIT CARD STATEMENT', 'PAYMENT RECEIVED, THANK YOU'],
    ])('matches the monthly bill %p with the credit %p', (from, to) => {
      expect(bill(from, to)).toEqual(found)
      expect(bill(from, to, 'card')).toEqual(found)
    })

    it('says that the text calls it a bill', () => {
      const rows = [left(1, { description: 'RELEVE CB' }), arrived(2)]
      expect(matchTransfers(rows, { accounts: cards }).transfers[0]?.why).toEqual(['amount', 'words'])
      expect(match(rows, { accounts: cards, evidence: 'words' })).toEqual(found)
    })

    it('asks, if the account is no card, the bill is that of another card, or it is a purchase', () => {
      const rows = [left(1, { description: 'RELEVE CARTE VISA PREMIER' }), arrived(2, { description: 'REGLEMENT' })]
      const untyped = cards.map(({ type: _, ...account }) => account)
      expect(match(rows, { accounts: untyped })).toEqual(doubtful('kind', 'topics'))
      expect(bill('RELEVE CARTE MASTERCARD GOLD', 'REGLEMENT')).toEqual(doubtful('topics'))
      expect(bill('CARTE 03/03 FNAC', 'REGLEMENT')).toEqual(doubtful('kind', 'topics'))
      expect(bill('CARTE', 'FNAC')).toEqual(doubtful('kind', 'topics'))
      expect(bill('RETRAIT CARTE VISA PREMIER')).toEqual(doubtful('kind'))
      expect(bill('', '', 'card')).toEqual(doubtful('kind'))
    })

    it('asks about a shop that both texts name, and about money that left a card, if only the amount speaks', () => {
      const refund = (from: Partial<LedgerRow>, to: Partial<LedgerRow>) =>
        match([left(1, from), arrived(2, to)], { accounts: cards })
      expect(refund({ description: 'FNAC PARIS' }, { description: 'FNAC.COM' })).toEqual(doubtful('kind'))
      expect(refund({ description: 'VIR FNAC' }, { description: 'FNAC' })).toEqual(doubtful('kind'))
      expect(refund({ description: 'FNAC', account_id: 2 }, { account_id: 1 })).toEqual(doubtful('kind'))
      expect(refund({ description: 'VIR FNAC' }, { description: 'VIR FNAC' })).toEqual(found)
      expect(refund({ description: 'EPARGNE' }, { description: 'EPARGNE' })).toEqual(found)
    })
  })

  describe('with fees', () => {
    it('asks, if less arrived than left', () => {
      expect(match([left(1, { amount: -50.5 }), arrived(2)], { feeShare: 0.01 })).toEqual(doubtful('fee'))
      expect(match([left(1, { amount: -50.51 }), arrived(2)], { feeShare: 0.01 })).toEqual(nothing)
      expect(match([left(1, { amount: -49.99 }), arrived(2)], { feeShare: 0.01 })).toEqual(nothing)
    })

    it('asks even where a text names the account', () => {
      const rows = [left(1, { amount: -50.5, description: ibans[2] }), arrived(2)]
      expect(match(rows, { feeShare: 0.01, accounts })).toEqual(doubtful('fee'))
      expect(matchTransfers(rows, { feeShare: 0.01, accounts }).candidates[0]?.why).toEqual(['iban'])
    })

    it('does not doubt an exact match because of one with a fee', () => {
      const rows = [left(1), left(3, { amount: -50.5 }), arrived(2)]
      expect(match(rows, { feeShare: 0.01 })).toEqual(found)
    })
  })

  describe('with two currencies', () => {
    const rateOf = (from: string, to: string) => ({ EURUSD: 1.1, EURJPY: 160 })[from + to]
    const dollars = (amount: number, fields: Partial<LedgerRow> = {}) =>
      arrived(2, { currency_code: 'USD', amount, ...fields })

    it('asks, within the tolerance of your rate', () => {
      expect(match([left(1), dollars(55)], { rateOf })).toEqual(doubtful('rate'))
      expect(match([left(1), dollars(53.9)], { rateOf })).toEqual(doubtful('rate'))
      expect(match([left(1), dollars(53.8)], { rateOf })).toEqual(nothing)
      expect(match([left(1), dollars(53)], { rateOf, rateTolerance: 0.05 })).toEqual(doubtful('rate'))
      expect(match([left(1), dollars(55)], {})).toEqual(nothing)
    })

    it('matches where a text names the account', () => {
      const rows = [left(1, { description: 'to Livret A' }), dollars(54.5)]
      expect(match(rows, { rateOf, accounts })).toEqual(found)
      expect(matchTransfers(rows, { rateOf, accounts }).transfers[0]?.why).toEqual(['rate', 'name'])
    })

    it('knows the decimals of currencies', () => {
      expect(match([left(1), arrived(2, { currency_code: 'JPY', amount: 8000 })], { rateOf })).toEqual(doubtful('rate'))
    })

    it('asks for the rate of the day on which the money left', () => {
      const days: Array<string> = []
      const rows = [left(1), dollars(55, { date: '2026-03-03' })]
      match(rows, { rateOf: (from, to, date) => (days.push(`${from}${to} ${date}`), 1.1) })
      expect(new Set(days.filter((day) => day.startsWith('EURUSD')))).toEqual(new Set(['EURUSD 2026-03-02']))
    })

    it.each([Number.NaN, 0, -1, Infinity, undefined])('compares nothing by a rate of %s', (rate) => {
      expect(match([left(1), dollars(55)], { rateOf: () => rate })).toEqual(nothing)
    })
  })

  describe('with decisions', () => {
    const decision = (_tag: 'Accepted' | 'Rejected' | 'Withdrawn', from = '1', to = '2') => ({ _tag, from, to })

    it('keeps what a person rejected apart', () => {
      expect(match([left(1), arrived(2)], { decisions: [decision('Rejected')] })).toEqual(nothing)
    })

    it('takes a rejected row from the alternatives of others', () => {
      const rows = [left(1), arrived(2), arrived(3, { account_id: 3 })]
      expect(match(rows, { decisions: [decision('Rejected', '1', '3')] })).toEqual(found)
    })

    it('keeps what a person accepted together, whatever the amounts and days', () => {
      const rows = [left(1, { date: '2026-01-02' }), arrived(2, { amount: 49 })]
      const { transfers } = matchTransfers(rows, { decisions: [decision('Accepted')] })
      expect(transfers.map(({ id, why }) => [id, why])).toEqual([['1~2', ['accepted']]])
    })

    it('takes accepted rows from the alternatives of others', () => {
      const rows = [left(1), arrived(2), left(3), arrived(4, { account_id: 3 })]
      expect(match(rows, { decisions: [decision('Accepted', '1', '4')] })).toEqual({
        transfers: ['3~2', '1~4'].sort(),
        candidates: {},
      })
    })

    it('waits for a row that is not there, and leaves the other one free', () => {
      const decisions = [decision('Accepted', '1', '9')]
      expect(match([left(1), arrived(2)], { decisions })).toEqual(found)
      expect(match([left(1), arrived(2), arrived(9)], { decisions }).transfers).toEqual(['1~9'])
    })

    it('counts the last decision about two rows, and the last acceptance of a row', () => {
      const rows = [left(1), arrived(2), arrived(3)]
      expect(match(rows, { decisions: [decision('Rejected'), decision('Accepted')] }).transfers).toEqual(['1~2'])
      expect(match(rows, { decisions: [decision('Accepted'), decision('Rejected')] }).transfers).toEqual(['1~3'])
      expect(match(rows, { decisions: [decision('Accepted'), decision('Accepted', '1', '3')] }).transfers).toEqual([
        '1~3',
      ])
      expect(match([left(1), arrived(2)], { decisions: [decision('Rejected'), decision('Withdrawn')] })).toEqual(found)
    })

    it('keeps a decision about a pending row for the row that it became', () => {
      const rows = [left(1, { date: '2026-01-02' }), arrived(2)]
      const config = { decisions: [decision('Accepted', '0', '2')], links: [{ pending: 0, posted: 1 }] }
      expect(match(rows, config)).toEqual(found)
      const twice = { ...config, decisions: [decision('Accepted', '00', '2')] }
      expect(match(rows, { ...twice, links: [{ pending: '00', posted: 0 }, ...config.links] })).toEqual(found)
    })

    it('ends where links lead in a circle', () => {
      const links = [
        { pending: 1, posted: 9 },
        { pending: 9, posted: 1 },
      ]
      expect(match([left(1), arrived(2)], { links, decisions: [decision('Rejected')] })).toEqual(nothing)
    })

    it('counts the last decision about two rows, whichever id it has first', () => {
      const rows = [left(1), arrived(2)]
      expect(match(rows, { decisions: [decision('Rejected', '2', '1')] })).toEqual(nothing)
      expect(match(rows, { decisions: [decision('Accepted', '2', '1'), decision('Rejected')] })).toEqual(nothing)
      expect(match(rows, { decisions: [decision('Accepted'), decision('Rejected', '2', '1')] })).toEqual(nothing)
      expect(match(rows, { decisions: [decision('Rejected'), decision('Withdrawn', '2', '1')] })).toEqual(found)
    })

    it('has the debit of an accepted pair as its from', () => {
      const rows = [left(1), arrived(2, { date: '2026-01-02' })]
      const { transfers } = matchTransfers(rows, { decisions: [decision('Accepted', '2', '1')] })
      expect(transfers.map(({ id, from, to }) => [id, from.minorUnits, to.minorUnits])).toEqual([
        ['1~2', -5000n, 5000n],
      ])
    })

    it('leaves out an accepted pair that can never be a transfer, such as one that was stored by SQL', () => {
      const rows = [left(1), arrived(2), left(3, { account_id: 3 }), arrived(4, { account_id: 1, amount: 7 })]
      for (const other of ['3', '4'])
        expect(match(rows, { decisions: [decision('Accepted', '1', '2'), decision('Accepted', '1', other)] })).toEqual(
          match(rows, { decisions: [decision('Accepted', '1', '2')] }),
        )
    })

    it('does not accept a row as its own other half', () => {
      expect(match([left(1)], { decisions: [decision('Accepted', '1', '1')] })).toEqual(nothing)
    })
  })

  it('keeps ids of text apart', () => {
    const ids = matchTransfers([left('a~b'), arrived('%7E')]).transfers.map(({ id }) => id)
    expect(ids).toEqual(['a%7Eb~%257E'])
  })

  it('reads the last version of a row', () => {
    expect(match([left(1), arrived(2), arrived(2, { amount: 51 })])).toEqual(nothing)
  })

  it('names all options that are wrong', () => {
    const wrong = {
      accounts: [{ name: 'without id' }],
      names: [''],
      days: 1.5,
      evidence: 'guess',
      feeShare: 2,
      rateOf: 1.1,
      maxAlternatives: 0,
      decisions: [{ _tag: 'Maybe', from: '1', to: '2' }],
      links: [{ pending: 1 }],
      window: 3,
    }
    try {
      matchTransfers([], wrong as never)
      throw new Error('nothing was wrong')
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError)
      expect((error as ConfigError).issues.map(({ path }) => path)).toEqual([
        '/accounts/0',
        '/names/0',
        '/days',
        '/evidence',
        '/feeShare',
        '/rateOf',
        '/maxAlternatives',
        '/decisions/0/_tag',
        '/links/0/posted',
        '/window',
      ])
    }
  })
})
