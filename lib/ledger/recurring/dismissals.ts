import type { RecurringDecision } from './RecurringDecision.js'
import type { RecurringStream } from './RecurringStream.js'

/** Amounts that differ by at most this share may belong to the same stream. */
const tolerance = 0.1

const isNear = (one: bigint, other: bigint): boolean =>
  Math.abs(Number(one) - Number(other)) <= Math.abs(Number(one)) * tolerance

type Subject = Omit<RecurringDecision, '_tag' | 'minorUnits' | 'id'>

const isSameSubject = (one: Subject, other: Subject): boolean =>
  one.account === other.account &&
  one.currency === other.currency &&
  one.counterparty === other.counterparty &&
  one.isIncome === other.isIncome

/** The dismissals that still apply, one for each stream. `decisions` is sorted by time. */
export const activeDismissals = (decisions: ReadonlyArray<RecurringDecision>): ReadonlyArray<RecurringDecision> =>
  decisions.reduce<ReadonlyArray<RecurringDecision>>((active, decision) => {
    const isReplaced = (other: RecurringDecision): boolean =>
      other.id === decision.id ||
      (decision._tag === 'Restored' &&
        isSameSubject(other, decision) &&
        isNear(BigInt(other.minorUnits), BigInt(decision.minorUnits)))
    const others = active.filter((other) => !isReplaced(other))
    return decision._tag === 'Dismissed' ? [...others, decision] : others
  }, [])

/** How well a dismissal fits a stream, from 0 if it does not, to 3. */
const fitness = (dismissal: RecurringDecision, stream: RecurringStream): number => {
  const amount = BigInt(dismissal.minorUnits)
  const isAlike =
    isSameSubject(dismissal, stream) && stream.payments.some(({ minorUnits }) => isNear(amount, minorUnits))
  return (isAlike ? 2 : 0) + (dismissal.id === stream.id ? 1 : 0)
}

/** The ids of the dismissed streams: each dismissal applies only to the stream that it fits best. */
export const dismissedIds = (
  streams: ReadonlyArray<RecurringStream>,
  dismissals: ReadonlyArray<RecurringDecision>,
): ReadonlySet<string> => {
  const pairs = dismissals.flatMap((dismissal) =>
    streams.map((stream) => ({ dismissal, stream, fit: fitness(dismissal, stream) })),
  )
  const dismissed = new Set<string>()
  const used = new Set<RecurringDecision>()
  for (const { dismissal, stream, fit } of pairs.sort((one, other) => other.fit - one.fit))
    if (fit > 0 && !used.has(dismissal) && !dismissed.has(stream.id)) {
      used.add(dismissal)
      dismissed.add(stream.id)
    }
  return dismissed
}
