/**
 * Watchers did not complete within the grace period. Their work was aborted, and is repeated at the next start.
 *
 * - `gracePeriod`: the time that the watchers had, in milliseconds.
 * - `unfinished`: how many watchers had not completed.
 *
 * @example
 * import { createVirtualClock } from 'rxbank'
 * import { runGracefully, StopTimeout } from 'rxbank/node'
 * import { NEVER, of } from 'rxjs'
 *
 * const clock = createVirtualClock()
 * const errors: Array<unknown> = []
 * runGracefully([() => NEVER], { stop$: of('now'), gracePeriod: 5000, clock }).subscribe({ error: (e) => errors.push(e) })
 * clock.advance(5000)
 * const [error] = errors
 * assert.ok(error instanceof StopTimeout && error.unfinished === 1)
 */
export class StopTimeout extends Error {
  static {
    this.prototype.name = 'StopTimeout'
  }

  readonly _tag = 'StopTimeout'
  readonly gracePeriod: number
  readonly unfinished: number

  constructor({ gracePeriod, unfinished }: { readonly gracePeriod: number; readonly unfinished: number }) {
    super(`watchers that did not end within ${String(gracePeriod)} ms: ${String(unfinished)}; their work was aborted`)
    this.gracePeriod = gracePeriod
    this.unfinished = unfinished
  }
}
