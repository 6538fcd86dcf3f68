import picocolors from 'picocolors'
import { type DemoState, initialDemoState } from '../../../lib/cli/demo/DemoState.js'
import { summaryLines } from '../../../lib/cli/demo/demoSummary.js'
import { printLine } from '../../../lib/cli/styledLine.js'
import { stateAfter, wholeDemo } from '../../helpers/demoEvents.js'

const printed = (state: DemoState): ReadonlyArray<string> =>
  summaryLines(state).map((line) => printLine(picocolors.createColors(false), line, 40))

describe('summaryLines', () => {
  it('fits 40 columns', () => {
    expect(printed(stateAfter(wholeDemo))).toStrictEqual([
      'rxbank demo ended after 12 s',
      ' token     2 issued',
      ' pages     30,000 rows in 60 pages',
      ' refresh   1 ended',
      ' stocks    2 updates of 40 stocks',
      ' requests  1 sent, 1 retry among them',
    ])
  })

  it('sums up what ended before it began', () => {
    expect(printed(initialDemoState).slice(0, 2)).toStrictEqual([
      'rxbank demo ended after 0.0 s',
      ' token     0 issued',
    ])
  })
})
