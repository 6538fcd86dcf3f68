import type { SandboxAnswer } from './SandboxAnswer.js'
import type { Stage } from './stages.js'

/** Converts an answer to the format of a stage: removes later fields, and, before beta 3, milliseconds. */
export const toStageFormat = (
  { missingFields: absent, hasMilliseconds: milliseconds }: Stage,
  answer: SandboxAnswer,
): SandboxAnswer => {
  if (answer.body === '' || (absent.length === 0 && milliseconds)) return answer
  const revive = (field: string, value: unknown): unknown => {
    if (absent.includes(field)) return undefined
    return !milliseconds && field.endsWith('_at') && typeof value === 'string' ? value.replace(/\.\d{3}Z$/, 'Z') : value
  }
  return { ...answer, body: JSON.stringify(JSON.parse(answer.body, revive)) }
}
