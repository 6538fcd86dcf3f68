import type { PriceChange, RecurringPayment, RecurringStream } from './RecurringStream.js'

/**
 * An event of a stream. `stream` is the stream as it is now.
 *
 * - `RecurringStarted`: it was found, or has payments again after its end.
 * - `RecurringPaid`: `payment` arrived. Its `expected` day and the id of the stream are the same for a pending payment and
 *   for the booked one that replaces it.
 * - `RecurringPriceChanged`: a payment arrived with another amount; see `change`.
 * - `RecurringLate`: the next payment is late.
 * - `RecurringEnded`: the next payment is no longer awaited.
 * - `RecurringChanged`: any other change, such as the removal of a payment. For dismissed streams, it replaces all events
 *   above. It is also the first event of a stream that had already ended when it was found.
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

/** The fields of a stream that a program has to store, so that it does not get the same events again after a restart. */
export type KnownRecurring = Pick<RecurringStream, 'id' | 'state' | 'isDismissed' | 'lastDay' | 'nextDay'>
