import fc from 'fast-check'
import { type BankHabits, type MirroredRow, provenAccount } from './provenAccount.js'

const day = 24 * 60 * 60_000

type Account = ReturnType<typeof provenAccount>

const hours = (min: number, max: number) => fc.integer({ min, max })

/** Any bank with the habits that a proof must know: it shows its last days, pays cards, and shows rows after their balance. */
const habits: fc.Arbitrary<BankHabits> = fc.record({
  seed: fc.nat(),
  rowsPerDay: fc.constantFrom(0.2, 1, 3, 8),
  isOfficeHours: fc.boolean(),
  rowDelay: fc.constantFrom(0, 0, 6, 14),
  refreshEvery: hours(1, 8),
  roundEvery: hours(1, 6),
  windowDays: fc.constantFrom(undefined, 30, 90),
  isCutWithinDays: fc.boolean(),
  isCard: fc.boolean(),
})

/** Runs rounds until a time; returns the differences that were reported, with their times. */
const runUntil = (account: Account, end: number): ReadonlyArray<string> => {
  const found: Array<string> = []
  while (account.time() < end) {
    const { isReported, state, expected } = account.round()
    if (isReported)
      found.push(`${new Date(account.time()).toISOString()}: ${String(state.reported)}, not ${String(expected)}`)
  }
  return found
}

/** Whether the proof has begun, and knows the history of the account. */
const isSettled = (account: Account): boolean => {
  const { constant } = account.state() ?? {}
  return constant !== undefined && constant.settlesAt === undefined
}

const errors: ReadonlyArray<readonly [string, (account: Account, row: MirroredRow) => void]> = [
  ['is lost', ({ drop }, row) => drop(row, false)],
  ['is doubled', ({ add }, { units }) => add(units, true)],
  ['has another amount', ({ add }) => add(-250n, true)],
  ['has the wrong sign', ({ add }, { units }) => add(-2n * units, true)],
  ['has gone to another account', ({ add }, { units }) => add(-units, true)],
  ['is hidden', ({ add }, { units }) => add(-units, false)],
  ['is removed without a word', ({ drop }, row) => drop(row, true)],
  ['was changed without a stamp', ({ add }) => add(777n, false)],
]

/**
 * A row that has not arrived has the amount of one that leaves; the payment of a card is seen only when the next one is near.
 */
const found: ReadonlyArray<[BankHabits]> = [
  [
    {
      seed: 2147483641,
      rowsPerDay: 3,
      isOfficeHours: true,
      rowDelay: 6,
      refreshEvery: 3,
      roundEvery: 1,
      windowDays: 30,
      isCutWithinDays: true,
      isCard: false,
    },
  ],
  [
    {
      seed: 50006528,
      rowsPerDay: 8,
      isOfficeHours: true,
      rowDelay: 6,
      refreshEvery: 4,
      roundEvery: 3,
      windowDays: 30,
      isCutWithinDays: true,
      isCard: false,
    },
  ],
  [
    {
      seed: 853452298,
      rowsPerDay: 8,
      isOfficeHours: true,
      rowDelay: 14,
      refreshEvery: 4,
      roundEvery: 6,
      windowDays: 30,
      isCutWithinDays: false,
      isCard: true,
    },
  ],
]

describe('the proof of the balance of any bank', () => {
  it('reports no difference of a bank that is right', () => {
    fc.assert(
      fc.property(habits, (one) => {
        const account = provenAccount(one, 75)
        expect(runUntil(account, account.time() + 75 * day)).toEqual([])
      }),
      { numRuns: 100, endOnFailure: true, examples: [...found] },
    )
  })

  it.each(errors)('reports within three days that a row %s, also while others leave at the old end', (_, happen) => {
    fc.assert(
      fc.property(habits, fc.nat(), fc.nat(12), (any, choice, days) => {
        // A card that is little used looks like one that was set back; rows that are always late are compared later.
        const one: BankHabits = { ...any, isCard: false, rowDelay: 0 }
        const account = provenAccount(one, 30)
        expect(runUntil(account, account.time() + (5 + days) * day)).toEqual([])
        expect(isSettled(account)).toBe(true)
        const rows = account.rowsSince(account.time() - ((one.windowDays ?? 90) - 6) * day)
        const row = rows[choice % Math.max(rows.length, 1)]
        fc.pre(row !== undefined)
        happen(account, row)
        const found = runUntil(account, account.time() + 3 * day)
        expect(found).toHaveLength(1)
      }),
      { numRuns: 60, endOnFailure: true },
    )
  })

  it('reports an error within six days if rows follow their balance until the night', () => {
    fc.assert(
      fc.property(habits, fc.nat(), fc.constantFrom(...errors), (any, choice, [, happen]) => {
        // All rows are shown from 1 to 7 o'clock: there must be a refresh then, and a round before the next refresh.
        const [refreshEvery, roundEvery] = [Math.min(any.refreshEvery, 6), Math.min(any.roundEvery, any.refreshEvery)]
        const late: Partial<BankHabits> = { isOfficeHours: true, rowDelay: 6, isCutWithinDays: false }
        const one: BankHabits = { ...any, ...late, isCard: false, refreshEvery, roundEvery }
        const account = provenAccount(one, 30)
        expect(runUntil(account, account.time() + 12 * day)).toEqual([])
        fc.pre(isSettled(account))
        const rows = account.rowsSince(account.time() - ((one.windowDays ?? 90) - 9) * day)
        const row = rows[choice % Math.max(rows.length, 1)]
        fc.pre(row !== undefined)
        happen(account, row)
        // It takes three, and begins anew if rows agree by chance with an earlier balance.
        expect(runUntil(account, account.time() + 6 * day)).toHaveLength(1)
      }),
      { numRuns: 60, endOnFailure: true },
    )
  })
})
