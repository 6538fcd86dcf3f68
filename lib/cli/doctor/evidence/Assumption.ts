import type { ParsedResponse } from './ParsedResponse.js'

/**
 * What responses show about an assumption: whether it holds for them, and what was `seen`, in words of this library,
 * without any value of a response.
 */
export interface Observation {
  readonly holds: boolean
  readonly seen: string
}

/** What the responses to one operation show about an assumption. */
export type Judge = (responses: ReadonlyArray<ParsedResponse>) => ReadonlyArray<Observation>

/**
 * Something that this library assumes about a service.
 *
 * - `id`: its name in files, which stays the same.
 * - `judge`: what the responses to one operation show about it. Without it, reading cannot show anything.
 */
export interface Assumption {
  readonly id: string
  readonly sentence: string
  readonly judge?: Judge
}

/** Judges responses one by one. For a response that shows nothing, `judge` returns `undefined`. */
export const forEachResponse =
  (judge: (response: ParsedResponse) => Observation | undefined): Judge =>
  (responses) =>
    responses.flatMap((response) => judge(response) ?? [])

/** Creates an observation. */
export const observation = (holds: boolean, seen: string): Observation => ({ holds, seen })
