import { defer, filter, type Observable, share } from 'rxjs'
import { isShown, pageEvents } from './pageEvents.js'

/**
 * A page's hints that a clock may have jumped or that the network is back: the page is shown, focused, resumed or online.
 * For `wakeUp$` of a clock.
 *
 * Shared. It listens only while it is subscribed to. In a web worker it emits only when the network is back; on Node it
 * completes at once.
 *
 * @example
 * import { createClient, pageWakeUps, systemClock } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 *
 * const clock = { ...systemClock, wakeUp$: pageWakeUps() }
 * const client = createClient({ profile: bridge2025, clientId: 'id', clock })
 * assert.ok('banks' in client)
 */
export const pageWakeUps = (): Observable<Event> =>
  defer(() => pageEvents(['pageshow', 'focus', 'online'], ['visibilitychange', 'resume'])).pipe(
    filter(({ type }) => type !== 'visibilitychange' || isShown()),
    share(),
  )
