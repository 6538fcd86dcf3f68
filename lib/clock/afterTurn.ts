import { asyncScheduler, Observable } from 'rxjs'
import type { Clock } from './Clock.js'

/**
 * Subscribes to a source when the event loop has had a turn, in which what was written leaves and what has come is read.
 *
 * Unsubscribing before that takes it back. Where no such turn is needed it is the source as it is: in a browser, which
 * sends by itself, and for a clock that does not run on the platform's timers.
 */
export const afterTurn = <A>({ scheduler }: Clock, source: Observable<A>): Observable<A> =>
  scheduler !== asyncScheduler || !('setImmediate' in globalThis)
    ? source
    : new Observable((subscriber) => {
        const begin = (): void => {
          source.subscribe(subscriber)
        }
        const now = Date.now()
        // The clock of a TestScheduler, inside its `run`, has only begun to count.
        if (asyncScheduler.now() < now) return asyncScheduler.schedule(begin)
        const immediate = setImmediate(begin)
        return () => clearImmediate(immediate)
      })
