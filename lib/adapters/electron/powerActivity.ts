import { BehaviorSubject, distinctUntilChanged, type Observable } from 'rxjs'
import { fromEmitter } from './fromEmitter.js'
import type { PowerMonitorLike } from './PowerMonitorLike.js'

/**
 * Emits whether the machine is awake. Use it as the `active$` of a client in the main process: watchers then send no
 * requests from the moment the machine goes to sleep until it resumes.
 *
 * Emits the current value at once, then each change; never completes. Electron cannot tell whether the machine sleeps,
 * so this function starts to listen when it is called, and never stops: call it only once. Throws a `ConfigError` for a
 * value that is not a `powerMonitor`.
 *
 * @example
 * import { powerActivity } from 'rxbank/electron'
 * import { powerMonitor } from 'electron'
 *
 * const active$ = powerActivity(powerMonitor)
 * const states: Array<boolean> = []
 * powerMonitor.emit('suspend')
 * active$.subscribe((isAwake) => states.push(isAwake))
 * powerMonitor.emit('resume')
 * assert.deepStrictEqual(states, [false, true])
 */
export const powerActivity = (powerMonitor: PowerMonitorLike): Observable<boolean> => {
  const isAwake$ = new BehaviorSubject(true)
  fromEmitter('powerMonitor', powerMonitor, 'suspend', 'resume').subscribe((event) => isAwake$.next(event === 'resume'))
  return isAwake$.pipe(distinctUntilChanged())
}
