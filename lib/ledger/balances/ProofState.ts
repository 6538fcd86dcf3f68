import { isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { parseJson } from '../../base/codec/parseJson.js'
import { record } from '../../base/codec/record.js'
import { toJson } from '../toJson.js'

/** A decimal integer in JSON. */
const amount = new t.Type<bigint>(
  'an amount',
  (u): u is bigint => typeof u === 'bigint',
  (u, context) => (typeof u === 'string' && /^-?\d+$/.test(u) ? t.success(BigInt(u)) : t.failure(u, context)),
  t.identity,
)
const timeMs = t.number

const stateCodec = record(
  'the state of a proof',
  {
    reported: amount,
    sum: amount,
    rowsAt: timeMs,
    balances: t.readonlyArray(record('an earlier balance', { reported: amount, until: timeMs }, {})),
  },
  {
    oldSum: amount,
    constant: record('a constant', { offset: amount, reportedAt: timeMs, firstDay: t.string }, { settlesAt: timeMs }),
    candidates: t.readonlyArray(
      record(
        'a candidate',
        {
          offset: amount,
          rounds: t.number,
          seenAt: timeMs,
          enteredAt: timeMs,
          reportedAt: timeMs,
          rowsAt: timeMs,
        },
        {},
      ),
    ),
    removed: t.readonlyArray(record('removed rows', { day: t.string, units: amount }, {})),
    agreed: record('the last agreement', { reported: amount, lowest: amount, highest: amount }, {}),
    moved: record('a moved constant', { offsets: t.readonlyArray(amount), rowsAt: timeMs }, {}),
    raised: record('a reported difference', { offset: amount, since: timeMs }, {}),
    setBackAt: timeMs,
  },
)

/**
 * A difference between balance and rows that may be just a delay of the service. Times are in milliseconds since 1970.
 */
export interface ProofCandidate {
  /** The balance minus the sum of the rows. */
  readonly offset: bigint
  /** In how many rounds it was seen; at most three are counted. */
  readonly rounds: number
  /** When it was first seen, and since when it was seen in each round. */
  readonly seenAt: number
  readonly enteredAt: number
  /** The time of the balance at `enteredAt`, and when the rows of that round had last changed. */
  readonly reportedAt: number
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
  /** Rows of earlier days may appear and disappear, for example when the service extends its history. */
  readonly firstDay: string
  /**
   * Until this time, `firstDay` is the day before the proof began, because the service may still be loading the history
   * of the account. Afterwards it is the earliest day of the rows.
   */
  readonly settlesAt?: number
}

/** The sum of the rows of a day that the service has removed. */
export interface RemovedSum {
  readonly day: string
  readonly units: bigint
}

/**
 * The balance and the rows of an account after a round. Amounts are in the minor unit of its currency, times in
 * milliseconds since 1970.
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
  /**
   * The sum of the rows dated before the first day of the proof: `firstDay` of the constant of its state or, before the
   * proof has begun, yesterday in UTC.
   */
  readonly oldSum: bigint
  /** The sum of the rows that arrived in this round, although the service last changed them before the proof began. */
  readonly lateSum: bigint
  /** The rows that the service has removed since the last comparison, by their days; default none. */
  readonly removed?: ReadonlyArray<RemovedSum>
  /** Whether the account is a card, whose balance the bank may reset to zero when it was paid; default `false`. */
  readonly isCard?: boolean
  /** How long the service may take to show a change of rows, in milliseconds. */
  readonly overlap: number
  /** How long a difference must last to be reported, in milliseconds; default two days. */
  readonly tolerance?: number
  /** The present time by the mirror's clock. */
  readonly now: number
}

/** What the proof remembers of an account from one round to the next. */
export interface ProofState {
  /** The balance of the last round, the sum of its rows, and the time of their last change. */
  readonly reported: bigint
  readonly sum: bigint
  readonly rowsAt: number
  /** The sum of the rows before `firstDay` of the constant; missing if it is not known yet. */
  readonly oldSum?: bigint
  /**
   * Earlier balances, the latest first, and when each was replaced. Rows that arrive after their balance may still
   * agree with one.
   */
  readonly balances: ReadonlyArray<{ readonly reported: bigint; readonly until: number }>
  /** Missing until the proof has begun. */
  readonly constant?: ProofConstant
  /** The offsets that were seen since the last agreement; the offset of the last round comes first. */
  readonly candidates?: ReadonlyArray<ProofCandidate>
  /** Old rows, dated `firstDay` of the constant or later, that the service has removed since the last agreement. */
  readonly removed?: ReadonlyArray<RemovedSum>
  /** The balance of the last agreement, and the lowest and the highest sum of the rows since then. */
  readonly agreed?: { readonly reported: bigint; readonly lowest: bigint; readonly highest: bigint }
  /**
   * Alternative offsets of the constant. It was moved by rows that are dated before `firstDay`, that have left the days
   * that the bank shows, or that the service changed before the proof began. These rows may be newly booked or removed,
   * so that only a later balance reflects them. Every balance from one day after `rowsAt` on reflects them.
   */
  readonly moved?: { readonly offsets: ReadonlyArray<bigint>; readonly rowsAt: number }
  /** The difference that was last reported as `BalanceMismatch`, until it disappears. */
  readonly raised?: { readonly offset: bigint; readonly since: number }
  /** When the reset of a card's balance was first seen. */
  readonly setBackAt?: number
}

export const printProofState = (state: ProofState): string => toJson(state)

/** Reads a state from JSON; `undefined` if this version of the library cannot read it. The proof then starts again. */
export const parseProofState = (text: string): ProofState | undefined => {
  const parsed = parseJson(text)
  if (!isRight(parsed)) return undefined
  const decoded = stateCodec.decode(parsed.right)
  return isRight(decoded) ? (decoded.right as ProofState) : undefined
}
