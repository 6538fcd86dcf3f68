import fc from 'fast-check'
import type { UserRows } from '../../../lib/cli/pull/readUserRows.js'
import { continueIds, type StatementIds, statementIds } from '../../../lib/cli/pull/statementIds.js'

const none: StatementIds = { user: 'A6J', accounts: [], rows: [] }
const iban = 'FR7630006000011234567890189'

const account = (id: number, fields: object = {}) => ({
  ...{ id, item_id: id, bank_id: 6, name: 'Compte courant', type: 'checking', currency_code: 'EUR', iban },
  ...fields,
})

/** Purchases on different days; `first`: the id of the first one. */
const rowsOf = (first: number, account_id: number, from = 0, count = 9) =>
  Array.from({ length: count }, (_, index) => ({
    id: first + from + index,
    account_id,
    amount: -10 - from - index,
    currency_code: 'EUR',
    date: `2026-01-${String(from + index + 1).padStart(2, '0')}`,
    clean_description: `CB SHOP ${String.fromCharCode(65 + from + index)}`,
  }))

const rowsRead = (accounts: ReadonlyArray<object>, transactions: ReadonlyArray<object>) =>
  ({ accounts, transactions }) as unknown as UserRows

const idsOf = ({ read }: ReturnType<typeof continueIds>) => ({
  accounts: read.accounts.map(({ id }) => id),
  rows: read.transactions.map(({ id, account_id }) => [account_id, id]),
})

describe('continueIds', () => {
  const first = continueIds(none, rowsRead([account(10)], rowsOf(100, 10)))

  it('changes no id of the first statements', () => {
    expect(idsOf(first)).toEqual({ accounts: [10], rows: rowsOf(100, 10).map(({ id }) => [10, id]) })
    expect([first.duplicates, first.candidates]).toEqual([[], []])
  })

  it('gives an account that is connected again, and its rows, the ids of earlier statements; new rows have their own', () => {
    const second = continueIds(first.next, rowsRead([account(20)], rowsOf(200, 20, 3, 8)))
    const rows = [103, 104, 105, 106, 107, 108, 209, 210]
    expect(idsOf(second)).toEqual({ accounts: [10], rows: rows.map((id) => [10, id]) })

    // The bank shows an older row later, and is connected a third time.
    const third = continueIds(second.next, rowsRead([account(20)], rowsOf(200, 20, 2, 9)))
    expect(idsOf(third).rows).toEqual([102, ...rows].map((id) => [10, id]))
    const fourth = continueIds(third.next, rowsRead([account(30)], rowsOf(300, 30, 0, 12)))
    expect(idsOf(fourth)).toEqual({ accounts: [10], rows: [100, 101, 102, ...rows, 311].map((id) => [10, id]) })
    const again = continueIds(fourth.next, rowsRead([account(30)], rowsOf(300, 30, 0, 12)))
    expect([idsOf(again), again.next]).toEqual([idsOf(fourth), fourth.next])
  })

  it('remembers an account that is gone until another one continues it', () => {
    const gone = continueIds(first.next, rowsRead([], []))
    expect(gone.next).toEqual(first.next)
    expect(idsOf(continueIds(gone.next, rowsRead([account(20)], rowsOf(200, 20)))).accounts).toEqual([10])
  })

  it('leaves out an account that is there under another connection, until the first one is gone', () => {
    const both = rowsRead([account(10), account(20)], [...rowsOf(100, 10), ...rowsOf(200, 20)])
    for (const known of [none, first.next]) {
      const second = continueIds(known, both)
      expect([idsOf(second), second.duplicates]).toEqual([idsOf(first), [{ id: 20, of: 10 }]])
      const third = continueIds(second.next, rowsRead([account(20)], rowsOf(200, 20)))
      expect([idsOf(third), third.duplicates]).toEqual([idsOf(first), []])
      const back = continueIds(third.next, both)
      expect(back.duplicates).toEqual([{ id: 10, of: 10 }])
      expect(idsOf(back)).toEqual(idsOf(first))
    }
  })

  it('says once what is uncertain, and follows the person', () => {
    const savings = { type: 'savings', name: 'Livret A', iban: null }
    const before = continueIds(none, rowsRead([account(10, savings)], []))
    const after = rowsRead([account(20, savings)], [])
    const second = continueIds(before.next, after)
    expect([idsOf(second).accounts, second.candidates.map(({ from, to }) => [from, to])]).toEqual([
      [20],
      [['10', '20']],
    ])
    expect(continueIds(second.next, after).candidates).toEqual([])
    const accepted = continueIds(second.next, after, [{ from: '10', to: '20' }])
    expect(idsOf(accepted).accounts).toEqual([10])
    expect(idsOf(continueIds(accepted.next, after)).accounts).toEqual([10])
  })

  it('never gives two rows or two accounts one id, and forgets none, however often a bank is connected again', () => {
    const history = fc.array(fc.record({ from: fc.nat(6), count: fc.integer({ min: 0, max: 14 }) }), { maxLength: 6 })
    fc.assert(
      fc.property(history, (rounds) => {
        let known = first.next
        const fitids = new Map(first.read.transactions.map(({ id, date }) => [date, id]))
        for (const [index, { from, count }] of rounds.entries()) {
          const id = 20 + index
          const continued = continueIds(known, rowsRead([account(id)], rowsOf(1000 * id, id, from, count)))
          known = JSON.parse(JSON.stringify(continued.next)) as StatementIds
          expect(statementIds.is(known)).toBe(true)
          expect(continued.read.accounts.map((one) => one.id)).toEqual([10])
          for (const row of continued.read.transactions) {
            expect(row.id).toBe(fitids.get(row.date) ?? row.id)
            fitids.set(row.date, row.id)
          }
        }
        expect(new Set(fitids.values()).size).toBe(fitids.size)
      }),
    )
  })
})
