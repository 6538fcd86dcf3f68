import { functionCodec } from '../../base/codec/functionCodec.js'
import { list } from '../../base/codec/list.js'
import { type RecurringDecision, recurringDecision } from './RecurringDecision.js'

/** By which rules payments are recurring. */
export interface RecurringConfig {
  /**
   * Whether banks book payments on a day, `YYYY-MM-DD`; default: the calendar of TARGET, by which payments in euros are
   * settled. A payment that is due on another day is expected before or after it.
   */
  readonly isWorkingDay?: (date: string) => boolean
  /** What the person decided about streams, in the order of time. */
  readonly decisions?: ReadonlyArray<RecurringDecision>
}

/** @internal The fields of the codec of a {@link RecurringConfig}. */
export const recurringFields = {
  isWorkingDay: /* @__PURE__ */ functionCodec<(date: string) => boolean>('a function of a day'),
  decisions: /* @__PURE__ */ list(recurringDecision),
}
