import fc from 'fast-check'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { findRecurring, type FindRecurringConfig } from '../../../lib/ledger/recurring/findRecurring.js'
import { dismissRecurring, restoreRecurring } from '../../../lib/ledger/recurring/RecurringDecision.js'
import type { LedgerRow } from '../../../lib/ledger/toLedgerEntry.js'
import { createHousehold } from './household/household.js'
import { toRow } from './measureHousehold.js'
import { everyDays, monthly, paymentRow, payments } from './payments.js'

const only = (rows: ReadonlyArray<LedgerRow>, config?: FindRecurringConfig) => {
  const streams = findRecurring(rows, config)
  expect(streams).toHaveLength(1)
  return streams[0] as (typeof streams)[number]
}

const shuffled = <A>(values: ReadonlyArray<A>) => fc.shuffledSubarray([...values], { minLength: values.length })

describe('findRecurring', () => {
  it.each<[string, ReadonlyArray<string>]>([
    ['weekly', everyDays(8, 7, '2025-01-06')],
    ['biweekly', everyDays(8, 14, '2025-01-06')],
    ['four-weekly', everyDays(8, 28, '2025-01-06')],
    ['monthly', monthly(6)],
    ['bimonthly', monthly(12).filter((_, index) => index % 2 === 0)],
    ['quarterly', monthly(16).filter((_, index) => index % 3 === 0)],
    ['semiannual', monthly(30).filter((_, index) => index % 6 === 0)],
    ['yearly', ['2024-03-05', '2025-03-05']],
  ])('finds a %s payment', (cadence, dates) => {
    const { payments: found, ...stream } = only(payments(dates))
    expect(stream).toMatchObject({ cadence, usualAmount: -999n, lastAmount: -999n, isVariable: false, isIncome: false })
    expect(found.map(({ date }) => date)).toEqual(dates)
  })

  it('describes a stream, and says why it is one', () => {
    const rows = payments(monthly(6).filter((_, index) => index !== 3))
    expect(only(rows, { today: '2025-06-20' })).toEqual({
      id: expect.stringMatching(/^\w+$/),
      account: '1',
      text: 'Netflix',
      currency: 'EUR',
      counterparty: 'netflix',
      isIncome: false,
      cadence: 'monthly',
      day: 5,
      shift: expect.any(String),
      usualAmount: -999n,
      lastAmount: -999n,
      isVariable: false,
      firstDay: '2025-01-05',
      lastDay: '2025-06-05',
      nextDay: '2025-07-05',
      state: 'active',
      isDismissed: false,
      payments: rows.map(({ id, date }) => ({ id: String(id), date, expected: date, minorUnits: -999n })),
      priceChanges: [],
      reasons: { words: ['netflix'], sameAmount: 4, onDay: 5, maxDaysOff: 0, missed: 1, isMandated: false },
    })
  })

  it('finds the end of the month, and salaries before weekends', () => {
    expect(only(payments(monthly(8, 31)))).toMatchObject({ cadence: 'monthly', day: 31, nextDay: '2025-09-30' })
    const paid = [
      '2025-01-31',
      '2025-02-28',
      '2025-03-31',
      '2025-04-30',
      '2025-05-30',
      '2025-06-30',
      '2025-07-31',
      '2025-08-29',
    ]
    const salary = only(payments(paid, 2100, 'VIR ACME SALAIRE'))
    expect(salary).toMatchObject({ isIncome: true, shift: 'preceding', day: 31, nextDay: '2025-09-30' })
    expect(salary.reasons.maxDaysOff).toBe(0)
  })

  it('expects a payment after the weekend and the holidays of TARGET, or of the caller', () => {
    const paid = ['2025-09-05', '2025-10-06', '2025-11-05', '2025-12-05', '2026-01-05', '2026-02-05', '2026-03-05']
    expect(only(payments(paid)).nextDay).toBe('2026-04-07') // 3 to 6 April are Easter
    const isWorkingDay = (date: string) => !['2026-04-05', '2026-04-06', '2026-04-07', '2025-10-05'].includes(date)
    expect(only(payments(paid), { isWorkingDay }).nextDay).toBe('2026-04-08')
  })

  it('reads through references, dates, months and the words of banks', () => {
    const texts = [
      'PRLV SEPA EDF CLIENTS 5FK3 ECH/05/01 JANVIER',
      'PRLV SEPA EDF CLIENTS QX91 ECH/05/02 FEVRIER',
      'Prélèvement EDF clients MDT/77',
    ]
    const rows = texts.map((text, index) => paymentRow(index, monthly(3)[index] ?? '', -50 - index * 3, text))
    expect(only(rows)).toMatchObject({ counterparty: 'edf clients', isVariable: true, reasons: { isMandated: true } })
  })

  it('finds companies whose names have a digit or an ampersand', () => {
    for (const [text, counterparty] of [
      ['O2', 'o2'],
      ['PRLV O2 GERMANY', 'o2 germany'],
      ['1&1', '1&1'],
      ['B&Q', 'b&q'],
      ['7ELEVEN', '7eleven'],
    ] as const)
      expect(only(payments(monthly(6), -9.99, text))).toMatchObject({ counterparty, text })
  })

  it('has the text of the last payment', () => {
    const [first, ...others] = payments(monthly(4), -9.99, 'Électricité de Strasbourg')
    const fromBank = {
      ...paymentRow(9, '2025-05-05', -9.99, ''),
      provider_description: 'PRLV ELECTRICITE DE STRASBOURG',
    }
    const rows = [{ ...first, id: 1, clean_description: 'Electricite de Strasbourg' }, ...others]
    expect(only(rows).text).toBe('Électricité de Strasbourg')
    expect(only([...rows, fromBank]).text).toBe('PRLV ELECTRICITE DE STRASBOURG')
  })

  it('uses how the money moved, if the service tells it', () => {
    const rows = payments(monthly(4)).map((row) => ({ ...row, operation_type: 'direct_debit' }))
    expect(only(rows).reasons.isMandated).toBe(true)
  })

  it('keeps one stream over changes of the price, of the day and of the name', () => {
    const rows = [
      ...payments(monthly(6), -9.99),
      ...payments(monthly(12).slice(6), -11.99, 'Netflix', 20),
      ...payments(monthly(20).slice(12), -13.99, 'Netflix International', 40),
    ]
    const stream = only(rows)
    expect(stream).toMatchObject({ lastAmount: -1399n, usualAmount: -1399n })
    expect(stream.priceChanges).toEqual([
      { id: '20', date: '2025-07-05', from: -999n, to: -1199n },
      { id: '40', date: '2026-01-05', from: -1199n, to: -1399n },
    ])
    expect(only([...payments(monthly(6)), ...payments(monthly(14, 18).slice(6), -9.99, 'Netflix', 20)]).day).toBe(18)
    expect(only([...payments(monthly(6)), paymentRow(9, '2025-07-05', -12.99)]).priceChanges).toHaveLength(1)
  })

  it('keeps one stream of varying bills if the name changes, and the amount by no more than it did before', () => {
    const amounts = [57.25, 34.19, 24.58, 45.52, 55.71, 73.63, 38.71, 41.12, 32.97, 55.56, 69.55, 67.32, 44.09]
    const days = monthly(26, 24).filter((_, index) => index % 2 === 0)
    const bills = (sizes: ReadonlyArray<number>) =>
      days.map((date, index) => ({
        ...paymentRow(index, date, -(sizes[index] ?? 0), index < 6 ? 'Vattenfall Europe Sales' : 'Vattenfall'),
        operation_type: 'direct_debit',
      }))
    expect(only(bills(amounts)).payments).toHaveLength(amounts.length)
    const smaller = amounts.map((size, index) => (index < 6 ? size : Math.round(size * 50) / 100))
    expect(findRecurring(bills(smaller)).map((stream) => stream.payments.length)).toEqual([6, 7])
  })

  it('tells plans of one company apart, even on one day and of one price', () => {
    const rows = [
      ...payments(monthly(8, 5), -2.99, 'Apple bill', 100),
      ...payments(monthly(8, 20), -10.99, 'Apple bill', 200),
      ...payments(['2025-02-11', '2025-05-27'], -4.99, 'Apple bill', 300),
    ]
    expect(findRecurring(rows).map(({ usualAmount, payments: { length } }) => [usualAmount, length])).toEqual([
      [-299n, 8],
      [-1099n, 8],
    ])
    const twins = [
      ...payments(monthly(8), -19.99, 'Free Mobile', 100),
      ...payments(monthly(8), -19.99, 'Free Mobile', 200),
    ]
    const streams = findRecurring(twins)
    expect(streams.map(({ payments: { length } }) => length)).toEqual([8, 8])
    expect(new Set(streams.map(({ id }) => id)).size).toBe(2)
  })

  it('tells the yearly policies of one insurer apart', () => {
    const rows = [
      ...['2023-02-10', '2024-02-12', '2025-02-10'].map((date, index) =>
        paymentRow(index, date, -320 - index * 9, 'PRLV MAIF'),
      ),
      ...['2023-05-20', '2024-05-21', '2025-05-20'].map((date, index) =>
        paymentRow(10 + index, date, -544 - index * 15, 'PRLV MAIF'),
      ),
      ...['2023-11-02', '2024-11-04', '2025-11-03'].map((date, index) =>
        paymentRow(20 + index, date, -89 - index * 2, 'PRLV MAIF'),
      ),
    ]
    expect(findRecurring(rows).map(({ cadence, payments: { length } }) => [cadence, length])).toEqual([
      ['yearly', 3],
      ['yearly', 3],
      ['yearly', 3],
    ])
  })

  describe('two rising yearly bills of one insurer', () => {
    /** Bills of 10 January and `gap` months later, which rise each year; the second is `ratio` times the first. */
    const bills = (text: string, years: number, gap: number, ratio: number) =>
      Array.from({ length: years }, (_, year) => year).flatMap((year) => {
        const amount = -300 * 1.03 ** year
        const yearText = String(2023 + year)
        return [
          paymentRow(2 * year, `${yearText}-01-10`, Math.round(amount * 100) / 100, text),
          paymentRow(
            2 * year + 1,
            `${yearText}-${String(1 + gap).padStart(2, '0')}-12`,
            Math.round(amount * ratio * 100) / 100,
            text,
          ),
        ]
      })

    it.each([1, 2, 3, 4, 5])('are two yearly series, %d months apart, and neither has ended', (gap) => {
      for (const text of ['PRLV MAIF', 'MAIF'])
        for (const years of [2, 3, 4])
          for (const ratio of [1, 1.02, 1.06, 1.5, 3]) {
            const today = `${String(2023 + years - 1)}-10-01`
            const streams = findRecurring(bills(text, years, gap, ratio), { today })
            expect(streams.map(({ cadence, payments: { length } }) => [cadence, length])).toEqual([
              ['yearly', years],
              ['yearly', years],
            ])
            expect(streams.map(({ state }) => state)).not.toContain('ended')
            expect(streams.map(({ nextDay }) => nextDay.slice(0, 7)).sort()).toEqual([
              `${String(2023 + years)}-01`,
              `${String(2023 + years)}-${String(1 + gap).padStart(2, '0')}`,
            ])
          }
    })

    it('are told apart when the second bill of the year is not due yet', () => {
      const rows = bills('PRLV MAIF', 3, 3, 1.02).slice(0, -1)
      const today = '2025-02-01'
      const streams = findRecurring(rows, { today })
      expect(streams.map(({ cadence, payments: { length } }) => [cadence, length])).toEqual([
        ['yearly', 3],
        ['yearly', 2],
      ])
      expect(findRecurring(rows.slice(0, 3), { today }).map(({ cadence }) => cadence)).toEqual(['yearly'])
    })
  })

  it.each([316, 413, 488, 500])('does not take some payments of a monthly bill for another series: %d', (seed) => {
    // Companies with monthly bills, some of them with calls, so that the amounts vary.
    const { entries, streams } = createHousehold(seed)
    const isMonthly = ({ stream = '' }: { readonly stream?: string | undefined }) =>
      streams.get(stream)?.cadence === 'monthly'
    const found = findRecurring(entries.filter(isMonthly).map(toRow))
    expect(found.length).toBeGreaterThan(5)
    expect(new Set(found.map(({ cadence }) => cadence))).toEqual(new Set(['monthly']))
  })

  it('does not take a few transfers of varying amounts for a rare cadence', () => {
    const rows = [
      paymentRow(1, '2023-12-27', -20, 'VIR ANNA SCHMIDT'),
      paymentRow(2, '2024-02-29', -20, 'VIR ANNA SCHMIDT'),
      paymentRow(3, '2024-04-29', -15, 'VIR ANNA SCHMIDT'),
      paymentRow(4, '2024-07-01', -30.19, 'VIR ANNA SCHMIDT'),
    ]
    expect(findRecurring(rows)).toEqual([])
  })

  it('keeps a salary together with its bonus, and passes over months without one', () => {
    const rows = monthly(14, 27)
      .map((date, index) => paymentRow(index, date, index === 11 ? 3800 : 2100 + (index % 3), 'ACME PAIE'))
      .filter((_, index) => index !== 6)
    expect(only(rows)).toMatchObject({ usualAmount: 210_100n, reasons: { missed: 1 } })
    expect(only(rows).payments).toHaveLength(13)
  })

  it('does not take habits for streams', () => {
    const random = [3, 9, 14, 19, 22, 31, 34, 40, 47, 58, 61, 66, 75, 83, 85, 96, 101, 110, 114, 127]
    const on = (days: ReadonlyArray<number>) =>
      days.map((day) => everyDays(1, 1, '2025-01-01').map((from) => everyDays(day + 1, 1, from).at(-1) ?? '')[0] ?? '')
    const shop = on(random).map((date, index) => paymentRow(index, date, -20 - ((index * 37) % 50), 'Carrefour'))
    const coffee = payments(on(random), -2.5, 'Coffee Corner', 100)
    const saturdays = everyDays(20, 7, '2025-01-04').map((date, index) =>
      paymentRow(200 + index, date, -(30 + ((index * index * 31 + index * 7) % 71)), 'Lidl'),
    )
    const barber = payments(on([4, 41, 70, 112, 139, 182]), -29, 'Barber', 300)
    expect(findRecurring([...shop, ...coffee, ...saturdays, ...barber])).toEqual([])
  })

  it('needs enough payments', () => {
    expect(findRecurring(payments(monthly(2)))).toEqual([])
    expect(findRecurring(payments(everyDays(3, 7, '2025-01-06')))).toEqual([])
    expect(findRecurring(payments(['2023-03-05', '2025-03-05']))).toEqual([])
    expect(findRecurring([])).toEqual([])
  })

  it.each([
    ['2025-06-05', 6, 'active'],
    ['2025-07-10', 6, 'active'],
    ['2025-07-13', 6, 'late'],
    ['2025-09-10', 6, 'late'],
    ['2025-09-11', 6, 'ended'],
    ['2025-03-05', 3, 'started'],
  ])('says on %s, after %d payments, that it is %s', (today, count, state) => {
    expect(only(payments(monthly(count)), { today }).state).toBe(state)
  })

  it('takes the latest day of the rows for today', () => {
    const rows = [...payments(monthly(6)), paymentRow(50, '2025-07-20', -3, 'Bakery')]
    expect(only(rows).state).toBe('late')
  })

  it('counts rows that are not booked yet, and no others of which no sum is made', () => {
    const rows = payments(monthly(4))
    const pending = { ...paymentRow(5, '2025-05-05', -9.99), future: true }
    expect(only([...rows, pending]).payments).toHaveLength(5)
    const others = [
      { ...pending, deleted: true },
      { ...pending, amount: -9.995 },
      { ...pending, amount: 0 },
      { ...pending, date: null },
      { ...pending, clean_description: '' },
      { ...pending, clean_description: '12345 / 77' },
    ]
    for (const row of others) expect(only([...rows, row]).payments).toHaveLength(4)
  })

  it('separates accounts, currencies and directions', () => {
    const rows = payments(monthly(4))
    const change = (rest: Partial<LedgerRow>, firstId: number) =>
      rows.map((row, index) => ({ ...row, ...rest, id: firstId + index }))
    const all = [
      ...rows,
      ...change({ account_id: 2 }, 10),
      ...change({ currency_code: 'USD' }, 20),
      ...change({ amount: 9.99 }, 30),
    ]
    expect(new Set(findRecurring(all).map(({ id }) => id)).size).toBe(4)
  })

  it('keeps an id when payments are added, or the oldest ones removed, or another plan begins', () => {
    const rows = payments(monthly(14))
    const { id } = only(rows.slice(0, 3))
    for (let count = 3; count < 14; count++) expect(only(rows.slice(0, count)).id).toBe(id)
    for (let from = 0; from < 11; from++) expect(only(rows.slice(from)).id).toBe(id)
    const ids = findRecurring([...rows, ...payments(monthly(14, 20).slice(4), -19.99, 'Netflix', 50)]).map(
      (one) => one.id,
    )
    expect(ids).toHaveLength(2)
    expect(ids).toContain(id)
    expect(only(rows.map((row) => ({ ...row, id: Number(row.id) + 1000 }))).id).toBe(id)
  })

  describe('dismissals', () => {
    const rows = [...payments(monthly(6), -2.99, 'Apple bill'), ...payments(monthly(6, 20), -10.99, 'Apple bill', 50)]
    const [first, second] = findRecurring(rows) as [ReturnType<typeof only>, ReturnType<typeof only>]
    const dismissedAmounts = (given: ReadonlyArray<LedgerRow>, decisions: FindRecurringConfig['decisions'] = []) =>
      findRecurring(given, { decisions }).flatMap(({ isDismissed, usualAmount }) => (isDismissed ? [usualAmount] : []))

    it('hold for one stream, until it is restored', () => {
      expect(dismissedAmounts(rows, [dismissRecurring(first)])).toEqual([-299n])
      expect(dismissedAmounts(rows, [dismissRecurring(second), dismissRecurring(first)])).toEqual([-299n, -1099n])
      expect(dismissedAmounts(rows, [dismissRecurring(second), restoreRecurring(second)])).toEqual([])
      const again = [dismissRecurring(second), restoreRecurring(second), dismissRecurring(second)]
      expect(dismissedAmounts(rows, again)).toEqual([-1099n])
    })

    it('hold as JSON, with later payments and other prices, and after rows came back with other ids', () => {
      const decisions = JSON.parse(JSON.stringify([dismissRecurring(second)])) as FindRecurringConfig['decisions']
      const later = payments(monthly(12, 20).slice(6), -12.99, 'Apple bill', 80)
      expect(dismissedAmounts([...rows, ...later], decisions)).toEqual([-1299n])
      expect(dismissedAmounts(rows.slice(8), decisions)).toEqual([-1099n])
      expect(
        dismissedAmounts(
          rows.map((row) => ({ ...row, id: `new ${String(row.id)}` })),
          decisions,
        ),
      ).toEqual([-1099n])
    })

    it('hold for the same stream if its id has changed, and restoring it holds too', () => {
      const changed = { ...second, id: 'another' }
      expect(dismissedAmounts(rows, [dismissRecurring(changed)])).toEqual([-1099n])
      expect(dismissedAmounts(rows, [dismissRecurring(changed), restoreRecurring(second)])).toEqual([])
    })

    it('hold for an account that was connected again only if they name its new id', () => {
      const again = rows.map((row) => ({ ...row, id: `new ${String(row.id)}`, account_id: 99 }))
      const decision = dismissRecurring(second)
      expect(dismissedAmounts(again, [decision])).toEqual([])
      expect(dismissedAmounts(again, [{ ...decision, account: '99' }])).toEqual([-1099n])
    })

    it('do not hold for look-alikes', () => {
      const other = payments(monthly(6), -2.99, 'Apple Store')
      expect(dismissedAmounts(other, [dismissRecurring(first)])).toEqual([])
    })
  })

  it('names all wrong options', () => {
    const wrong = { today: '2026-02-30', isWorkingDay: true, decisions: [{ _tag: 'Dismissed' }], tody: 1 } as never
    expect(() => findRecurring([], wrong)).toThrow(ConfigError)
    expect(() => findRecurring([], wrong)).toThrow(/isWorkingDay.*decisions.*today.*tody/s)
  })

  it('bears hostile texts and amounts', () => {
    const texts = [
      '\u0000',
      '__proto__',
      'constructor toString',
      '\ud83d',
      'x'.repeat(1_000_000),
      'é'.repeat(500),
      '💶 💶',
    ]
    const rows = texts.flatMap((text, index) => payments(monthly(4), -1 - index, text, index * 10))
    expect(() => findRecurring(rows)).not.toThrow()
    expect(only(payments(monthly(4), -1, '__proto__ constructor')).counterparty).toBe('proto constructor')
    expect(only(payments(monthly(4), -9_007_199_254_740.91)).lastAmount).toBe(-900_719_925_474_091n)
  })

  describe('of a household', () => {
    it('finds the same in any order', () => {
      const { entries, today } = createHousehold(1)
      const rows = entries.slice(0, 900).map(toRow)
      const expected = findRecurring(rows, { today })
      expect(expected.length).toBeGreaterThan(5)
      expect(new Set(expected.map(({ id }) => id)).size).toBe(expected.length)
      fc.assert(
        fc.property(shuffled(rows), (others) => {
          expect(findRecurring(others, { today })).toEqual(expected)
        }),
        { numRuns: 2 },
      )
    })

    it('has no payment in two streams, and none of other accounts', () => {
      const { entries, today } = createHousehold(4)
      const ids = findRecurring(entries.map(toRow), { today }).flatMap((stream) => stream.payments.map(({ id }) => id))
      expect(new Set(ids).size).toBe(ids.length)
    })
  })
})
