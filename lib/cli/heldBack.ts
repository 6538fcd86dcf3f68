import type { BudgetChanged, BudgetScope } from '../index.js'
import { count, duration } from './format.js'

type Held = BudgetChanged & { readonly time: Date }

const whose: Record<BudgetScope, string> = {
  application: 'all requests are',
  user: "the user's requests are",
  authenticate: 'the request for a token is',
}

/** Each request that waits tells of the quiet that it waits for; only one that ends so much later is another. */
const later = 1000

/** When the last quiet ends that was told: this one's end, if it is not the one that was told already. */
export const quietUntil = (told: number, { time, quiet }: Held): number => {
  const end = time.getTime() + quiet
  return quiet > 0 && end >= told + later ? end : told
}

/** What the service has asked for with a 429, and how many wait for its end. */
export const heldBack = ({ scope, quiet, waiting }: Held): string =>
  `${whose[scope]} held back for ${duration(quiet)}${waiting === 0 ? '' : `, ${count(waiting)} waiting`}`
