import type { BudgetChanged, BudgetScope } from '../base/event/ClientEvent.js'
import { count, duration } from './formatText.js'

type TimedEvent = BudgetChanged & { readonly time: Date }

const affectedRequests: Record<BudgetScope, string> = {
  application: 'all requests are',
  user: "the user's requests are",
  authenticate: 'the request for a token is',
}

/**
 * Each waiting request has its own event, and their ends differ slightly. An end at least this many milliseconds later
 * belongs to a new cool-down.
 */
const minDifferenceMs = 1000

/**
 * The end of the latest cool-down: the event's if it starts a new one, otherwise `last`. In milliseconds since 1970.
 */
export const coolDownEnd = (last: number, { time, coolDown }: TimedEvent): number => {
  const end = time.getTime() + coolDown
  return coolDown > 0 && end >= last + minDifferenceMs ? end : last
}

/** Describes a cool-down: its scope, its duration, and how many requests wait. */
export const coolDownText = ({ scope, coolDown, waiting }: TimedEvent): string =>
  `${affectedRequests[scope]} paused for ${duration(coolDown)}${waiting === 0 ? '' : `, ${count(waiting)} waiting`}`
