import { ignoreElements, tap } from 'rxjs'
import { summaryToJson, toJson } from './demoEventJson.js'
import { type DemoView, inTheEnd } from './DemoView.js'

/** Shows a demo as lines of JSON. */
export const jsonLines = (write: (text: string) => unknown): DemoView =>
  inTheEnd(
    (steps$) =>
      steps$.pipe(
        tap(({ event }) => write(`${toJson(event)}\n`)),
        ignoreElements(),
      ),
    (state) => write(`${summaryToJson(state)}\n`),
  )
