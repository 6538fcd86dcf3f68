import type { BudgetChanged, BudgetScope } from '../index.js'
import { count, duration } from './formatText.js'

type TimedEvent = BudgetChanged & { readonly time: Date }

const whose: Record<BudgetScope, string> = {
  application: 'all requests are',
  user: "the user's requests are",
  authenticate: 'the request for a token is',
}

/**
 * Each request that waits has its own event, and their ends differ a little. An end this many milliseconds later is
 * that of a new cool-down.
 */
const later = 1000

/** The end of the latest cool-down after an event: that of the event where it is a new cool-down, else `last`. */
export const coolDownUntil = (last: number, { time, coolDown }: TimedEvent): number => {
  const end = time.getTime() + coolDown
  return coolDown > 0 && end >= last + later ? end : last
}

/** A cool-down in words: its scope, how long it lasts, and how many requests wait. */
export const coolDownText = ({ scope, coolDown, waiting }: TimedEvent): string =>
  `${whose[scope]} held back for ${duration(coolDown)}${waiting === 0 ? '' : `, ${count(waiting)} waiting`}`
