import { BehaviorSubject, distinctUntilChanged, type Observable, share } from 'rxjs'
import { fromEmitter } from './fromEmitter.js'

/**
 * Hints that timers may be late: the machine resumed, its screen was unlocked, or it was plugged in. Use it as the
 * `wakeUp$` of a clock in the main process.
 *
 * Emits the name of the event. Shared; never completes; listens only while it is subscribed. Throws a `ConfigError` for a
 * value that is not a `powerMonitor`.
 *
 * @example
 * import { createClient, systemClock } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { onlineWakeUps, powerActivity, powerWakeUps } from 'rxbank/electron'
 * import { ipcMain, powerMonitor } from 'electron'
 * import { merge } from 'rxjs'
 *
 * const client = createClient({
 *   profile: bridge2025,
 *   clientId: 'id',
 *   clock: { ...systemClock, wakeUp$: merge(powerWakeUps(powerMonitor), onlineWakeUps(ipcMain)) },
 *   active$: powerActivity(powerMonitor),
 * })
 * assert.ok('banks' in client)
 */
export const powerWakeUps = (powerMonitor: PowerMonitorLike): Observable<'resume' | 'unlock-screen' | 'on-ac'> =>
  fromEmitter('powerMonitor', powerMonitor, 'resume', 'unlock-screen', 'on-ac').pipe(share())

type PowerEvent = 'resume' | 'suspend' | 'unlock-screen' | 'on-ac'

/** The part of Electron's `powerMonitor` that is used. */
export interface PowerMonitorLike {
  on(event: PowerEvent, listener: () => void): unknown
  off(event: PowerEvent, listener: () => void): unknown
}

/**
 * Emits whether the machine is awake. Use it as the `active$` of a client in the main process: watchers then send no
 * requests from the time the machine goes to sleep until it resumes.
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
