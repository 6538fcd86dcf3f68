import type { PriceChange, RecurringPayment, RecurringStream } from './RecurringStream.js'

/**
 * What happened to a stream. `stream` has its present state.
 *
 * - `RecurringBegun`: it was found, or is paid again after its end.
 * - `RecurringPaid`: `payment` came. Its `expected` day and the id of the stream are the same for a pending payment and for
 *   the booked one that replaces it.
 * - `RecurringPriceChanged`: `change` came with a payment.
 * - `RecurringLate`: the next payment is late.
 * - `RecurringEnded`: the next payment is no longer awaited.
 * - `RecurringChanged`: anything else, such as a payment that was removed; and everything about streams that were dismissed,
 *   and about those that had ended when they were found.
 * - `RecurringGone`: the rows are no longer a stream.
 */
export type RecurringEvent =
  | {
      readonly _tag: 'RecurringBegun' | 'RecurringLate' | 'RecurringEnded' | 'RecurringChanged'
      readonly stream: RecurringStream
    }
  | {
      readonly _tag: 'RecurringPaid'
      readonly stream: RecurringStream
      readonly payment: RecurringPayment
    }
  | { readonly _tag: 'RecurringPriceChanged'; readonly stream: RecurringStream; readonly change: PriceChange }
  | { readonly _tag: 'RecurringGone'; readonly id: string }

/** What a program has to keep of a stream, so that it is not told again what it was told before a restart. */
export type KnownRecurring = Pick<RecurringStream, 'id' | 'state' | 'isDismissed' | 'lastDay' | 'nextDay'>
