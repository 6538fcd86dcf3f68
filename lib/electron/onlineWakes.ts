import { type Observable, share } from 'rxjs'
import { emitted } from './emitted.js'

/** The part of Electron's `ipcMain` that hints come by. */
export interface HintsLike {
  on(channel: string, listener: () => void): unknown
  off(channel: string, listener: () => void): unknown
}

/**
 * Hints that the network is back, which windows hear of and the main process does not: `rxbank/electron/preload` passes
 * them on. For `wake$` of a clock in the main process; see {@link powerWakes}.
 *
 * Whichever page sends one, a hint makes nobody ask what is not due. Shared; never completes; listens while it is
 * subscribed to. Throws a `ConfigError` for a value that is not an `ipcMain`.
 *
 * @example
 * import { onlineWakes } from 'rxbank/electron'
 * import { ipcMain } from 'electron'
 *
 * let hints = 0
 * const subscription = onlineWakes(ipcMain).subscribe(() => hints++)
 * ipcMain.emit('rxbank:online')
 * subscription.unsubscribe()
 * assert.deepStrictEqual(hints, 1)
 */
export const onlineWakes = (ipcMain: HintsLike): Observable<unknown> =>
  emitted('ipcMain', ipcMain, 'rxbank:online').pipe(share())
