import type { DemoEvent } from './DemoEvent.js'
import type { DemoState } from './DemoState.js'
import { summary } from './summary.js'

const isOption = (value: unknown): value is { readonly _tag: 'None' | 'Some'; readonly value?: unknown } =>
  typeof value === 'object' && value !== null && '_tag' in value && (value._tag === 'None' || value._tag === 'Some')

/** Durations are measured more finely than anybody wants to read. */
const round = (value: number): number => Math.round(value * 1000) / 1000

/** One line of JSON: when, what, and its fields; an Option as its value or `null`. */
export const toJson = ({ time, _tag, ...fields }: DemoEvent): string =>
  JSON.stringify({ time, type: _tag, ...fields }, (_, value: unknown) => {
    if (isOption(value)) return value.value ?? null
    return typeof value === 'number' ? round(value) : value
  })

/** The last line. */
export const summaryToJson = (state: DemoState): string =>
  JSON.stringify({ time: state.time, type: 'Summary', ...summary(state) })
