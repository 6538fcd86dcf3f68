import { defer, map, type Observable } from 'rxjs'
import type { DemoEvent } from './DemoEvent.js'
import { initialDemoState } from './DemoState.js'
import type { Step } from './DemoView.js'
import { reduceDemo } from './reduceDemo.js'

/** Pairs each event with the state after it. */
export const withDemoState = (events$: Observable<DemoEvent>): Observable<Step> =>
  defer(() => {
    let state = initialDemoState
    return events$.pipe(
      map((event) => {
        state = reduceDemo(state, event)
        return { event, state }
      }),
    )
  })
