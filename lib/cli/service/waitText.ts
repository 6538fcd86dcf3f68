import { isSome } from 'fp-ts/lib/Option.js'
import { shortWaitMs } from '../../base/clock/shortWait.js'
import type { BudgetScope, ClientEvent } from '../../base/event/ClientEvent.js'
import { coolDownEnd } from '../coolDownText.js'
import { duration, plural } from '../formatText.js'

const limits: Record<BudgetScope, string> = {
  application: "the application's limit is",
  user: "the user's limit is",
  authenticate: 'the limit for tokens is',
}

/**
 * Creates a function that describes a request's wait for a limit, if the wait is longer than a second and was not
 * described before; `undefined` for any other event.
 */
export const createWaitText = (): ((event: ClientEvent) => string | undefined) => {
  let lastEnd = -Infinity
  return (event) => {
    if (event._tag !== 'BudgetChanged' || event.wait === undefined || event.wait <= shortWaitMs) return undefined
    const { scope, limit, per, coolDown, wait } = event
    const end = coolDownEnd(lastEnd, { ...event, coolDown: wait })
    if (end === lastEnd) return undefined
    lastEnd = end
    const hasLimit = coolDown === 0 && isSome(limit) && isSome(per)
    const why = hasLimit
      ? `${limits[scope]} ${plural(limit.value, 'request')} in ${duration(per.value)}`
      : 'the service accepts no requests until then'
    return `waiting ${duration(wait)}: ${why}`
  }
}
