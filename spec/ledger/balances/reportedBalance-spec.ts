import { none, some } from 'fp-ts/lib/Option.js'
import { type BalanceRow, isExplainedByRows, reportedBalance } from '../../../lib/ledger/balances/reportedBalance.js'

const row: BalanceRow = { id: 7, balance: 12.5, currency_code: 'EUR', updated_at: new Date(0) }
const balance = {
  account: '7',
  currency: 'EUR',
  minorUnits: some(1250n),
  instantMinorUnits: none,
  reportedAt: some(new Date(0)),
}

describe('the balance that a service told', () => {
  it('is that of booked rows, at each API version', () => {
    expect(reportedBalance(row)).toEqual(some(balance))
    expect(reportedBalance({ ...row, accounting_balance: 12.5 })).toEqual(some(balance))
    expect(reportedBalance({ ...row, balance: 9, accounting_balance: 12.5, instant_balance: 9 })).toEqual(
      some({ ...balance, instantMinorUnits: some(900n) }),
    )
  })

  it('is unknown of an account that has only the one with pending rows', () => {
    expect(reportedBalance({ ...row, instant_balance: 12.5 })).toEqual(
      some({ ...balance, minorUnits: none, instantMinorUnits: some(1250n) }),
    )
  })

  it('is exact, without noise, and of the time that JSON has', () => {
    const stored = { ...row, balance: 0.1 + 0.2, updated_at: '1970-01-01T00:00:00.000Z' } as unknown as BalanceRow
    expect(reportedBalance(stored)).toEqual(some({ ...balance, minorUnits: some(30n) }))
    expect(reportedBalance({ ...row, updated_at: 'soon' as never })).toEqual(some({ ...balance, reportedAt: none }))
  })

  it.each<[string, Partial<BalanceRow>]>([
    ['no balance', { balance: null }],
    ['no currency', { currency_code: undefined }],
    ['an unknown currency', { currency_code: 'eur' }],
    ['a part of a cent', { balance: 1.005 }],
    ['no number', { balance: Number.NaN }],
  ])('is none of an account with %s', (_, change) => {
    expect(reportedBalance({ ...row, ...change })).toEqual(none)
  })
})

it('rows explain the balance of accounts without shares, loans and prices', () => {
  const types = ['checking', 'savings', 'card', 'loan', 'brokerage', 'life_insurance', 'shared_saving_plan', null]
  expect(types.filter((type) => isExplainedByRows({ type }))).toEqual(['checking', 'savings', 'card'])
  expect(isExplainedByRows({ type: 'checking', data_access: 'disabled' })).toBe(false)
  expect(isExplainedByRows({ type: 'checking', data_access: 'enabled' })).toBe(true)
})
