import { firstDayAt, moveProof } from './proofMoves.js'
import type { ProofCandidate, ProofConstant, ProofReading, ProofState } from './ProofState.js'

/**
 * The status of a proof.
 *
 * - `waiting`: the proof has not begun, because the constant offset between balance and rows is not known yet.
 * - `agrees`: the rows explain the balance.
 * - `pending`: balance and rows differ, but a delay may be the cause.
 * - `mismatch`: balance and rows have differed for so long that the difference was reported.
 */
export type ProofStatus = 'waiting' | 'agrees' | 'pending' | 'mismatch'

/** The result of the comparison after a round. */
export interface ProofStep {
  readonly state: ProofState
  readonly status: ProofStatus
  /** The balance that follows from the rows; missing until the proof has begun. */
  readonly expected?: bigint
  /** Whether this round proves a difference that was not reported before. */
  readonly isReported: boolean
  /** Whether the next round must be compared even if nothing changes. */
  readonly isOpen: boolean
}

const day = 24 * 60 * 60_000

/** How long a difference must last to be reported, in milliseconds. */
export const defaultTolerance = 2 * day

/** The number of rounds in which an offset must be seen before it counts. */
const minRounds = 3

/** The maximum number of earlier balances, and of offsets since the last agreement, that a state stores. */
const maxBalances = 32
const maxCandidates = 48

/** The minimum time between two settlements of a card, in milliseconds. */
const minCardPeriod = 20 * day

/**
 * Whether no delay can explain an offset: the rows up to its balance have had time to arrive, and the balance is no
 * older than its rows.
 */
const isSettled = ({ rounds, seenAt, rowsAt }: ProofCandidate, { now, overlap, reportedAt }: ProofReading): boolean =>
  rounds >= minRounds && now - seenAt >= overlap && reportedAt >= rowsAt

/** Whether time alone can settle an offset. Otherwise only another balance can. */
const isOpen = ({ rowsAt }: ProofCandidate, { reportedAt }: ProofReading): boolean => reportedAt >= rowsAt

/**
 * Whether an offset may become the constant: it was first seen at least a day ago. Until then, rows may still arrive
 * hours after their balance, or the rows of a new account may still be loading.
 */
const isConstant = (candidate: ProofCandidate, reading: ProofReading): boolean =>
  isSettled(candidate, reading) && reading.now - candidate.seenAt >= day

/**
 * Whether an offset proves a difference: it has lasted for `tolerance`. If `tolerance` is below a day, the service must
 * also have reported the balance again. Some services never report an unchanged balance again: then the offset must
 * last for a day, in which the mirror compares the complete lists.
 */
const isDifference = (candidate: ProofCandidate, reading: ProofReading): boolean => {
  const age = reading.now - candidate.seenAt
  // #sabotage: difference-lasts
  return (
    isSettled(candidate, reading) &&
    age >= (reading.tolerance ?? defaultTolerance) &&
    (reading.reportedAt > candidate.reportedAt || age >= day)
  )
}

/** The earlier balances with which delayed rows may still agree: they were replaced less than `tolerance` ago. */
const earlierBalances = (
  previous: ProofState | undefined,
  { reported, now, tolerance = defaultTolerance }: ProofReading,
): ProofState['balances'] => {
  if (previous === undefined) return []
  const replaced = previous.reported === reported ? [] : [{ reported: previous.reported, until: now }]
  return [...replaced, ...previous.balances]
    .filter((balance, index, all) => all.findIndex((other) => other.reported === balance.reported) === index)
    .filter((balance) => balance.reported !== reported && balance.until > now - tolerance)
    .slice(0, maxBalances)
}

/**
 * The offsets since the last agreement, the offset of this round first. `isBehind`: the rows agree with an earlier
 * balance, so they only lag. The other offsets are then dropped, and the offset of this round counts only from
 * `enteredAt`, since when each round has seen it.
 */
const nextCandidates = (
  offset: bigint,
  state: ProofState | undefined,
  reading: ProofReading,
  isBehind: boolean,
): readonly [ProofCandidate, ...ReadonlyArray<ProofCandidate>] => {
  const { reportedAt, sum, rowsAt, now } = reading
  const previous = state?.candidates ?? []
  // The time of a removal, or of a change without a new `updated_at`, is unknown, so only a later balance surely
  // reflects it.
  const isUndated = state !== undefined && sum !== state.sum && rowsAt <= state.rowsAt
  const times = { enteredAt: now, reportedAt, rowsAt: isUndated ? Math.max(reportedAt + 1, rowsAt) : rowsAt }
  const known = previous.find((candidate) => candidate.offset === offset)
  const rounds = Math.min((known?.rounds ?? 0) + 1, minRounds)
  const candidate = {
    ...(known ?? { offset, seenAt: now }),
    ...(known === undefined || known !== previous[0] ? times : {}),
    rounds,
  } as ProofCandidate
  if (isBehind) return [{ ...candidate, seenAt: candidate.enteredAt }]
  return [candidate, ...previous.filter((other) => other !== known).slice(0, maxCandidates - 1)]
}

/** The balance of the last agreement, and the lowest and the highest sum of the rows since then. */
const sinceAgreement = (state: ProofState, { sum }: ProofReading): NonNullable<ProofState['agreed']> => {
  const { reported, lowest, highest } = state.agreed ?? {
    reported: state.reported,
    lowest: state.sum,
    highest: state.sum,
  }
  return { reported, lowest: sum < lowest ? sum : lowest, highest: sum > highest ? sum : highest }
}

/**
 * Whether a card was reset to zero after the last agreement: its balance can be the sum of only the rows since the
 * reset.
 */
const isSetBack = (state: ProofState, reading: ProofReading): boolean => {
  const { reported, sum, now, isCard = false } = reading
  const { setBackAt = -Infinity } = state
  const agreed = sinceAgreement(state, reading)
  const wasUsed = [agreed, ...earlierBalances(state, reading)].some((balance) => balance.reported !== 0n)
  // #sabotage: card-set-back
  const isPaid = wasUsed && sum - agreed.highest <= reported && reported <= sum - agreed.lowest
  return isCard && isPaid && now - setBackAt >= minCardPeriod
}

/**
 * The constant of this round. Once the history of the account was loaded, its first day is the day of the earliest row.
 */
const settleHistory = (constant: ProofConstant, { firstDay, now }: ProofReading, since: string): ProofConstant => {
  const { settlesAt, ...settled } = constant
  if (settlesAt === undefined || now < settlesAt) return constant
  const earliestDay = firstDay < since ? since : firstDay
  return { ...settled, firstDay: earliestDay < settled.firstDay ? earliestDay : settled.firstDay }
}

/**
 * Compares the balance of an account with the sum of its booked rows. The balance minus the sum, the offset, stays the
 * same while no row is missing or wrong; the offset that is expected is called the constant. `previous` is the state of
 * the last round; without it, the proof begins. `since` is the day from which the rows were read, if older rows were
 * left out. A pure function; call it once after each round, and store the state of the result.
 *
 * @example
 * import { type ProofReading, type ProofState, proveBalance } from 'rxbank/balances'
 *
 * const day = 24 * 3_600_000
 * const rows = { sum: 700n, rowsAt: 0, firstDay: '1969-12-01', oldSum: 700n, lateSum: 0n }
 * const readings = [1000n, 1000n, 1000n, 930n, 930n, 930n, 930n].map(
 *   (reported, index): ProofReading => ({ ...rows, reported, reportedAt: index * day, overlap: 300_000, now: index * day }),
 * )
 * let state: ProofState | undefined
 * const statuses = readings.map((reading) => {
 *   const step = proveBalance(state, reading)
 *   state = step.state
 *   return step.status
 * })
 * assert.deepStrictEqual(statuses, ['waiting', 'waiting', 'agrees', 'pending', 'pending', 'mismatch', 'mismatch']) // 70 cents are missing
 */
export const proveBalance = (previous: ProofState | undefined, reading: ProofReading, since = ''): ProofStep => {
  const {
    reported,
    reportedAt,
    sum,
    rowsAt,
    oldSum,
    firstDay: earliestDay,
    now,
    tolerance = defaultTolerance,
  } = reading
  const offset = reported - sum
  const balances = earlierBalances(previous, reading)
  const earlierOffsets = balances.map((balance) => balance.reported - sum)
  const { state, hasLeft } = (previous && moveProof(previous, reading, offset)) ?? {
    state: undefined,
    hasLeft: false,
  }
  const { moved, removed, raised, setBackAt = previous?.setBackAt } = state ?? {}
  // No row is dated before the new first day.
  const constant = state?.constant && hasLeft ? { ...state.constant, firstDay: earliestDay } : state?.constant
  const recorded = {
    reported,
    sum,
    rowsAt,
    oldSum: hasLeft ? 0n : oldSum,
    balances,
    ...(setBackAt !== undefined && { setBackAt }),
  }

  if (constant?.offset === offset) {
    const settled = settleHistory(constant, reading, since)
    const { oldSum: knownSum, ...others } = recorded
    const isKnown = settled.firstDay === constant.firstDay
    const isSettledMove = moved !== undefined && reportedAt >= moved.rowsAt + day
    return {
      state: {
        ...others,
        // For a new first day, the sum of older rows is 0 if there are none, and otherwise not known yet.
        ...(isKnown ? { oldSum: knownSum } : earliestDay >= settled.firstDay && { oldSum: 0n }),
        ...(moved && !isSettledMove && { moved }),
        constant: settled,
      },
      status: 'agrees',
      expected: reported,
      isReported: false,
      isOpen: false,
    }
  }

  const anchor = raised?.offset ?? constant?.offset
  const isBehind = anchor !== undefined && earlierOffsets.includes(anchor)
  const candidates = nextCandidates(offset, state, reading, isBehind)
  const [candidate] = candidates
  if (state === undefined || constant === undefined) {
    if (!isConstant(candidate, reading))
      return {
        state: { ...recorded, candidates },
        status: 'waiting',
        isReported: false,
        isOpen: isOpen(candidate, reading),
      }
    const newConstant = { offset, reportedAt, firstDay: firstDayAt(now), settlesAt: now + tolerance }
    return {
      state: { ...recorded, constant: newConstant },
      status: 'agrees',
      expected: reported,
      isReported: false,
      isOpen: false,
    }
  }
  const hasLasted = isDifference(candidate, reading)
  // If the proof began while rows lagged behind their balance, its constant was never right.
  const hasBegunWrong = constant.settlesAt !== undefined && hasLasted && candidate.seenAt < candidate.enteredAt
  const wasSetBack = isSetBack(state, reading) && isSettled(candidate, reading)
  if (hasBegunWrong || wasSetBack)
    return {
      state: { ...recorded, candidates: [candidate], ...(wasSetBack && { setBackAt: candidate.seenAt }) },
      status: 'waiting',
      isReported: false,
      isOpen: true,
    }

  const wasReported = raised?.offset === offset
  // #sabotage: balance-difference
  const isReported = !wasReported && hasLasted
  const nextReported = isReported ? { offset, since: candidate.seenAt } : raised
  return {
    state: {
      ...recorded,
      constant,
      candidates: wasReported || isReported ? [candidate] : candidates,
      agreed: sinceAgreement(state, reading),
      ...(removed && { removed }),
      ...(moved && { moved }),
      ...(nextReported && { raised: nextReported }),
    },
    status: nextReported === undefined ? 'pending' : 'mismatch',
    expected: sum + constant.offset,
    isReported,
    isOpen: !wasReported && !isReported && isOpen(candidate, reading),
  }
}
