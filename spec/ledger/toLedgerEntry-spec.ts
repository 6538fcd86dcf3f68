import { isSome, none, some } from 'fp-ts/lib/Option.js'
import { type LedgerRow, toLedgerEntry } from '../../lib/ledger/toLedgerEntry.js'

const row2025: LedgerRow = {
  id: 7,
  account_id: 3,
  amount: -4.99,
  currency_code: 'EUR',
  date: '2026-01-31',
  clean_description: 'Coffee',
  provider_description: 'CB COFFEE 31/01',
}

const entry = {
  id: '7',
  account: '3',
  minorUnits: -499n,
  currency: 'EUR',
  date: '2026-01-31',
  isPending: false,
  text: 'Coffee',
  bankText: 'CB COFFEE 31/01',
}

describe('toLedgerEntry', () => {
  it('reads a row of today', () => {
    expect(toLedgerEntry(row2025)).toEqual(some(entry))
    expect(toLedgerEntry({ ...row2025, future: true })).toEqual(some({ ...entry, isPending: true }))
    expect(toLedgerEntry({ ...row2025, operation_type: 'card' })).toEqual(some({ ...entry, operation: 'card' }))
    expect(toLedgerEntry({ ...row2025, operation_type: null })).toStrictEqual(some(entry))
  })

  it('reads a row of earlier API versions', () => {
    const { id, amount, currency_code, date } = row2025
    const common = { id, amount, currency_code, date, is_future: false, show_client_side: true }
    expect(
      toLedgerEntry({ ...common, account: { id: 3 }, description: 'Coffee', raw_description: 'CB COFFEE 31/01' }),
    ).toEqual(some(entry))
    expect(
      toLedgerEntry({ ...common, account_id: 3, clean_description: 'Coffee', bank_description: 'CB COFFEE 31/01' }),
    ).toEqual(some(entry))
  })

  it('reads a row of a table of SQLite', () => {
    const tableRow = { ...row2025, show_client_side: 1, is_deleted: 0, removed_at: null } as const
    expect(toLedgerEntry({ ...tableRow, is_future: 0 })).toEqual(some(entry))
    expect(toLedgerEntry({ ...tableRow, is_future: 1 })).toEqual(some({ ...entry, isPending: true }))
    expect(toLedgerEntry({ ...tableRow, future: 1 })).toEqual(some({ ...entry, isPending: true }))
  })

  it('has empty texts where the bank sends none', () => {
    expect(toLedgerEntry({ ...row2025, clean_description: null, provider_description: undefined })).toEqual(
      some({ ...entry, text: '', bankText: '' }),
    )
  })

  it.each<[string, Partial<LedgerRow>]>([
    ['was deleted', { deleted: true }],
    ['was deleted at an earlier API version', { is_deleted: true }],
    ['repeats a card purchase', { show_client_side: false }],
    ['was deleted, in a table of SQLite', { is_deleted: 1 }],
    ['was deleted at an earlier API version, in a table of SQLite', { deleted: 1 }],
    ['repeats a card purchase, in a table of SQLite', { show_client_side: 0 }],
    ['was removed from a mirror', { removed_at: '2026-02-01T00:00:00.000Z' }],
    ['was removed from a mirror of PostgreSQL', { removed_at: new Date(0) }],
    ['has no account', { account_id: null }],
    ['has no currency', { currency_code: null }],
    ['has an unknown currency', { currency_code: 'eur' }],
    ['has no day', { date: null }],
    ['has a day that does not exist', { date: '2026-02-29' }],
    ['has no amount', { amount: null }],
    ['has a part of a cent', { amount: -4.995 }],
    ['has an amount that is no number', { amount: Number.NaN }],
  ])('leaves out a row that %s', (_, change) => {
    expect(toLedgerEntry({ ...row2025, ...change })).toEqual(none)
  })

  it('keeps ids of text and the exact amount of each currency', () => {
    const converted = toLedgerEntry({ ...row2025, id: 'a-1', account_id: 'b', amount: 1200, currency_code: 'JPY' })
    expect(isSome(converted) && [converted.value.id, converted.value.account, converted.value.minorUnits]).toEqual([
      'a-1',
      'b',
      1200n,
    ])
  })
})
