import { defer, map, type Observable } from 'rxjs'
import type { DemoEvent } from './DemoEvent.js'
import { initialState } from './DemoState.js'
import type { Step } from './DemoView.js'
import { reduce } from './reduceDemo.js'

/** Pairs each event with the state after it. */
export const toSteps = (events$: Observable<DemoEvent>): Observable<Step> =>
  defer(() => {
    let state = initialState
    return events$.pipe(
      map((event) => {
        state = reduce(state, event)
        return { event, state }
      }),
    )
  })
