import { checkTypes } from './checkTypes.js'
import type { Example } from './examples.js'
import { runExamples } from './runExamples.js'

/** Checks examples, and runs those that are well typed; answers what is wrong with each, `''` if nothing is. */
export const tryExamples = async (
  examples: ReadonlyArray<Example>,
  limit: number,
): Promise<ReadonlyMap<Example, string>> => {
  const problems = checkTypes(examples)
  const typed = examples.filter((example) => problems.get(example) === '')
  const outcomes = await runExamples(typed, limit)
  return new Map([...problems, ...typed.map((example, index) => [example, outcomes[index] ?? 'not run'] as const)])
}
