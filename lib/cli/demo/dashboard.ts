import {
  auditTime,
  combineLatest,
  connect,
  endWith,
  ignoreElements,
  map,
  merge,
  switchMap,
  take,
  takeUntil,
  tap,
  timer,
} from 'rxjs'
import { type Clock, systemClock } from '../../index.js'
import { screen, type Terminal } from '../fullScreen.js'
import { type Colors, printLine } from '../styledLine.js'
import { summaryLines } from './demoSummary.js'
import { type DemoView, inTheEnd } from './DemoView.js'
import { render } from './renderDemo.js'

/**
 * The shortest time between two drawings of the screen, and the longest, as the screen counts seconds. Milliseconds.
 */
const frameTime = 80
const tick = 1000

/** Shows a demo on a full screen that is drawn again when something happens; then a summary in its place. */
export const dashboard = (terminal: Terminal, colors: Colors, clock: Clock = systemClock): DemoView =>
  inTheEnd(
    connect((steps$) => {
      const end$ = steps$.pipe(ignoreElements(), endWith(undefined))
      const state$ = steps$.pipe(
        auditTime(frameTime, clock.scheduler),
        map(({ state }) => state),
      )
      // The screen is opened at the first step, so that a demo that fails to start does not clear the terminal.
      return steps$.pipe(
        take(1),
        switchMap(() => screen(terminal)),
        switchMap(({ size, stale$, draw }) =>
          combineLatest([state$, merge(timer(0, tick, clock.scheduler), stale$)]).pipe(
            tap(([state]) => draw(render(state, { ...size(), colors, now: new Date(clock.wall()) }))),
          ),
        ),
        takeUntil(end$),
        ignoreElements(),
      )
    }),
    (state) => {
      const width = terminal.columns || 80
      for (const line of summaryLines(state)) terminal.write(`${printLine(colors, line, width)}\n`)
    },
  )
