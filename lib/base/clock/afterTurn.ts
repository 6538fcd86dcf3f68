import { asyncScheduler, Observable } from 'rxjs'
import type { Clock } from './Clock.js'

/**
 * Subscribes to a source after a turn of the event loop, in which Node flushes its sockets and reads the received data.
 *
 * Returns the source itself if no turn is needed: in a browser, which sends independently of the page's event loop, and
 * for a clock that does not use the platform's timers. Unsubscribing cancels the wait.
 */
export const afterTurn = <A>({ scheduler }: Clock, source: Observable<A>): Observable<A> =>
  scheduler !== asyncScheduler || !('setImmediate' in globalThis)
    ? source
    : new Observable((subscriber) => {
        const subscribe = (): void => {
          source.subscribe(subscriber)
        }
        const now = Date.now()
        // Inside `run` of a TestScheduler, the clock of `asyncScheduler` is virtual and begins at 0.
        if (asyncScheduler.now() < now) return asyncScheduler.schedule(subscribe)
        const immediate = setImmediate(subscribe)
        return () => clearImmediate(immediate)
      })
