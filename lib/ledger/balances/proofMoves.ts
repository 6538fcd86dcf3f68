import type { ProofReading, ProofState, RemovedSum } from './ProofState.js'
import { toDay } from './toDay.js'

const day = 24 * 60 * 60_000

/** A bank shows at least this number of days. A younger row that the service removes has not left them. */
const minWindowDays = 25

/** The day in UTC of a point in time, in milliseconds since 1970. */
export const utcDay = (time: number): string => toDay(new Date(time), 'UTC')

/**
 * The first day of a proof that begins now, until the history of the account has surely been loaded: yesterday, because
 * rows of yesterday may arrive after their balance.
 */
export const firstDayAt = (now: number): string => utcDay(now - day)

/** Whether a removed row of a day is so old that it may have left the days that a bank shows. */
export const mayLeave = (rowDay: string, now: number): boolean => rowDay < utcDay(now - minWindowDays * day)

/** The maximum number of alternative offsets that are stored for a moved constant. */
const maxOffsets = 16

/** Shifts all offsets of a state by a change of the sum that the service's balance does not contain. */
const shiftOffsets = (state: ProofState, change: bigint): ProofState => {
  const { sum, constant, candidates, agreed, moved, raised } = state
  return {
    ...state,
    sum: sum + change,
    ...(constant && { constant: { ...constant, offset: constant.offset - change } }),
    ...(candidates && {
      candidates: candidates.map((candidate) => ({ ...candidate, offset: candidate.offset - change })),
    }),
    ...(agreed && { agreed: { ...agreed, lowest: agreed.lowest + change, highest: agreed.highest + change } }),
    ...(moved && { moved: { ...moved, offsets: moved.offsets.map((offset) => offset - change) } }),
    ...(raised && { raised: { ...raised, offset: raised.offset - change } }),
  }
}

/** Stores alternative offsets of the constant. */
const rememberOffsets = (
  state: ProofState,
  others: ReadonlyArray<bigint>,
  { reportedAt, rowsAt }: ProofReading,
): ProofState => ({
  ...state,
  moved: { offsets: [...new Set(others)].slice(0, maxOffsets), rowsAt: Math.max(rowsAt, reportedAt + 1) },
})

/** Shifts all offsets of a state, and stores the alternatives, in case a later balance contains the change. */
const moveOffsets = (state: ProofState, change: bigint, reading: ProofReading): ProofState => {
  const { constant, moved } = state
  const shifted = shiftOffsets(state, change)
  if (constant === undefined) return shifted
  const others = [constant.offset, ...(moved?.offsets ?? [])]
  return rememberOffsets(shifted, [...others, ...others.map((other) => other - change)], reading)
}

/** Whether the constant or the candidate of the last round has this offset. */
const hasOffset = ({ constant, candidates }: ProofState, offset: bigint): boolean =>
  constant?.offset === offset || candidates?.[0]?.offset === offset

/** The state with this offset as its constant; `undefined` if it is not an alternative offset. */
const swapOffsets = (state: ProofState, offset: bigint): ProofState | undefined => {
  const { constant, moved } = state
  if (constant === undefined || moved?.offsets.includes(offset) !== true) return undefined
  const offsets = moved.offsets.map((other) => (other === offset ? constant.offset : other))
  return { ...state, constant: { ...constant, offset }, moved: { ...moved, offsets } }
}

/** The sums of all combinations of these amounts except 0, the sum of all amounts first. */
const sumsOfParts = (parts: ReadonlyArray<bigint>): ReadonlyArray<bigint> =>
  parts
    .reduceRight<ReadonlyArray<bigint>>((sums, part) => [...sums.map((sum) => sum + part), ...sums], [0n])
    .filter((sum) => sum !== 0n)

const sumOf = (rows: ReadonlyArray<RemovedSum>): bigint => rows.reduce((sum, { units }) => sum + units, 0n)

const sumByDay = (rows: ReadonlyArray<RemovedSum>): ReadonlyArray<RemovedSum> => {
  const byDay = new Map<string, bigint>()
  for (const { day: rowDay, units } of rows) byDay.set(rowDay, (byDay.get(rowDay) ?? 0n) + units)
  return Array.from(byDay, ([rowDay, units]) => ({ day: rowDay, units }))
}

/**
 * Adds the removed rows of a round to a state. `left`: the rows that have left the days that the bank shows. Such a row
 * was old when the service removed it, and no other row is dated before it. Before the proof has begun, any old row may
 * have left.
 */
const withRemoved = (
  state: ProofState,
  { removed = [], firstDay: earliestDay, now }: ProofReading,
): { readonly state: ProofState; readonly left: ReadonlyArray<RemovedSum> } => {
  const { removed: previous = [], constant, ...others } = state
  if (constant === undefined) return { state: others, left: removed.filter((row) => mayLeave(row.day, now)) }
  const old = removed.filter((row) => row.day >= constant.firstDay && mayLeave(row.day, now))
  const rows = sumByDay([...previous, ...old])
  // #sabotage: rolling-window
  const hasLeft = (row: RemovedSum): boolean => row.day <= earliestDay
  const [left, remaining] = [rows.filter(hasLeft), rows.filter((row) => !hasLeft(row))]
  return { state: { ...others, constant, ...(remaining.length > 0 && { removed: remaining }) }, left }
}

/** The state with which a round is compared, and whether rows of its history have left the days that the bank shows. */
export interface MovedState {
  readonly state: ProofState
  readonly hasLeft: boolean
}

/**
 * The state with which this round is compared. `offset`: the offset of this round.
 *
 * - The balance has always contained rows dated before the proof's first day, and rows that the service changed before
 *   the proof began. If such rows arrive now, the offsets move by their sum. If old rows arrive that explain the offset
 *   neither in this way nor as new bookings, the proof starts again: the result is `undefined`.
 * - Rows that leave the days that the bank shows are still in the balance, so the offsets move by their sum.
 */
export const moveProof = (previous: ProofState, reading: ProofReading, offset: bigint): MovedState | undefined => {
  const { state, left } = withRemoved(previous, reading)
  const { constant } = state
  const leftState = shiftOffsets(state, -sumOf(left))
  if (constant === undefined) {
    const isUnmoved = !hasOffset(leftState, offset) && hasOffset(state, offset)
    return { state: isUnmoved ? state : leftState, hasLeft: false }
  }
  const hasLeft = left.length > 0
  const movedOffset = leftState.constant?.offset
  if (movedOffset === offset) return { state: leftState, hasLeft }
  if (hasOffset(state, offset)) {
    // By chance, a row that is in the balance but has not arrived may have the same amount as the rows that have left.
    const isCertain = movedOffset === undefined || movedOffset === constant.offset
    return {
      state: isCertain ? state : rememberOffsets(state, [movedOffset, ...(state.moved?.offsets ?? [])], reading),
      hasLeft,
    }
  }
  const swapped = swapOffsets(leftState, offset)
  if (swapped !== undefined) return { state: swapped, hasLeft }
  const oldRemoved = sumOf(reading.removed?.filter((row) => row.day < constant.firstDay) ?? [])
  const oldArrived = state.oldSum === undefined ? 0n : reading.oldSum - state.oldSum + oldRemoved
  const changes = sumsOfParts([oldArrived, -oldRemoved, reading.lateSum])
  // The balance may contain the rows that have left, or not.
  const explanation = [leftState, state]
    .flatMap((before) => changes.map((change) => moveOffsets(before, change, reading)))
    .find((one) => hasOffset(one, offset))
  if (explanation !== undefined) return { state: explanation, hasLeft }
  if (oldArrived !== 0n) return undefined
  return { state: oldRemoved === 0n ? leftState : moveOffsets(leftState, -oldRemoved, reading), hasLeft }
}
