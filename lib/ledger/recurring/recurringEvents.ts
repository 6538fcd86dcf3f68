import { contentHash } from '../../base/hash/contentHash.js'
import type { KnownRecurring, RecurringEvent } from './RecurringEvent.js'
import type { RecurringStream } from './RecurringStream.js'

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

/** The events between the known streams and the present ones; first the streams that are gone. */
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
