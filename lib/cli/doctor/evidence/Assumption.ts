import type { Answer } from './Answer.js'

/**
 * What answers show about an assumption: whether it holds there, and what was seen, in words of this library. `seen` has
 * no value of an answer.
 */
export interface Sighting {
  readonly holds: boolean
  readonly seen: string
}

/** What the answers to one operation show about an assumption. */
export type Judge = (answers: ReadonlyArray<Answer>) => ReadonlyArray<Sighting>

/**
 * Something that this library takes for granted about a service.
 *
 * - `id`: its name in files, which stays the same.
 * - `judge`: what the answers to one operation show about it. Without it, reading cannot show anything.
 */
export interface Assumption {
  readonly id: string
  readonly sentence: string
  readonly judge?: Judge
}

/** Judges answers one by one; those that show nothing give `undefined`. */
export const forEachAnswer =
  (judge: (answer: Answer) => Sighting | undefined): Judge =>
  (answers) =>
    answers.flatMap((answer) => judge(answer) ?? [])

/** A sighting that holds if it is what was expected. */
export const sighting = (holds: boolean, seen: string): Sighting => ({ holds, seen })
