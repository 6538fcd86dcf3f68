import picocolors from 'picocolors'
import { defer, identity, type Observable, switchMap, takeUntil } from 'rxjs'
import { commandEnd } from '../endSignals.js'
import { dashboard } from './dashboard.js'
import { openDemoService } from './demoService.js'
import { demoTasks } from './demoTasks.js'
import { jsonView } from './jsonView.js'
import { untilAllShown } from './untilAllShown.js'
import { withDemoState } from './withDemoState.js'

/** The options of `rxbank demo`. */
export interface DemoOptions {
  readonly seed: number
  readonly port: number
  readonly once?: boolean
  readonly json?: boolean
}

/**
 * Runs a client against a sandbox and shows what it does: on a screen until Ctrl-C, or as lines of JSON. If the output is
 * not a terminal, it ends by itself.
 */
export const demo = ({ seed, port, once = false, json = false }: DemoOptions): Observable<never> =>
  defer(() => {
    const { stdout, env } = process
    const view =
      json || !stdout.isTTY || env.TERM === 'dumb'
        ? jsonView((text) => stdout.write(text))
        : dashboard(stdout, picocolors)
    return openDemoService(seed, port).pipe(
      switchMap((stage) => demoTasks(stage)),
      withDemoState,
      once || !stdout.isTTY ? untilAllShown() : identity,
      takeUntil(commandEnd(stdout)),
      view,
    )
  })
