import type { ProofReading, ProofState, RemovedSum } from '../../../lib/ledger/balances/ProofState.js'
import { type ProofStep, proveBalance } from '../../../lib/ledger/balances/proveBalance.js'
import { seeded } from '../../simulation/random.js'

const hour = 60 * 60_000
const day = 24 * hour

/** How a bank behaves, and from which seed its rows are drawn. Times are in hours, unless their name says days. */
export interface BankHabits {
  readonly seed: number
  /** How many rows a day has on average. */
  readonly rowsPerDay: number
  /** Whether the bank books rows only from 7 to 19 o'clock. */
  readonly isOfficeHours: boolean
  /** How long rows follow their balance. */
  readonly rowDelay: number
  /** Between two refreshes, which tell the balance and show rows, and between two rounds of the mirror. */
  readonly refreshEvery: number
  readonly roundEvery: number
  /** How many of its last days the bank shows; whole days, or to the minute. */
  readonly windowDays: number | undefined
  readonly isCutWithinDays: boolean
  /** Whether the account is a deferred card, which is set back to zero each month. */
  readonly isCard: boolean
}

/** A row as the bank has booked it, and as the mirror has it. */
export interface MirroredRow {
  readonly bookedAt: number
  readonly day: string
  readonly units: bigint
  readonly shownAt: number
  mirrored: bigint | undefined
}

const begin = Date.UTC(2026, 0, 1)
const historyDays = 100

const utcDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** An account of a bank, and a mirror of it that is read in rounds. */
export const provenAccount = (habits: BankHabits, days: number) => {
  const random = seeded(habits.seed)
  const { rowsPerDay, rowDelay, isOfficeHours, refreshEvery, roundEvery, windowDays, isCutWithinDays, isCard } = habits
  const rows: Array<MirroredRow> = []
  const count = Math.round((historyDays + days) * rowsPerDay)
  for (let number = 0; number < count; number++) {
    const bookedOn = begin + (Math.floor(random() * (historyDays + days)) - historyDays) * day
    const bookedAt = bookedOn + Math.floor(isOfficeHours ? (7 + random() * 12) * hour : random() * day)
    const units = BigInt(1 + Math.floor(random() * 9_999)) * (!isCard && random() < 0.3 ? 1n : -1n)
    const shownAt = bookedAt + rowDelay * hour
    rows.push({ bookedAt, day: utcDay(bookedAt), units, shownAt, mirrored: undefined })
  }
  rows.sort((one, other) => one.bookedAt - other.bookedAt)

  const paidAt = (time: number): number => {
    const date = new Date(time)
    const paid = (months: number): number => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1, 5)
    return paid(0) > time ? paid(-1) : paid(0)
  }
  const isInWindow = (row: MirroredRow, at: number): boolean =>
    windowDays === undefined ||
    (isCutWithinDays ? row.bookedAt >= at - windowDays * day : row.day >= utcDay(at - windowDays * day))

  let state: ProofState | undefined
  let [time, refreshedAt, rowsAt] = [begin, begin, 0]
  /** The sum of the rows that are in the mirror, with errors; the numbers of the first of them, and of the first that is not. */
  let [sum, first, shown] = [0n, 0, 0]
  /** The balance of the bank, the number of the first row that is not in it, and when a card was last paid. */
  let [balance, booked, lastPaidAt] = [isCard ? 0n : 50_000n, 0, 0]
  let removed: Array<RemovedSum> = []

  const refresh = (at: number): void => {
    refreshedAt = at
    const paid = paidAt(at)
    if (isCard && paid > lastPaidAt) [balance, lastPaidAt] = [0n, paid]
    for (let row = rows[booked]; row !== undefined && row.bookedAt <= at; row = rows[++booked])
      if (!isCard || row.bookedAt > paid) balance += row.units
    for (let row = rows[shown]; row !== undefined && row.shownAt <= at; row = rows[++shown]) {
      if (!isInWindow(row, at)) continue
      row.mirrored = row.units
      sum += row.units
      rowsAt = at
    }
  }

  const drop = (row: MirroredRow, isRemoved: boolean): void => {
    const { mirrored: units = 0n } = row
    if (isRemoved) removed.push({ day: row.day, units })
    sum -= units
    row.mirrored = undefined
  }

  /** Advances to the next round; returns its step. */
  const round = (): ProofStep => {
    time += Math.ceil(roundEvery * (0.5 + random() * 0.5) * 60) * 60_000
    while (refreshedAt + refreshEvery * hour <= time) refresh(refreshedAt + refreshEvery * hour)
    for (let row = rows[first]; row !== undefined && first < shown; row = rows[++first]) {
      if (row.mirrored !== undefined && isInWindow(row, refreshedAt)) break
      if (row.mirrored !== undefined) drop(row, true)
    }
    const oldBefore = state?.constant?.firstDay ?? utcDay(time - day)
    let oldSum = 0n
    for (let number = first; number < shown; number++) {
      const { day: rowDay, mirrored = 0n } = rows[number] as MirroredRow
      if (rowDay >= oldBefore) break
      oldSum += mirrored
    }
    const reading: ProofReading = {
      reported: balance,
      reportedAt: refreshedAt,
      sum,
      rowsAt,
      firstDay: first < shown ? (rows[first] as MirroredRow).day : utcDay(time),
      oldSum,
      lateSum: 0n,
      removed,
      isCard,
      overlap: 5 * 60_000,
      now: time,
    }
    removed = []
    const step = proveBalance(state, reading)
    state = step.state
    return step
  }
  refresh(begin)

  return {
    /** The rows of the mirror that were booked after a time, without those of their earliest day, lest all before them leave. */
    rowsSince: (bookedAfter: number): ReadonlyArray<MirroredRow> => {
      const booked = rows.filter((row) => row.mirrored !== undefined && row.bookedAt > bookedAfter)
      return booked.filter(({ day: rowDay }) => rowDay > (booked[0]?.day ?? ''))
    },
    round,
    time: () => time,
    state: () => state,
    /** Adds an amount to the sum of the mirror; `isStamped`: as a change of a row that the service has stamped. */
    add: (units: bigint, isStamped: boolean): void => {
      sum += units
      if (isStamped) rowsAt = time
    },
    /** Takes a row out of the mirror; `isRemoved`: because the service has removed it. */
    drop,
  }
}
