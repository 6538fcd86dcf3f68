import { ofx } from '../../../lib/cli/pull/ofx.js'
import { ofxStatements } from '../../../lib/cli/pull/pullOfx.js'
import type { UserRows } from '../../../lib/cli/pull/readUserRows.js'
import { brokenRules } from './ofxReaders.js'

const now = new Date('2026-01-31T12:00:00Z')
const account = { id: 7, balance: 12.5, currency_code: 'EUR', type: 'checking', updated_at: now }
const row = {
  id: 9,
  account_id: 7,
  amount: -4.99,
  currency_code: 'EUR',
  date: '2026-01-30',
  clean_description: 'Coffee',
}

type Row = Readonly<Record<string, unknown>>

const statementsOf = (accounts: ReadonlyArray<Row>, transactions: ReadonlyArray<Row>, only?: string) =>
  ofxStatements({ accounts, transactions } as unknown as UserRows, now, only)

describe('ofxStatements', () => {
  it('has the booked rows of each account, and counts the others', () => {
    const others = [
      { ...row, id: 1, is_future: true },
      { ...row, id: 2, future: true },
      { ...row, id: 3, deleted: true },
      { ...row, id: 4, show_client_side: false },
    ]
    const { statements, omittedRows, omittedAccounts, unexplained } = statementsOf(
      [account, { ...account, id: 8 }],
      [row, ...others],
    )
    expect(statements.map(({ account: id, transactions }) => [id, transactions])).toEqual([
      ['7', [{ id: '9', amount: '-4.99', date: '2026-01-30', text: 'Coffee', bankText: '' }]],
      ['8', []],
    ])
    expect([omittedRows, omittedAccounts, unexplained]).toEqual([4, [], []])
  })

  it.each([
    [{}, '2026-01-30', undefined],
    [{ booking_date: '2026-01-30' }, '2026-01-30', undefined],
    [{ booking_date: '2026-02-02' }, '2026-02-02', '2026-01-30'],
    [{ booking_date: '2026-02-02', transaction_date: '2026-01-29' }, '2026-02-02', '2026-01-29'],
    [{ transaction_date: '2026-01-29' }, '2026-01-30', '2026-01-29'],
    [{ booking_date: null, transaction_date: 'soon' }, '2026-01-30', undefined],
  ])('posts %j on %s, with the other day %s', (days, date, userDate) => {
    const [transaction] = statementsOf([account], [{ ...row, ...days }]).statements[0]?.transactions ?? []
    expect([transaction?.date, transaction?.userDate]).toEqual([date, userDate])
  })

  const pending = { ...row, id: 10, amount: -20, future: true }

  it.each([
    ['the only balance', { balance: 12.5 }, '12.50', undefined],
    ['the accounting balance', { balance: 9, accounting_balance: 12.5, instant_balance: 9 }, '12.50', '9.00'],
    ['the instant balance without the pending rows', { balance: -120, instant_balance: -120 }, '-100.00', '-120.00'],
  ])('takes %s for that of the booked rows', (_, balances, balance, availableBalance) => {
    const { statements } = statementsOf([{ ...account, ...balances }], [row, pending])
    expect([statements[0]?.balance, statements[0]?.availableBalance]).toEqual([balance, availableBalance])
  })

  it('writes the balance of a card that beangulp computes from its rows', () => {
    const card = { ...account, type: 'card', balance: -24.99, instant_balance: -24.99 }
    const { statements } = statementsOf([card], [row, pending])
    expect(brokenRules(ofx(statements, now), new Map([['7', 0]]))).toEqual([])
  })

  it.each([
    [{ balance: null }, []],
    [{ balance: 12.345 }, []],
    [{ currency_code: null }, []],
    [{ balance: 9, instant_balance: 9 }, [{ ...pending, currency_code: 'USD' }]],
    [{ balance: 9, instant_balance: 9 }, [{ ...pending, amount: null }]],
  ])('leaves out an account with %j, and says of how many transactions', (fields, more) => {
    const rows = 'currency_code' in fields ? [] : [row]
    const { statements, omittedAccounts } = statementsOf([{ ...account, ...fields }], [...rows, ...more])
    expect([statements, omittedAccounts]).toEqual([[], [{ id: '7', rows: rows.length }]])
  })

  it('takes the currency of the rows if the account has none', () => {
    expect(statementsOf([{ ...account, currency_code: null }], [row]).statements[0]?.currency).toBe('EUR')
  })

  it('says of an account that is not listed how many rows it has', () => {
    expect(statementsOf([], [row]).omittedAccounts).toEqual([{ id: '7', rows: 1 }])
  })

  it('says how many booked rows a balance contains that the statement leaves out', () => {
    const { unexplained, omittedRows } = statementsOf(
      [account],
      [row, { ...row, id: 1, currency_code: 'USD' }, { ...row, id: 2, amount: null }, { ...row, id: 3, date: null }],
    )
    expect([unexplained, omittedRows]).toEqual([[{ id: '7', rows: 3 }], 3])
  })

  it('has only the account that is wanted', () => {
    const { statements, omittedRows } = statementsOf([account, { ...account, id: 8 }], [row, pending], '7')
    expect([statements.map((each) => each.account), omittedRows]).toEqual([['7'], 1])
    expect(statementsOf([account], [row], '9').statements).toEqual([])
  })
})
