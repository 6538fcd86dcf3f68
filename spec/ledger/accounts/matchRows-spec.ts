import fc from 'fast-check'
import { ConfigError } from '../../../lib/index.js'
import { matchRows } from '../../../lib/ledger/accounts/matchRows.js'
import type { LedgerRow } from '../../../lib/ledger/toLedgerEntry.js'
import { purchases, reversed, toRows } from '../../helpers/relinks.js'

const row = (id: number, fields: Partial<LedgerRow> = {}): LedgerRow => ({
  id,
  amount: -3.2,
  currency_code: 'EUR',
  date: '2026-03-06',
  clean_description: 'Cafe du port',
  ...fields,
})

const found = (before: ReadonlyArray<LedgerRow>, after: ReadonlyArray<LedgerRow>) =>
  matchRows({ before, after }).links.map(({ from, to, likeness }) => `${from}→${to} ${likeness}`)

describe('matchRows', () => {
  it.each<[string, Partial<LedgerRow>, string]>([
    ['an equal row', {}, 'same'],
    ['a text in capitals', { clean_description: 'CAFÉ DU PORT!' }, 'same'],
    ['a longer text', { clean_description: 'CB CAFE DU PORT LYON' }, 'similar'],
    ['no text', { clean_description: null }, 'amount'],
  ])('pairs a row with %s', (_, fields, likeness) => {
    expect(found([row(1)], [row(11, fields)])).toEqual([`1→11 ${likeness}`])
  })

  it.each<[string, Partial<LedgerRow>]>([
    ['another amount', { amount: -3.3 }],
    ['another sign', { amount: 3.2 }],
    ['another currency', { currency_code: 'USD' }],
    ['another text', { clean_description: 'ACHAT 4711' }],
    ['the same text on another day, of which the other history is unknown', { date: '2026-03-07' }],
    ['a currency in small letters', { currency_code: 'eur' }],
    ['a day too far away', { date: '2026-03-10' }],
    ['a pending row', { is_future: true }],
    ['a row that was removed', { deleted: true }],
  ])('pairs no row with %s', (_, fields) => {
    expect(matchRows({ before: [row(1)], after: [row(11, fields)] }).links).toEqual([])
  })

  it.each([
    ['CHEQUE 123', 'CHEQUE 456'],
    ['VIR Anna', 'VIR Ben'],
    ['PAYPAL NETFLIX', 'PAYPAL SPOTIFY'],
    ['VIR SEPA M DUPONT', 'VIR SEPA M DURAND'],
    ['RETRAIT DAB PARIS', 'RETRAIT DAB LYON'],
    ['Loyer janvier', 'Loyer février'],
    ['x'.repeat(300), `${'x'.repeat(299)}y`],
  ])('imports a row with the text %j beside %j as new', (text, other) => {
    for (const texts of ['clean_description', 'bank_description'] as const) {
      for (const date of ['2026-03-06', '2026-03-08']) {
        const edges = [row(91, { date: '2026-03-01' }), row(92, { date: '2026-03-30' })]
        const { onlyAfter } = matchRows({
          before: [row(1, { [texts]: text }), ...edges],
          after: [row(11, { [texts]: other, date }), ...edges],
        })
        expect(onlyAfter).toEqual(['11'])
      }
    }
  })

  describe('with a day that was corrected', () => {
    const edges = [row(91, { date: '2026-03-01', amount: -1 }), row(92, { date: '2026-03-30', amount: -1 })]
    const days = (...dates: ReadonlyArray<number>): ReadonlyArray<LedgerRow> =>
      dates.map((day) => row(100 + day, { date: `2026-03-${String(day).padStart(2, '0')}` }))
    const pairs = (before: ReadonlyArray<LedgerRow>, after: ReadonlyArray<LedgerRow>) =>
      matchRows({ before, after }).links.filter(({ likeness }) => likeness === 'similar')

    it('pairs equal rows at most three days apart, if both histories include both days', () => {
      expect(pairs([...days(6), ...edges], [...days(9), ...edges])).toHaveLength(1)
      expect(pairs([...days(6), ...edges], [...days(10), ...edges])).toEqual([])
      expect(pairs([...edges.slice(0, 1), ...days(6)], [...days(9), ...edges.slice(1)])).toEqual([])
    })

    it('pairs no rows of a daily habit', () => {
      expect(pairs([...days(5, 6, 7), ...edges], [...days(6, 7, 8), ...edges])).toEqual([])
    })
  })

  it('pairs a row with itself', () => {
    expect(found([row(7)], [row(5), row(7)])).toEqual(['7→7 same'])
  })

  it.each([
    [undefined, ''],
    [{ before: [] }, 'after'],
    [{ before: [null], after: [] }, 'before/0'],
    [{ before: [], after: [{ id: NaN }] }, 'after/0'],
  ])('refuses %j', (sides, path) => {
    const run = () => matchRows(sides as never)
    expect(run).toThrow(ConfigError)
    expect(run).toThrow(path)
  })

  it('compares the text of the bank if the other text changed', () => {
    const bank = { bank_description: 'CB CAFE DU PORT 0603' }
    expect(found([row(1, bank)], [row(11, { ...bank, clean_description: 'Restaurant' })])).toEqual(['1→11 same'])
  })

  it('takes rows that were removed with their account', () => {
    expect(found([row(1, { removed_at: '2026-04-01' })], [row(11)])).toEqual(['1→11 same'])
  })

  it('pairs equal rows in the order of their ids, and names those that are left', () => {
    expect(matchRows({ before: [row(10), row(9), row(11)], after: [row(21), row(20)] })).toEqual({
      links: [
        { from: '9', to: '20', likeness: 'same' },
        { from: '10', to: '21', likeness: 'same' },
      ],
      onlyBefore: ['11'],
      onlyAfter: [],
    })
  })

  it('prefers the row with the same text of the bank', () => {
    const [first, second] = [{ bank_description: 'CB 1' }, { bank_description: 'CB 2' }]
    expect(found([row(1, first), row(2, second)], [row(11, second), row(12, first)])).toEqual([
      '1→12 same',
      '2→11 same',
    ])
  })

  it('pairs no row that fits two', () => {
    const { links, onlyBefore, onlyAfter } = matchRows({
      before: [row(1)],
      after: [row(11, { clean_description: 'CB Cafe du port' }), row(12, { clean_description: 'Cafe du port Lyon' })],
    })
    expect([links, onlyBefore, onlyAfter]).toEqual([[], ['1'], ['11', '12']])
  })

  it('pairs each row at most once, whatever the order', () => {
    const history = purchases(1, 0, 30)
    const texts = fc.array(fc.constantFrom('CB Fnac', 'CB Zara', ''), { minLength: 31, maxLength: 31 })
    fc.assert(
      fc.property(
        texts,
        fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 31, maxLength: 31 }),
        (names, shifts) => {
          const before = toRows(100, history)
          const after = toRows(
            200,
            history.map((movement, index) => ({
              ...movement,
              day: movement.day + (shifts[index] ?? 0),
              cents: Math.round(movement.cents / 5000) * 5000,
              text: names[index] ?? '',
            })),
          )
          const matches = matchRows({ before, after })
          expect(matchRows({ before: reversed(before), after: reversed(after) })).toEqual(matches)
          const { links, onlyBefore, onlyAfter } = matches
          expect(new Set([...links.map(({ from }) => from), ...onlyBefore]).size).toBe(31)
          expect(new Set([...links.map(({ to }) => to), ...onlyAfter]).size).toBe(31)
        },
      ),
      { numRuns: 100, seed: 47 },
    )
  })
})
