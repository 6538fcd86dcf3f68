import { daysSinceEpoch, dayText } from '../../base/codec/calendar.js'
import type { RecurringStream } from './RecurringStream.js'
import { cadences } from './Schedule.js'

/** The last day on which a stream keeps its present state if no payment arrives; `undefined` if the stream has ended. */
export const lastDayOfState = ({
  cadence,
  nextDay,
  state,
}: Pick<RecurringStream, 'cadence' | 'nextDay' | 'state'>): string | undefined => {
  if (state === 'ended') return undefined
  const { grace, end } = cadences[cadence]
  return dayText(daysSinceEpoch(nextDay) + (state === 'late' ? end : grace))
}
