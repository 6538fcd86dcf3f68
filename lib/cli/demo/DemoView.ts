import { concat, defer, EMPTY, type Observable, tap } from 'rxjs'
import type { DemoEvent } from './DemoEvent.js'
import { type DemoState, initialState } from './DemoState.js'

/** Something that happened, and what stands after it. */
export interface Step {
  readonly event: DemoEvent
  readonly state: DemoState
}

/** Shows a demo until it ends, and then what came of it. */
export type DemoView = (steps$: Observable<Step>) => Observable<never>

/** A view that shows the last state when it has let go of its output. */
export const inTheEnd =
  (view: DemoView, show: (state: DemoState) => void): DemoView =>
  (steps$) =>
    defer(() => {
      let last = initialState
      const noted$ = steps$.pipe(
        tap(({ state }) => {
          last = state
        }),
      )
      return concat(
        view(noted$),
        defer(() => {
          show(last)
          return EMPTY
        }),
      )
    })
