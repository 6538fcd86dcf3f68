/**
 * Watchers that were told to end have not ended in time; what they were doing was cut short, and comes again.
 *
 * - `within`: milliseconds that they had.
 * - `unfinished`: how many have not ended.
 *
 * @example
 * import { createVirtualClock } from 'rxbank'
 * import { gracefully, StopTimeout } from 'rxbank/node'
 * import { NEVER, of } from 'rxjs'
 *
 * const clock = createVirtualClock()
 * const errors: Array<unknown> = []
 * gracefully([() => NEVER], { stop$: of('now'), within: 5000, clock }).subscribe({ error: (e) => errors.push(e) })
 * clock.advance(5000)
 * const [error] = errors
 * assert.ok(error instanceof StopTimeout && error.unfinished === 1)
 */
export class StopTimeout extends Error {
  static {
    this.prototype.name = 'StopTimeout'
  }

  readonly _tag = 'StopTimeout'
  readonly within: number
  readonly unfinished: number

  constructor({ within, unfinished }: { readonly within: number; readonly unfinished: number }) {
    super(`not ended within ${String(within)} ms: ${String(unfinished)} of the watchers; their work was cut short`)
    this.within = within
    this.unfinished = unfinished
  }
}
