import { ignoreElements, tap } from 'rxjs'
import { demoEventJson, summaryToJson } from './demoEventJson.js'
import { type DemoView, withFinalState } from './DemoView.js'

/** Shows a demo as lines of JSON. */
export const jsonView = (write: (text: string) => unknown): DemoView =>
  withFinalState(
    (steps$) =>
      steps$.pipe(
        tap(({ event }) => write(`${demoEventJson(event)}\n`)),
        ignoreElements(),
      ),
    (state) => write(`${summaryToJson(state)}\n`),
  )
