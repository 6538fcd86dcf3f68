import fc from 'fast-check'
import {
  bookHistory,
  type Booking,
  drawPurchase,
  type History,
  type HistoryEntry,
  nextWorkingDay,
} from '../../../lib/testing/sandbox/bookHistory.js'
import { categories } from '../../../lib/testing/sandbox/data/categoryNames.js'
import type { LifePlan, Role } from '../../../lib/testing/sandbox/data/lives/LifePlan.js'
import { lives } from '../../../lib/testing/sandbox/data/lives/lives.js'
import { isoDay } from '../../../lib/testing/sandbox/World.js'

const day = 24 * 60 * 60 * 1000
const plans = fc.constantFrom(...lives)
const ends = fc.integer({ min: Date.UTC(2024, 0, 1) / day, max: Date.UTC(2032, 0, 1) / day }).map((days) => days * day)

/** Days at which calendars have edges: ends of months and years, 29 February, changes to and from summer time. */
const edges = ['2024-02-29', '2024-12-31', '2025-01-01', '2025-03-30', '2025-10-26', '2026-11-30', '2028-02-29'].map(
  (date) => Date.parse(date),
)
/** Two times, the second one up to 40 days, or some months, after the first one. */
const times = fc
  .tuple(
    fc.oneof(ends, fc.constantFrom(...edges)),
    fc.integer({ min: -day, max: 2 * day }),
    fc.oneof(fc.integer({ min: 0, max: 40 * day }), fc.integer({ min: 0, max: 800 * day })),
  )
  .map(([at, offset, distance]) => [at + offset, at + offset + distance] as const)

const monthOf = ({ bookedDay }: Booking): string => isoDay(bookedDay).slice(0, 7)

const sumOf = (bookings: ReadonlyArray<Booking>): number => bookings.reduce((sum, { cents }) => sum + cents, 0)

const isSide =
  ({ on, category, text }: Pick<Booking, 'on' | 'category' | 'text'>) =>
  (booking: Booking): boolean =>
    booking.on === on && booking.category === category && booking.text === text

const balancesAfter = (opening: number, bookings: ReadonlyArray<Booking>): ReadonlyArray<number> => {
  let balance = opening
  return bookings.map(({ cents }) => (balance += cents))
}

const booked = ({ entries }: History): ReadonlyArray<HistoryEntry> =>
  entries.filter(({ status }) => status === 'booked')

const roles = ['checking', 'savings', 'card', 'joint', 'loan'] as const

/** The balances of a person after the last booked transaction. */
const balances = (history: History) =>
  roles.map((role) => history.openings[role] + sumOf(booked(history).filter(({ on }) => on === role)))

const withHistory = (
  check: (
    plan: LifePlan,
    history: Pick<History, 'openings' | 'loan'> & { readonly bookings: ReadonlyArray<HistoryEntry> },
    end: number,
  ) => void,
): void => {
  fc.assert(
    fc.property(plans, fc.nat(), fc.nat(9), ends, (plan, seed, variant, end) => {
      const history = bookHistory(plan, seed, variant, end)
      check(plan, { ...history, bookings: booked(history) }, end)
    }),
    { numRuns: 60 },
  )
}

describe('bookHistory', () => {
  it('has 40 to 120 rows in each of 24 months, in the order of booking, on working days before the end', () => {
    withHistory((_, { bookings }, end) => {
      const months = new Map<string, number>()
      for (const booking of bookings) months.set(monthOf(booking), (months.get(monthOf(booking)) ?? 0) + 1)
      months.delete(isoDay(end).slice(0, 7))
      expect(months.size).toBe(24)
      expect(Math.min(...months.values())).toBeGreaterThanOrEqual(40)
      expect(Math.max(...months.values())).toBeLessThanOrEqual(120)
      const days = bookings.map(({ bookedDay }) => bookedDay)
      expect(days).toStrictEqual([...days].sort((a, b) => a - b))
      expect(days.every((at) => at < end && nextWorkingDay(at) === at)).toBe(true)
      expect(bookings.every(({ boughtDay, bookedDay }) => boughtDay <= bookedDay)).toBe(true)
    })
  })

  it('has both sides of each transfer on one day', () => {
    withHistory(({ recurring }, { bookings }) => {
      for (const { to, ...from } of recurring) {
        if (to === undefined) continue
        const [left, arrived] = [bookings.filter(isSide(from)), bookings.filter(isSide(to))]
        expect(left.length).toBeGreaterThanOrEqual(23)
        expect(arrived.map(({ bookedDay, cents }) => [bookedDay, -cents])).toStrictEqual(
          left.map(({ bookedDay, cents }) => [bookedDay, cents]),
        )
      }
    })
  })

  it('bills the card for exactly what was booked on it in the month before', () => {
    withHistory(({ bill: [paid, settled] }, { bookings, openings }) => {
      const purchases = bookings.filter((booking) => booking.on === 'card' && !isSide(settled)(booking))
      const [first, ...bills] = bookings.filter(isSide(paid))
      const months = [...new Set(purchases.map(monthOf))].slice(0, bills.length)
      expect(first?.cents).toBe(openings.card)
      expect(bills.length).toBeGreaterThanOrEqual(23)
      expect(bills.map(({ cents }) => cents)).toStrictEqual(
        months.map((month) => sumOf(purchases.filter((purchase) => monthOf(purchase) === month))),
      )
      expect(bookings.filter(isSide(settled)).map(({ cents, bookedDay }) => [-cents, bookedDay])).toStrictEqual(
        [first, ...bills].map((bill) => [bill?.cents, bill?.bookedDay]),
      )
    })
  })

  it('has prices that rise every two years', () => {
    withHistory(({ recurring }, { bookings }) => {
      for (const plan of recurring.filter(({ varies }) => varies === undefined)) {
        const amounts = new Set(bookings.filter(isSide(plan)).map(({ cents }) => cents))
        expect(amounts.size).toBeLessThanOrEqual(plan.rise === undefined ? 1 : 2)
        const [first = 0, second = first] = amounts
        expect(Math.abs(second)).toBeGreaterThanOrEqual(Math.abs(first))
      }
    })
  })

  it('repays each loan with equal instalments, less the interest on what remains, and then has the next one', () => {
    withHistory(({ loan: plan }, { bookings, openings, loan }) => {
      const paid = bookings.filter(isSide(plan.instalment)).map(({ cents }) => cents)
      const received = bookings.filter(isSide(plan.received)).map(({ cents }) => cents)
      expect(received).toStrictEqual(paid.map((cents) => -cents))
      let remaining = 0 - openings.loan
      let before = remaining
      for (const booking of bookings.filter(({ on }) => on === 'loan')) {
        if (isSide(plan.payout)(booking)) {
          expect([remaining, booking.cents]).toStrictEqual([0, -loan.borrowed])
        } else if (isSide(plan.interest)(booking)) {
          expect(booking.cents).toBe(-Math.round((before * plan.rate) / 1200))
        } else if (remaining > loan.instalment * 1.01) expect(booking.cents).toBe(loan.instalment)
        else expect(Math.abs(booking.cents - loan.instalment)).toBeLessThan(100)
        before = remaining
        remaining -= booking.cents
      }
      expect(remaining).toBeGreaterThanOrEqual(0)
      expect(remaining).toBeLessThanOrEqual(loan.borrowed)
      expect(loan.openedAt).toBeLessThan(loan.nextAt)
      expect(loan.nextAt).toBeLessThanOrEqual(loan.maturesAt)
    })
  })

  it('pays a salary in each month', () => {
    withHistory(({ recurring }, { bookings }, end) => {
      const [salary] = recurring
      const months = bookings.filter(({ category }) => category === salary?.category).map(monthOf)
      expect(new Set(months).size).toBe(months.length)
      expect(months.length).toBeGreaterThanOrEqual(24)
      expect(months.at(-1)?.localeCompare(isoDay(end).slice(0, 7))).not.toBe(1)
    })
  })

  it('has interest on savings at the end of each year, a few per cent of the balance', () => {
    withHistory(({ interest: plan }, { bookings, openings }) => {
      const savings = bookings.filter(({ on }) => on === 'savings')
      const interests = savings.filter(isSide(plan))
      expect(interests.length).toBeGreaterThanOrEqual(1)
      for (const { cents } of interests) {
        expect(cents).toBeGreaterThan(0)
        expect(cents).toBeLessThan(Math.max(...balancesAfter(openings.savings, savings)) * 0.03)
      }
    })
  })

  it('has balances that people have, without large debts', () => {
    withHistory((_, { bookings, openings }) => {
      const range = (role: Role) => {
        const balances = balancesAfter(
          openings[role],
          bookings.filter(({ on }) => on === role),
        )
        return [Math.min(...balances) / 100, Math.max(...balances) / 100] as const
      }
      for (const role of ['checking', 'joint'] as const) {
        const [min, max] = range(role)
        expect(min).toBeGreaterThan(-1500)
        expect(max).toBeLessThan(15_000)
      }
      expect(range('savings')[0]).toBeGreaterThan(0)
      expect(range('savings')[1]).toBeLessThan(30_000)
      expect(range('card')[0]).toBeGreaterThan(-2000)
    })
  })

  it('has at any time the transactions and the balances that it has later', () => {
    fc.assert(
      fc.property(plans, fc.nat(), fc.nat(9), times, (plan, seed, variant, [before, after]) => {
        const [earlier, later] = [before, after].map((now) => bookHistory(plan, seed, variant, now)) as [
          History,
          History,
        ]
        const numbers = later.entries.map(({ number }) => number)
        expect(new Set(numbers).size).toBe(numbers.length)
        const start = later.entries[0]?.bookedDay ?? after
        const found = new Map(booked(later).map((entry) => [entry.number, entry]))
        const kept = booked(earlier).filter(({ bookedDay }) => bookedDay >= start)
        expect(kept.map(({ number }) => found.get(number))).toStrictEqual(kept)
        const isSince = ({ at }: HistoryEntry): boolean => at + 60_000 > before
        if (start > before) return
        const moves = roles.map((role) => sumOf(booked(later).filter((entry) => isSince(entry) && entry.on === role)))
        expect(balances(earlier).map((balance, index) => balance + (moves[index] ?? 0))).toStrictEqual(balances(later))
      }),
      { numRuns: 40 },
    )
  })

  it('has purchases that are pending until banks book them, and marked as replaced from then on', () => {
    fc.assert(
      fc.property(plans, fc.nat(), ends, (plan, seed, at) => {
        const now = at + day / 2
        const pending = bookHistory(plan, seed, 0, now).entries.filter(({ status }) => status === 'pending')
        for (const { boughtDay, bookedDay, boughtAt = Infinity } of pending) {
          expect(boughtAt).toBeLessThan(now)
          expect(boughtDay).toBeLessThanOrEqual(at)
          expect(bookedDay).toBeGreaterThan(at)
        }
        const later = bookHistory(plan, seed, 0, now + 14 * day).entries
        const replaced = later.filter(({ status }) => status === 'replaced')
        for (const { number, posting } of pending) {
          expect(replaced.find((entry) => entry.number === number)?.posting).toStrictEqual(posting)
          expect(later.find((entry) => entry.number === posting?.number)).toMatchObject({
            status: 'booked',
            ...posting,
          })
        }
      }),
      { numRuns: 20 },
    )
  })

  it('uses categories that are there', () => {
    const known = new Set(categories('en').flatMap((parent) => parent.categories.map(({ id }) => id)))
    withHistory((_, { bookings }) => {
      expect(bookings.filter(({ category }) => !known.has(category))).toStrictEqual([])
    })
  })

  it('draws purchases of the habits for any day', () => {
    fc.assert(
      fc.property(plans, fc.nat(), ends, (plan, seed, at) => {
        const { cents, on, category, bookedDay } = drawPurchase(plan, seed, at)
        const habit = plan.habits.find((one) => one.on === on && one.category === category)
        expect(bookedDay).toBe(at)
        expect(-cents / 100).toBeGreaterThanOrEqual((habit?.min ?? Infinity) - 1)
        expect(-cents / 100).toBeLessThanOrEqual((habit?.max ?? 0) + 1)
      }),
    )
  })
})
