import { isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { parseJson } from '../../base/codec/parseJson.js'
import { record } from '../../base/codec/record.js'
import { toJson } from '../toJson.js'

const amountText = t.string
const timeMs = t.number

/** Whether a string is a decimal integer, which `BigInt` can parse. */
const isInteger = (text: string): boolean => /^-?\d+$/.test(text)

const candidateCodec = record(
  'a candidate',
  { offset: amountText, rounds: t.number, seenAt: timeMs, reportedAt: timeMs, rowsAt: timeMs, reported: amountText },
  {},
)

const stateCodec = record(
  'the state of a proof',
  { sum: amountText, rowsAt: timeMs, oldSum: amountText, earliestDay: t.string },
  {
    constant: record(
      'a constant',
      { offset: amountText, reportedAt: timeMs, reported: amountText, firstDay: t.string, isConfirmed: t.boolean },
      {},
    ),
    candidate: candidateCodec,
    moved: record('a moved constant', { offsets: t.readonlyArray(amountText), rowsAt: timeMs }, {}),
    raised: record('a reported difference', { offset: amountText, since: timeMs }, {}),
  },
)

/** A difference between balance and rows that may be just a delay of the service. Times are in milliseconds since 1970. */
export interface ProofCandidate {
  /** The balance minus the sum of the rows. */
  readonly offset: bigint
  /** In how many consecutive rounds it was the same. */
  readonly rounds: number
  /** When it was first seen. */
  readonly seenAt: number
  /** The balance with which it was first seen, and the time of that balance. */
  readonly reportedAt: number
  readonly reported: bigint
  /** When the rows with which it was first seen had last changed. */
  readonly rowsAt: number
}

/** The balance minus the sum of the rows. It must stay the same as long as no row is missing or wrong. */
export interface ProofConstant {
  readonly offset: bigint
  /**
   * The time of the balance with which the proof began. That balance includes rows that the service changed before this
   * time.
   */
  readonly reportedAt: number
  readonly reported: bigint
  /** Rows of earlier days may appear and disappear, for example when the service extends its history. */
  readonly firstDay: string
  /** Whether a later balance agreed with it. */
  readonly isConfirmed: boolean
}

/** What the proof remembers of an account from one round to the next. */
export interface ProofState {
  /** The sum of the rows in the last round, the time of their last change, and the sum of those before `firstDay`. */
  readonly sum: bigint
  readonly rowsAt: number
  readonly oldSum: bigint
  /** The earliest day of the rows. */
  readonly earliestDay: string
  /** Missing until the proof has begun. */
  readonly constant?: ProofConstant
  readonly candidate?: ProofCandidate
  /**
   * Offsets that the constant may also have, because rows that are dated before `firstDay`, or that the service changed
   * before the proof began, have changed it: these rows may be newly booked, so that only a later balance contains them.
   * Every balance from one day after `rowsAt` on contains them.
   */
  readonly moved?: { readonly offsets: ReadonlyArray<bigint>; readonly rowsAt: number }
  /** The difference that was last reported as `BalanceMismatch`, until it disappears. */
  readonly raised?: { readonly offset: bigint; readonly since: number }
}

export const printProofState = (state: ProofState): string => toJson(state)

/** Reads a state from JSON; `undefined` if this version of the library cannot read it. The proof then starts again. */
export const parseProofState = (text: string): ProofState | undefined => {
  const parsed = parseJson(text)
  if (!isRight(parsed)) return undefined
  const decoded = stateCodec.decode(parsed.right)
  if (!isRight(decoded)) return undefined
  const { sum, rowsAt, oldSum, earliestDay, constant, candidate, moved, raised } = decoded.right
  const amounts = [
    ...(moved?.offsets ?? []),
    sum,
    oldSum,
    constant?.offset,
    constant?.reported,
    candidate?.offset,
    candidate?.reported,
    raised?.offset,
  ]
  if (!amounts.every((amount) => amount === undefined || isInteger(amount))) return undefined
  return {
    sum: BigInt(sum),
    rowsAt,
    oldSum: BigInt(oldSum),
    earliestDay,
    ...(constant && {
      constant: { ...constant, offset: BigInt(constant.offset), reported: BigInt(constant.reported) },
    }),
    ...(candidate && {
      candidate: { ...candidate, offset: BigInt(candidate.offset), reported: BigInt(candidate.reported) },
    }),
    ...(moved && { moved: { ...moved, offsets: moved.offsets.map(BigInt) } }),
    ...(raised && { raised: { ...raised, offset: BigInt(raised.offset) } }),
  }
}
