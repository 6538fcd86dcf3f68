import type { Action } from '../actions/plan.js'
import { expected, faulty } from '../world/faultLine.js'
import type { World } from '../world/World.js'

/** Whether an action that nothing names is to be done: single faults make up for what is missing to the share asked. */
export const isDue = ({ isFault }: Action, { counts, people }: World, faultRate: number): boolean => {
  if (!isFault) return true
  const coming = people.reduce((sum, person) => sum + expected(person), 0)
  return counts.of(faulty) + coming < faultRate * counts.of('requests')
}
