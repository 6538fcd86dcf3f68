import picocolors from 'picocolors'
import {
  defer,
  identity,
  ignoreElements,
  map,
  type Observable,
  switchMap,
  takeUntil,
  takeWhile,
  tap,
  timer,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { commandEnd } from '../endSignals.js'
import { dashboard } from './dashboard.js'
import type { DemoEvent } from './DemoEvent.js'
import { openDemoService } from './demoService.js'
import {
  type DemoState,
  type DemoView,
  initialDemoState,
  missingSteps,
  type Step,
  withFinalState,
} from './DemoState.js'
import { demoSummary } from './demoSummary.js'
import { demoTasks } from './demoTasks.js'
import { withDemoState } from './withDemoState.js'

const timeoutMs = 30_000

/**
 * Completes when every step of a demo has happened once; errors after 30 seconds.
 */
export const untilAllShown =
  (clock: Clock = systemClock) =>
  (steps$: Observable<Step>): Observable<Step> =>
    defer(() => {
      let missing = missingSteps(initialDemoState)
      const timeout$ = timer(timeoutMs, clock.scheduler).pipe(
        map((): never => {
          throw new Error(`the demo took longer than 30 s; missing: ${missing.join(', ')}`)
        }),
      )
      return steps$.pipe(
        takeWhile(({ state }) => {
          missing = missingSteps(state)
          return missing.length > 0
        }, true),
        takeUntil(timeout$),
      )
    })

const isOption = (value: unknown): value is { readonly _tag: 'None' | 'Some'; readonly value?: unknown } =>
  typeof value === 'object' && value !== null && '_tag' in value && (value._tag === 'None' || value._tag === 'Some')

/** Calls `toJSON`, which `JSON.stringify` does not do for the value that a replacer returns. */
const callToJson = (value: unknown): unknown => {
  const source = value as { readonly toJSON?: () => unknown } | null | undefined
  return source?.toJSON === undefined ? value : source.toJSON()
}

/** Rounds to three decimals: further decimals of durations are noise. */
const round = (value: number): number => Math.round(value * 1000) / 1000

/** An event as one line of JSON, with its time first; an `Option` is written as its value or `null`. */
export const demoEventJson = ({ time, _tag, ...fields }: DemoEvent): string =>
  JSON.stringify({ time, type: _tag, ...fields }, (_, value: unknown) => {
    if (isOption(value)) return callToJson(value.value ?? null)
    return typeof value === 'number' ? round(value) : value
  })

/** The totals as one line of JSON, which is the last line. */
export const summaryToJson = (state: DemoState): string =>
  JSON.stringify({ time: state.time, type: 'Summary', ...demoSummary(state) })

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

/** The options of `rxbank demo`. */
export interface DemoOptions {
  readonly seed: number
  readonly port: number
  readonly once?: boolean
  readonly json?: boolean
}

/**
 * Runs a client against a sandbox and shows what it does: on a screen until Ctrl-C, or as lines of JSON. If the output
 * is not a terminal, it ends by itself.
 */
export const demo = ({ seed, port, once = false, json = false }: DemoOptions): Observable<never> =>
  defer(() => {
    const { stdout, env } = process
    const view =
      json || !stdout.isTTY || env.TERM === 'dumb'
        ? jsonView((text) => stdout.write(text))
        : dashboard(stdout, picocolors)
    return openDemoService(seed, port).pipe(
      switchMap((service) => demoTasks(service)),
      withDemoState,
      once || !stdout.isTTY ? untilAllShown() : identity,
      takeUntil(commandEnd(stdout)),
      view,
    )
  })
