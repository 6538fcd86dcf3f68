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
import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { fullScreen, type Terminal } from '../fullScreen.js'
import { type Colors, printLine } from '../styledLine.js'
import { summaryLines } from './demoSummary.js'
import { type DemoView, withFinalState } from './DemoView.js'
import { renderDemo } from './renderDemo.js'

/**
 * The minimum and the maximum time between two drawings of the screen, in milliseconds. It shows seconds, so it must be
 * drawn every second.
 */
const minFrameTime = 80
const maxFrameTime = 1000

/** Shows a demo on a full screen, which is redrawn after each event; then a summary. */
export const dashboard = (terminal: Terminal, colors: Colors, clock: Clock = systemClock): DemoView =>
  withFinalState(
    connect((steps$) => {
      const end$ = steps$.pipe(ignoreElements(), endWith(undefined))
      const state$ = steps$.pipe(
        auditTime(minFrameTime, clock.scheduler),
        map(({ state }) => state),
      )
      // The screen is opened at the first step, so that a demo that fails to start does not clear the terminal.
      return steps$.pipe(
        take(1),
        switchMap(() => fullScreen(terminal)),
        switchMap(({ size, stale$, draw }) =>
          combineLatest([state$, merge(timer(0, maxFrameTime, clock.scheduler), stale$)]).pipe(
            tap(([state]) => draw(renderDemo(state, { ...size(), colors, now: new Date(clock.wall()) }))),
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
