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
import { type Colors, printLine } from '../line.js'
import { screen, type Terminal } from '../screen.js'
import { type DemoView, inTheEnd } from './DemoView.js'
import { render } from './render.js'
import { summaryLines } from './summary.js'

/** How often a screen is drawn at most, in milliseconds; and at least, for what counts the seconds. */
const frameTime = 80
const tick = 1000

/** Shows a demo on a screen that is drawn as things happen, and a summary where the screen was. */
export const dashboard = (terminal: Terminal, colors: Colors, clock: Clock = systemClock): DemoView =>
  inTheEnd(
    connect((steps$) => {
      const end$ = steps$.pipe(ignoreElements(), endWith(undefined))
      const state$ = steps$.pipe(
        auditTime(frameTime, clock.scheduler),
        map(({ state }) => state),
      )
      // A demo that cannot begin leaves the terminal alone.
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
