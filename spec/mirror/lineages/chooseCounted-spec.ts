import { type AccountFreshness, chooseCounted } from '../../../lib/mirror/lineages/chooseCounted.js'

const day = 24 * 60 * 60_000
const today = '2026-01-20'

const account = (fields: Partial<AccountFreshness> = {}): AccountFreshness => ({
  ...{ isAbsent: false, needsPerson: false, updatedAt: 10 * day, bookedDays: ['2026-01-10'] },
  ...fields,
})
const counts = (first: Partial<AccountFreshness>, ...others: ReadonlyArray<Partial<AccountFreshness>>): number => {
  const accounts = [first, ...others].map(account)
  return accounts.indexOf(chooseCounted(accounts[0] ?? account(), accounts, today))
}

describe('chooseCounted', () => {
  it('keeps the counted account while it updates', () => {
    expect(counts({})).toBe(0)
    expect(counts({}, {})).toBe(0)
    expect(counts({}, { updatedAt: 12.9 * day })).toBe(0)
    expect(counts({ needsPerson: true }, {})).toBe(0)
    expect(counts({ needsPerson: true }, { needsPerson: true, updatedAt: 11 * day })).toBe(0)
    expect(counts({ updatedAt: undefined }, {})).toBe(0)
    expect(counts({}, { bookedDays: ['2026-01-10', '2026-01-14'] })).toBe(0)
  })

  it('takes an account that the service updates days later', () => {
    expect(counts({}, { updatedAt: 13 * day })).toBe(1)
  })

  it('takes an account that has shown a row for a week', () => {
    expect(counts({}, { bookedDays: ['2026-01-10', '2026-01-13'] })).toBe(1)
    expect(counts({ bookedDays: [] }, { bookedDays: ['2026-01-13', '2026-01-20'], updatedAt: undefined })).toBe(1)
  })

  it('takes an account that is updated later if the item of the counted one needs the person', () => {
    expect(counts({ needsPerson: true }, { updatedAt: 10 * day + 1 })).toBe(1)
  })

  it('takes another account for one that the list lacks', () => {
    expect(counts({ isAbsent: true }, {})).toBe(1)
    expect(counts({ isAbsent: true }, { isAbsent: true })).toBe(0)
  })

  it('takes no account without the newest rows', () => {
    expect(counts({ isAbsent: true, needsPerson: true }, { bookedDays: ['2026-01-09'], updatedAt: 19 * day })).toBe(0)
  })

  it('takes the newest one of several', () => {
    expect(counts({}, { updatedAt: 14 * day }, { updatedAt: 15 * day }, { updatedAt: 15 * day })).toBe(2)
    const bookedDays = ['2026-01-10', '2026-01-19']
    expect(counts({}, { updatedAt: 15 * day }, { updatedAt: 14 * day, bookedDays })).toBe(2)
  })
})
