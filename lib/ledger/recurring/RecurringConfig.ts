import { functionCodec } from '../../base/codec/functionCodec.js'
import { list } from '../../base/codec/list.js'
import { type RecurringDecision, recurringDecision } from './RecurringDecision.js'

/** The options that decide which payments are recurring. */
export interface RecurringConfig {
  /**
   * Returns whether banks book payments on a day, `YYYY-MM-DD`; default: the calendar of TARGET, the settlement system for
   * euros. A payment that is due on a day without bookings is expected before or after it.
   */
  readonly isWorkingDay?: (date: string) => boolean
  /** The person's decisions about streams, oldest first. */
  readonly decisions?: ReadonlyArray<RecurringDecision>
}

/** @internal The fields of the codec of a {@link RecurringConfig}. */
export const recurringFields = {
  isWorkingDay: /* @__PURE__ */ functionCodec<(date: string) => boolean>('a function of a day'),
  decisions: /* @__PURE__ */ list(recurringDecision),
}
