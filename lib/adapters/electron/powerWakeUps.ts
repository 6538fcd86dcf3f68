import { type Observable, share } from 'rxjs'
import { fromEmitter } from './fromEmitter.js'
import type { PowerMonitorLike } from './PowerMonitorLike.js'

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
 * const client = createClient({ profile: bridge2025,
 *   clientId: 'id',
 *   clock: { ...systemClock, wakeUp$: merge(powerWakeUps(powerMonitor), onlineWakeUps(ipcMain)) },
 *   active$: powerActivity(powerMonitor),
 * })
 * assert.ok('banks' in client)
 */
export const powerWakeUps = (powerMonitor: PowerMonitorLike): Observable<'resume' | 'unlock-screen' | 'on-ac'> =>
  fromEmitter('powerMonitor', powerMonitor, 'resume', 'unlock-screen', 'on-ac').pipe(share())
