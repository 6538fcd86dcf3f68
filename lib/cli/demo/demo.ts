import picocolors from 'picocolors'
import { defer, identity, type Observable, switchMap, takeUntil } from 'rxjs'
import { ending } from '../endSignals.js'
import { dashboard } from './dashboard.js'
import { openStage } from './demoService.js'
import { scenario } from './demoTasks.js'
import { jsonLines } from './jsonView.js'
import { onceOnly } from './untilAllShown.js'
import { toSteps } from './withDemoState.js'

/** The options of `rxbank demo`. */
export interface DemoOptions {
  readonly seed: number
  readonly port: number
  readonly once?: boolean
  readonly json?: boolean
}

/**
 * Runs a client against a sandbox and shows what it does: on a screen until Ctrl-C, or as lines of JSON, which end by
 * themselves where there is no keyboard.
 */
export const demo = ({ seed, port, once = false, json = false }: DemoOptions): Observable<never> =>
  defer(() => {
    const { stdout, env } = process
    const view =
      json || !stdout.isTTY || env.TERM === 'dumb'
        ? jsonLines((text) => stdout.write(text))
        : dashboard(stdout, picocolors)
    return openStage(seed, port).pipe(
      switchMap((stage) => scenario(stage)),
      toSteps,
      once || !stdout.isTTY ? onceOnly() : identity,
      takeUntil(ending(stdout)),
      view,
    )
  })
