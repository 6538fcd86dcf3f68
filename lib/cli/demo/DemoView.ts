import { concat, defer, EMPTY, type Observable, tap } from 'rxjs'
import type { DemoEvent } from './DemoEvent.js'
import { type DemoState, initialDemoState } from './DemoState.js'

/** An event of the demo, and the state after it. */
export interface Step {
  readonly event: DemoEvent
  readonly state: DemoState
}

/** Shows a demo until it ends, then its summary. */
export type DemoView = (steps$: Observable<Step>) => Observable<never>

/** Shows the last state after a view has ended. */
export const withFinalState =
  (view: DemoView, show: (state: DemoState) => void): DemoView =>
  (steps$) =>
    defer(() => {
      let last = initialDemoState
      const tracked$ = steps$.pipe(
        tap(({ state }) => {
          last = state
        }),
      )
      return concat(
        view(tracked$),
        defer(() => {
          show(last)
          return EMPTY
        }),
      )
    })
