import { firstDayAt, moveProof } from './proofMoves.js'
import type { ProofCandidate, ProofConstant, ProofReading, ProofState } from './ProofState.js'

/**
 * The status of a proof: `waiting` until it has begun; `agrees`; `pending` while balance and rows differ, but not for long
 * enough; `mismatch` once the difference was reported.
 */
export type ProofStatus = 'waiting' | 'agrees' | 'pending' | 'mismatch'

/** The result of a round for an account. */
export interface ProofStep {
  readonly state: ProofState
  readonly status: ProofStatus
  /** The balance that the rows give; missing until the proof has begun. */
  readonly expected?: bigint
  /** Whether this round proves a difference that was not reported before. */
  readonly isReported: boolean
  /** Whether the next round must be compared even if nothing changes. */
  readonly isOpen: boolean
}

const day = 24 * 60 * 60_000

/** How long a difference must last to be reported, in milliseconds. */
export const defaultTolerance = 2 * day

/** The number of rounds in which an offset must be the same before it counts. */
const minRounds = 3

/** The maximum number of earlier balances, and of offsets since the last agreement, that a state remembers. */
const maxBalances = 32
const maxCandidates = 48

/** The minimum time between two settlements of a card, in milliseconds. */
const minCardPeriod = 20 * day

/**
 * Whether no delay explains an offset: the rows up to its balance have arrived, and the balance is no older than its rows.
 */
const isSettled = ({ rounds, seenAt, rowsAt }: ProofCandidate, { now, overlap, reportedAt }: ProofReading): boolean =>
  rounds >= minRounds && now - seenAt >= overlap && reportedAt >= rowsAt

/** Whether an offset may settle by the passing of time. Otherwise only another balance can settle it. */
const isOpen = ({ rowsAt }: ProofCandidate, { reportedAt }: ProofReading): boolean => reportedAt >= rowsAt

/**
 * Whether an offset may become the constant: it was seen a day before, so that it is not that of rows which follow their
 * balance by hours, or of an account whose rows are still being loaded.
 */
const isConstant = (candidate: ProofCandidate, reading: ProofReading): boolean =>
  isSettled(candidate, reading) && reading.now - candidate.seenAt >= day

/**
 * Whether an offset proves a difference: it has lasted for `tolerance`. If `tolerance` is below a day, the service must also
 * have reported the balance again, or the offset must have lasted for a day, in which the mirror compares the complete
 * lists: some services never report an unchanged balance again.
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

/** The balances that rows may still be at: those that were replaced less than the tolerance ago. */
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
 * The offsets since the last agreement, that of this round first. `isBehind`: the rows agree with an earlier balance, so the
 * other offsets were those of rows that had not arrived; that of this round counts only since it was seen in each round.
 */
const nextCandidates = (
  offset: bigint,
  state: ProofState | undefined,
  reading: ProofReading,
  isBehind: boolean,
): readonly [ProofCandidate, ...ReadonlyArray<ProofCandidate>] => {
  const { reportedAt, sum, rowsAt, now } = reading
  const previous = state?.candidates ?? []
  // The time of a removal, or of a change without a new `updated_at`, is unknown: only a later balance surely reflects it.
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

/** Whether a card was set back to zero: its balance is no more than what the rows since the last agreement can give. */
const isSetBack = (state: ProofState, reading: ProofReading): boolean => {
  const { reported, sum, now, isCard = false } = reading
  const { setBackAt = -Infinity } = state
  const agreed = sinceAgreement(state, reading)
  const wasUsed = [agreed, ...earlierBalances(state, reading)].some((balance) => balance.reported !== 0n)
  // #sabotage: card-set-back
  const isPaid = wasUsed && sum - agreed.highest <= reported && reported <= sum - agreed.lowest
  return isCard && isPaid && now - setBackAt >= minCardPeriod
}

/** The constant once the history of the account was loaded: its first day is that of the earliest row. */
const settleHistory = (constant: ProofConstant, { firstDay, now }: ProofReading, since: string): ProofConstant => {
  const { settlesAt, ...settled } = constant
  if (settlesAt === undefined || now < settlesAt) return constant
  const earliestDay = firstDay < since ? since : firstDay
  return { ...settled, firstDay: earliestDay < settled.firstDay ? earliestDay : settled.firstDay }
}

/**
 * Compares the balance of an account with the sum of its booked rows: their difference, the offset, must stay the same.
 * `previous` is the state of the last round; without it, the proof begins. `since` is the day from which the rows were read,
 * if older rows were left out. A pure function; call it once after each round, and store the state of the result.
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
  // All rows before the new first day are gone.
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
        // No row is dated before the earliest day; the sum before `since` is not known yet.
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
  // A proof that has begun while rows followed their balance expects an offset that was never right.
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
