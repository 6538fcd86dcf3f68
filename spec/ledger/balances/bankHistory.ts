import fc from 'fast-check'
import { some } from 'fp-ts/lib/Option.js'
import type { BalanceEntry, KnownBalance } from '../../../lib/ledger/balances/balancesOf.js'
import { toDay } from '../../../lib/ledger/balances/toDay.js'

const hour = 60 * 60_000

/** What a service tells of an account, and what its balance truly was at the end of a day: the sum of the rows up to it. */
export interface BankHistory {
  readonly timeZone: string
  readonly balances: ReadonlyArray<KnownBalance & { readonly units: bigint; readonly at: Date }>
  readonly entries: ReadonlyArray<BalanceEntry & { readonly updatedAt: Date }>
  readonly closing: (day: string) => bigint
}

/**
 * Histories of three weeks. Rows are booked at any time, some days after their date, and some are changed later. Balances are
 * told at any time, and contain the rows that were booked before.
 */
export const bankHistory = (timeZones: ReadonlyArray<string>): fc.Arbitrary<BankHistory> => {
  const moment = fc.nat(21 * 24)
  const delay = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { arbitrary: fc.nat(7 * 24), weight: 1 })
  const rows = fc.array(
    fc.record({ at: moment, booked: delay, changed: delay, units: fc.bigInt({ min: -99_999n, max: 99_999n }) }),
    { maxLength: 16 },
  )
  const tellings = fc.uniqueArray(moment, { minLength: 1, maxLength: 8 })
  return fc
    .record({ timeZone: fc.constantFrom(...timeZones), opening: fc.bigInt({ min: -999n, max: 999n }), rows, tellings })
    .map(({ timeZone, opening, rows: all, tellings: moments }) => {
      const dated = all.map((row) => {
        const at = Date.UTC(2026, 2, 20) + row.at * hour
        const bookedAt = at + row.booked * hour
        return {
          ...row,
          day: toDay(new Date(at), timeZone),
          bookedAt,
          updatedAt: new Date(bookedAt + row.changed * hour),
        }
      })
      const sumOf = (isIn: (row: (typeof dated)[number]) => boolean): bigint =>
        dated.reduce((sum, row) => (isIn(row) ? sum + row.units : sum), opening)
      return {
        timeZone,
        // A row that is booked in the same hour comes after the balance.
        balances: moments.map((number) => {
          const at = new Date(Date.UTC(2026, 2, 20) + number * hour - 1)
          const units = sumOf(({ bookedAt }) => bookedAt <= at.getTime())
          return { account: '7', currency: 'EUR', minorUnits: some(units), reportedAt: some(at), units, at }
        }),
        entries: dated.map(({ day: date, units: minorUnits, updatedAt }) => ({
          account: '7',
          currency: 'EUR',
          minorUnits,
          date,
          isPending: false,
          updatedAt,
        })),
        closing: (until) => sumOf(({ day }) => day <= until),
      }
    })
}
