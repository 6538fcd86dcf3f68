import { EMPTY, Observable, throwError } from 'rxjs'
import { hour, second } from '../time.js'
import type { Health } from './Person.js'
import { Mishap } from './receive.js'
import type { World } from './World.js'

/** How long work takes. */
const durations: Readonly<Record<Health, number>> = { well: 0, failing: 0, slow: 40 * second, hanging: 3 * hour }

/** What becomes of a piece of the application's work: it is done at once, or later, or fails. */
export const workOf = ({ machine }: World, health: Health): Observable<never> => {
  if (health === 'failing') return throwError(() => new Mishap('the application fails'))
  const duration = durations[health]
  return duration === 0 ? EMPTY : new Observable((subscriber) => machine.later(duration, () => subscriber.complete()))
}
