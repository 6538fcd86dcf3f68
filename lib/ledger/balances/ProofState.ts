import { isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { parseJson } from '../../base/codec/parseJson.js'
import { record } from '../../base/codec/record.js'
import { toJson } from '../toJson.js'

const units = t.string
const moment = t.number

/** Whether the values of a JSON text can be read back as bigints. */
const isUnits = (text: string): boolean => /^-?\d+$/.test(text)

const candidateCodec = record(
  'a candidate',
  { offset: units, rounds: t.number, seenAt: moment, toldAt: moment, rowsAt: moment, told: units },
  {},
)

const stateCodec = record(
  'the state of a proof',
  { sum: units, rowsAt: moment, oldSum: units, earliestDay: t.string },
  {
    constant: record(
      'a constant',
      { offset: units, toldAt: moment, told: units, firstDay: t.string, isConfirmed: t.boolean },
      {},
    ),
    candidate: candidateCodec,
    moved: record('a moved constant', { offsets: t.readonlyArray(units), rowsAt: moment }, {}),
    reported: record('a reported difference', { offset: units, since: moment }, {}),
  },
)

/** A difference between balance and rows that may be a delay of the service. Times are in milliseconds since 1970. */
export interface ProofCandidate {
  /** The balance less the sum of the rows. */
  readonly offset: bigint
  /** In how many rounds in a row it was the same. */
  readonly rounds: number
  /** When it was first seen. */
  readonly seenAt: number
  /** The time of the balance of which it was first seen, and that balance. */
  readonly toldAt: number
  readonly told: bigint
  /** The time of the last change of the rows of which it was first seen. */
  readonly rowsAt: number
}

/** The balance less the sum of the rows, which must not change by itself. */
export interface ProofConstant {
  readonly offset: bigint
  /** The time of the balance with which the proof began. Rows that the service changed before it are part of that balance. */
  readonly toldAt: number
  readonly told: bigint
  /** Rows of earlier days may come and go, as when the service widens its history. */
  readonly firstDay: string
  /** Whether a balance that was told later agreed with it. */
  readonly isConfirmed: boolean
}

/** What is remembered of an account from one round to the next. */
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
   * Offsets that the constant may also have, since early rows have moved it: these rows may be newly booked, and their balance
   * be told later. `rowsAt`: a balance that is told a day after it contains the rows.
   */
  readonly moved?: { readonly offsets: ReadonlyArray<bigint>; readonly rowsAt: number }
  /** The difference that was reported last, until it is gone. */
  readonly reported?: { readonly offset: bigint; readonly since: number }
}

/** A state as JSON. */
export const printProofState = (state: ProofState): string => toJson(state)

/** Reads a state from JSON; `undefined` if this version of the library cannot read it, so that the proof begins anew. */
export const parseProofState = (text: string): ProofState | undefined => {
  const parsed = parseJson(text)
  if (!isRight(parsed)) return undefined
  const decoded = stateCodec.decode(parsed.right)
  if (!isRight(decoded)) return undefined
  const { sum, rowsAt, oldSum, earliestDay, constant, candidate, moved, reported } = decoded.right
  const texts = [
    ...(moved?.offsets ?? []),
    sum,
    oldSum,
    constant?.offset,
    constant?.told,
    candidate?.offset,
    candidate?.told,
    reported?.offset,
  ]
  if (!texts.every((one) => one === undefined || isUnits(one))) return undefined
  return {
    sum: BigInt(sum),
    rowsAt,
    oldSum: BigInt(oldSum),
    earliestDay,
    ...(constant && { constant: { ...constant, offset: BigInt(constant.offset), told: BigInt(constant.told) } }),
    ...(candidate && { candidate: { ...candidate, offset: BigInt(candidate.offset), told: BigInt(candidate.told) } }),
    ...(moved && { moved: { ...moved, offsets: moved.offsets.map(BigInt) } }),
    ...(reported && { reported: { ...reported, offset: BigInt(reported.offset) } }),
  }
}
