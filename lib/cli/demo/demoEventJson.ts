import type { DemoEvent } from './DemoEvent.js'
import type { DemoState } from './DemoState.js'
import { demoSummary } from './demoSummary.js'

const isOption = (value: unknown): value is { readonly _tag: 'None' | 'Some'; readonly value?: unknown } =>
  typeof value === 'object' && value !== null && '_tag' in value && (value._tag === 'None' || value._tag === 'Some')

/** Calls `toJSON` of a value, because `JSON.stringify` does not call it for values that a replacer returns. */
const plain = (value: unknown): unknown => {
  const own = value as { readonly toJSON?: () => unknown } | null | undefined
  return own?.toJSON === undefined ? value : own.toJSON()
}

/** Rounds to three decimals: durations have more, which are noise. */
const round = (value: number): number => Math.round(value * 1000) / 1000

/** An event as one line of JSON, with its time first; an `Option` is written as its value or `null`. */
export const demoEventJson = ({ time, _tag, ...fields }: DemoEvent): string =>
  JSON.stringify({ time, type: _tag, ...fields }, (_, value: unknown) => {
    if (isOption(value)) return plain(value.value ?? null)
    return typeof value === 'number' ? round(value) : value
  })

/** The totals, as the last line. */
export const summaryToJson = (state: DemoState): string =>
  JSON.stringify({ time: state.time, type: 'Summary', ...demoSummary(state) })
