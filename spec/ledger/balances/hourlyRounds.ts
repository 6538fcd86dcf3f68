import {
  parseProofState,
  printProofState,
  type ProofReading,
  type ProofState,
  type RemovedSum,
} from '../../../lib/ledger/balances/ProofState.js'
import { type ProofStep, proveBalance } from '../../../lib/ledger/balances/proveBalance.js'

export const hour = 60 * 60_000
const start = Date.UTC(2026, 0, 15, 12)

/** The number of hourly rounds in which a difference lasts for the default tolerance; the last of them reports it. */
export const lasting = 49

/** An account with a round each hour, which reads what `bank` has at its time. */
export const hourlyRounds = (since?: string) => {
  let state: ProofState | undefined
  let time = start
  const bank: { -readonly [Name in keyof ProofReading]: ProofReading[Name] } & { removed: ReadonlyArray<RemovedSum> } =
    {
      reported: 10_000n,
      reportedAt: start - hour,
      sum: 7_000n,
      rowsAt: start - hour,
      firstDay: '2025-12-01',
      oldSum: 0n,
      lateSum: 0n,
      removed: [],
      overlap: 5 * 60_000,
      now: start,
    }

  const round = (): ProofStep => {
    const step = proveBalance(state, { ...bank, now: time }, since)
    state = parseProofState(printProofState(step.state))
    expect(state).toEqual(step.state)
    bank.removed = []
    bank.lateSum = 0n
    time += hour
    return step
  }
  /** Runs rounds; returns the differences that were reported, each with the number of its round. */
  const run = (count: number): ReadonlyArray<readonly [round: number, difference: bigint]> =>
    Array.from({ length: count }, (_, index) => ({ index: index + 1, reported: bank.reported, ...round() })).flatMap(
      ({ index, reported, isReported, expected }): ReadonlyArray<readonly [number, bigint]> =>
        isReported && expected !== undefined ? [[index, reported - expected]] : [],
    )
  return {
    bank,
    run,
    round,
    state: () => state,
    /** The bank books a row, and reports the balance at the same moment, unless one of them is left out. */
    book: (units: bigint, { row = true, balance = true } = {}) => {
      if (row) bank.sum += units
      if (row) bank.rowsAt = time
      if (balance) bank.reported += units
      if (balance) bank.reportedAt = time
    },
    /** The bank reports the same balance again. */
    tell: () => {
      bank.reportedAt = time
    },
    /** The service removes rows of a day. */
    remove: (day: string, units: bigint) => {
      bank.sum -= units
      bank.removed = [...bank.removed, { day, units }]
    },
  }
}

export type HourlyRounds = ReturnType<typeof hourlyRounds>

/** An account whose proof has begun, and whose history was loaded. */
export const provenRounds = (): HourlyRounds => {
  const one = hourlyRounds()
  expect(one.run(20)).toEqual([])
  one.book(-500n)
  expect(one.run(5 + lasting)).toEqual([])
  expect(one.state()?.constant).toEqual({ offset: 3_000n, reportedAt: start + 20 * hour, firstDay: '2025-12-01' })
  return one
}
