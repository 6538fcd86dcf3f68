import type { ProofCandidate, ProofState } from './ProofState.js'

/**
 * The balance and the rows of an account after a round. Amounts are in the minor unit of its currency, times in milliseconds
 * since 1970.
 */
export interface ProofReading {
  /** The balance of booked rows that the service reported last, and when it reported it. */
  readonly reported: bigint
  readonly reportedAt: number
  /** The sum of the booked rows, and when the service last changed one of them; both 0 without rows. */
  readonly sum: bigint
  readonly rowsAt: number
  /** The earliest day of the rows; today if there are no rows. */
  readonly firstDay: string
  /** The sum of the rows dated before the day from which the proof knows the history. */
  readonly oldSum: bigint
  /** The sum of the rows that arrived in this round, although the service last changed them before the proof began. */
  readonly lateSum: bigint
  /** How long the service may take to show a change of rows, in milliseconds. */
  readonly overlap: number
  /** The present time by the mirror's clock. */
  readonly now: number
}

/** The result of a round for an account. */
export interface ProofStep {
  readonly state: ProofState
  /** The balance that the rows give; missing until the proof has begun. */
  readonly expected?: bigint
  /** Whether this round proves a difference that was not reported before. */
  readonly isReported: boolean
  /** Whether the next round must be compared even if nothing changes. */
  readonly isOpen: boolean
}

const hour = 60 * 60_000
const day = 24 * hour

/** The number of consecutive rounds in which an offset must be the same before it counts. */
const minRounds = 3

/**
 * Whether no delay explains an offset: the rows up to its balance have arrived, and the balance is no older than its rows.
 */
const isSettled = ({ rounds, seenAt, rowsAt }: ProofCandidate, { now, overlap, reportedAt }: ProofReading): boolean =>
  rounds >= minRounds && now - seenAt >= overlap && reportedAt >= rowsAt

/** Whether an offset may settle by the passing of time. Otherwise only another balance can settle it. */
const isOpen = ({ rowsAt }: ProofCandidate, { reportedAt }: ProofReading): boolean => reportedAt >= rowsAt

/** Whether an offset may become the constant. A new account's rows may take an hour to load. */
const isConstant = (candidate: ProofCandidate, reading: ProofReading): boolean =>
  isSettled(candidate, reading) && reading.now - candidate.seenAt >= hour

/**
 * Whether an offset proves a difference: the service reported the balance again, and the offset stayed the same. Some
 * services never report an unchanged balance again; for them, the offset must last for a day, in which the mirror compares
 * the complete lists.
 */
const isDifference = (candidate: ProofCandidate, reading: ProofReading): boolean =>
  isSettled(candidate, reading) && (reading.reportedAt > candidate.reportedAt || reading.now - candidate.seenAt >= day)

/** The offset of this round, as a candidate. */
const nextCandidate = (offset: bigint, state: ProofState | undefined, reading: ProofReading): ProofCandidate => {
  const { reported, reportedAt, sum, rowsAt, now } = reading
  const previous = state?.candidate
  if (previous?.offset === offset) return { ...previous, rounds: previous.rounds + 1 }
  // The time of a removal, or of a change without a new `updated_at`, is unknown: only a later balance surely reflects it.
  const isUndated = state !== undefined && sum !== state.sum && rowsAt <= state.rowsAt
  return {
    offset,
    rounds: 1,
    seenAt: now,
    reported,
    reportedAt,
    rowsAt: isUndated ? Math.max(reportedAt + 1, rowsAt) : rowsAt,
  }
}

/** The maximum number of other offsets that are remembered for a moved constant. */
const maxOffsets = 16

/** Moves all offsets of a state, because its rows were not those that the service's balance contains. */
const moveOffsets = (state: ProofState, change: bigint, { reportedAt, rowsAt }: ProofReading): ProofState => {
  const { constant, candidate, moved, raised } = state
  const others = constant === undefined ? [] : [constant.offset, ...(moved?.offsets ?? [])]
  const offsets = [...new Set([...others, ...others.map((other) => other - change)])].slice(0, maxOffsets)
  return {
    ...state,
    ...(constant && { constant: { ...constant, offset: constant.offset - change } }),
    ...(constant && { moved: { offsets, rowsAt: Math.max(rowsAt, reportedAt + 1) } }),
    ...(candidate && { candidate: { ...candidate, offset: candidate.offset - change } }),
    ...(raised && { raised: { ...raised, offset: raised.offset - change } }),
  }
}

const hasOffset = ({ constant, candidate }: ProofState, offset: bigint): boolean =>
  constant?.offset === offset || candidate?.offset === offset

/**
 * The state with which this round is compared. The balance has always contained rows dated before the history of the proof,
 * and rows that the service changed before the proof began; if they arrive only now, the mirror lacked them, and the offsets
 * move by their sum. If old rows arrive and neither this nor a new booking explains the offset, the proof starts again.
 */
const withHistory = (state: ProofState, reading: ProofReading, offset: bigint): ProofState | undefined => {
  const { oldSum, lateSum } = reading
  const { constant, moved } = state
  const oldChange = oldSum - state.oldSum
  if (hasOffset(state, offset)) return state
  if (constant !== undefined && moved?.offsets.includes(offset) === true)
    return {
      ...state,
      constant: { ...constant, offset },
      moved: { ...moved, offsets: moved.offsets.map((other) => (other === offset ? constant.offset : other)) },
    }
  const changes = [oldChange + lateSum, oldChange, lateSum].filter((change) => change !== 0n)
  if (changes.length === 0) return state
  const explanation = changes
    .map((change) => moveOffsets(state, change, reading))
    .find((moved) => hasOffset(moved, offset))
  return explanation ?? (oldChange === 0n ? state : undefined)
}

/**
 * Compares the balance of an account with the sum of its booked rows: their difference, the offset, must stay the same.
 * `previous` is the state of the last round; without it, the proof begins. `since` is the day from which the rows were read,
 * if older rows were left out. A pure function; call it once after each round, and store the state of the result.
 *
 * @example
 * import { type ProofReading, type ProofState, proveBalance } from 'rxbank/balances'
 *
 * const hour = 3_600_000
 * const rows = { sum: 700n, rowsAt: 0, firstDay: '1969-12-01', oldSum: 0n, lateSum: 0n }
 * const readings = [1000n, 1000n, 1000n, 1000n, 930n, 930n, 930n, 930n].map(
 *   (reported, index): ProofReading => ({ ...rows, reported, reportedAt: index * hour, overlap: 300_000, now: index * hour }),
 * )
 * let state: ProofState | undefined
 * const raised = readings.map((reading) => {
 *   const step = proveBalance(state, reading)
 *   state = step.state
 *   return step.isReported
 * })
 * assert.deepStrictEqual(raised, [false, false, false, false, false, false, true, false]) // 70 cents are missing
 */
export const proveBalance = (previous: ProofState | undefined, reading: ProofReading, since = ''): ProofStep => {
  const { reported, reportedAt, sum, rowsAt, oldSum, firstDay: earliestDay } = reading
  const offset = reported - sum
  const state = previous && withHistory(previous, reading, offset)
  const { constant, moved, raised } = state ?? {}
  const rows = { sum, rowsAt, oldSum, earliestDay }
  const rowsAndMoves = { ...rows, ...(moved && { moved }) }

  if (constant?.offset === offset) {
    const isConfirmed = constant.isConfirmed || reportedAt > constant.reportedAt
    const isSettledMove = moved !== undefined && reportedAt >= moved.rowsAt + day
    return {
      state: { ...(isSettledMove ? rows : rowsAndMoves), constant: { ...constant, isConfirmed } },
      expected: reported,
      isReported: false,
      isOpen: false,
    }
  }

  const candidate = nextCandidate(offset, state, reading)
  // Until a later balance confirms the constant, rows that arrive without a new balance were delayed when it was computed.
  const isRevised = constant !== undefined && !constant.isConfirmed && candidate.reported === constant.reported
  if (constant === undefined || isRevised) {
    if (!isConstant(candidate, reading))
      return {
        state: { ...rowsAndMoves, ...(constant && { constant }), candidate },
        isReported: false,
        isOpen: isOpen(candidate, reading),
      }
    const firstDay = reading.firstDay < since ? since : reading.firstDay
    const newConstant = { offset, reportedAt, reported, firstDay, isConfirmed: false }
    return { state: { ...rows, constant: newConstant }, expected: reported, isReported: false, isOpen: false }
  }

  const expected = sum + constant.offset
  const wasReported = raised?.offset === offset
  // #sabotage: balance-difference
  const isReported = !wasReported && isDifference(candidate, reading)
  const nextReported = isReported ? { offset, since: candidate.seenAt } : raised
  return {
    state: { ...rowsAndMoves, constant, candidate, ...(nextReported && { raised: nextReported }) },
    expected,
    isReported,
    isOpen: !wasReported && !isReported && isOpen(candidate, reading),
  }
}
