import picocolors from 'picocolors'
import { defer, identity, type Observable, switchMap, takeUntil } from 'rxjs'
import { ending } from '../ending.js'
import { dashboard } from './dashboard.js'
import { jsonLines } from './jsonLines.js'
import { onceOnly } from './onceOnly.js'
import { scenario } from './scenario.js'
import { openStage } from './stage.js'
import { toSteps } from './toSteps.js'

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
