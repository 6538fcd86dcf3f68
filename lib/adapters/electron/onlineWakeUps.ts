import { type Observable, share } from 'rxjs'
import { fromEmitter } from './fromEmitter.js'

/** The part of Electron's `ipcMain` that is used. */
export interface HintsLike {
  on(channel: string, listener: () => void): unknown
  off(channel: string, listener: () => void): unknown
}

/**
 * Hints that the network is back. Only windows receive this event, so `rxbank/electron/preload` forwards it to the main
 * process. Use it as the `wakeUp$` of a clock in the main process; see {@link powerWakeUps}.
 *
 * After a hint, waits only check the clock again: a page that sends many hints causes no additional requests. Shared; never
 * completes; listens only while it is subscribed. Throws a `ConfigError` for a value that is not an `ipcMain`.
 *
 * @example
 * import { onlineWakeUps } from 'rxbank/electron'
 * import { ipcMain } from 'electron'
 *
 * let hints = 0
 * const subscription = onlineWakeUps(ipcMain).subscribe(() => hints++)
 * ipcMain.emit('rxbank:online')
 * subscription.unsubscribe()
 * assert.deepStrictEqual(hints, 1)
 */
export const onlineWakeUps = (ipcMain: HintsLike): Observable<unknown> =>
  fromEmitter('ipcMain', ipcMain, 'rxbank:online').pipe(share())
