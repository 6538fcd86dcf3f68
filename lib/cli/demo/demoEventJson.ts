import type { DemoEvent } from './DemoEvent.js'
import type { DemoState } from './DemoState.js'
import { demoSummary } from './demoSummary.js'

const isOption = (value: unknown): value is { readonly _tag: 'None' | 'Some'; readonly value?: unknown } =>
  typeof value === 'object' && value !== null && '_tag' in value && (value._tag === 'None' || value._tag === 'Some')

/** `JSON.stringify` does not call `toJSON` of values that a replacer returns, so this does. */
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
