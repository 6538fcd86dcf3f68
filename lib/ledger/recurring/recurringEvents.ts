import { contentHash } from '../../base/hash/contentHash.js'
import type { PriceChange, RecurringPayment, RecurringStream } from './RecurringStream.js'

/**
 * A change of a recurring payment or income. `stream` is its state after the change.
 *
 * - `RecurringStarted`: it was found, or has payments again after its end.
 * - `RecurringPaid`: `payment` arrived. Its `expected` day and the id of the stream are the same for a pending payment
 *   and for the booked one that replaces it.
 * - `RecurringPriceChanged`: a payment arrived with another amount; see `change`.
 * - `RecurringLate`: the next payment is late.
 * - `RecurringEnded`: the next payment is no longer awaited.
 * - `RecurringChanged`: any other change, such as the removal of a payment. For dismissed streams, it replaces all
 *   events above. It is also the first event of a stream that had already ended when it was found.
 * - `RecurringGone`: the rows are no longer a stream.
 */
export type RecurringEvent =
  | {
      readonly _tag: 'RecurringStarted' | 'RecurringLate' | 'RecurringEnded' | 'RecurringChanged'
      readonly stream: RecurringStream
    }
  | {
      readonly _tag: 'RecurringPaid'
      readonly stream: RecurringStream
      readonly payment: RecurringPayment
    }
  | { readonly _tag: 'RecurringPriceChanged'; readonly stream: RecurringStream; readonly change: PriceChange }
  | { readonly _tag: 'RecurringGone'; readonly id: string }

/**
 * The fields of a stream that a program has to store, so that it does not get the same events again after a restart.
 */
export type KnownRecurring = Pick<RecurringStream, 'id' | 'state' | 'isDismissed' | 'lastDay' | 'nextDay'>

const hasStarted = (before: KnownRecurring | undefined, { state }: RecurringStream): boolean =>
  state !== 'ended' && (before === undefined || before.state === 'ended')

/** The events of payments after the last known payment. */
const paymentEvents = (before: KnownRecurring, stream: RecurringStream): ReadonlyArray<RecurringEvent> => {
  const paid = stream.payments.filter(({ date }) => date > before.lastDay)
  const changes = stream.priceChanges.filter(({ date }) => date > before.lastDay)
  return [
    ...paid.map((payment): RecurringEvent => ({ _tag: 'RecurringPaid', stream, payment })),
    ...changes.map((change): RecurringEvent => ({ _tag: 'RecurringPriceChanged', stream, change })),
  ]
}

const stateEvents = (before: KnownRecurring | undefined, stream: RecurringStream): ReadonlyArray<RecurringEvent> => {
  if (before?.state === stream.state) return []
  if (stream.state === 'late') return [{ _tag: 'RecurringLate', stream }]
  return stream.state === 'ended' && before !== undefined ? [{ _tag: 'RecurringEnded', stream }] : []
}

const eventsOf = (before: KnownRecurring | undefined, stream: RecurringStream): ReadonlyArray<RecurringEvent> => {
  const started: ReadonlyArray<RecurringEvent> = hasStarted(before, stream)
    ? [{ _tag: 'RecurringStarted', stream }]
    : []
  const paid = before === undefined ? [] : paymentEvents(before, stream)
  return stream.isDismissed ? [] : [...started, ...paid, ...stateEvents(before, stream)]
}

/** The known streams, by id. */
export type KnownStreams = ReadonlyMap<string, KnownRecurring>

/** Whether a stream differs from its known fields. */
const hasChanged = (before: KnownRecurring | undefined, stream: RecurringStream): boolean => {
  if (before === undefined) return true
  const names = Object.keys(before) as Array<keyof KnownRecurring>
  return names.some((name) => contentHash(before[name]) !== contentHash(stream[name]))
}

/** The events between the known streams and the present ones; first the removed streams. */
export const recurringEvents = (
  known: KnownStreams,
  streams: ReadonlyArray<RecurringStream>,
): ReadonlyArray<RecurringEvent> => {
  const present = new Set(streams.map(({ id }) => id))
  const removedIds = Array.from(known.keys()).filter((id) => !present.has(id))
  return [
    ...removedIds.map((id): RecurringEvent => ({ _tag: 'RecurringGone', id })),
    ...streams.flatMap((stream): ReadonlyArray<RecurringEvent> => {
      const before = known.get(stream.id)
      const events = eventsOf(before, stream)
      return events.length > 0 || !hasChanged(before, stream) ? events : [{ _tag: 'RecurringChanged', stream }]
    }),
  ]
}
