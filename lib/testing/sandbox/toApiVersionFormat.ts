import type { ApiVersion } from './apiVersions.js'
import type { SandboxResponse } from './SandboxResponse.js'

/** Converts an answer to the format of an API version: removes later fields, and, before beta 3, milliseconds. */
export const toApiVersionFormat = (
  { missingFields, hasMilliseconds }: ApiVersion,
  answer: SandboxResponse,
): SandboxResponse => {
  if (answer.body === '' || (missingFields.length === 0 && hasMilliseconds)) return answer
  const revive = (field: string, value: unknown): unknown => {
    if (missingFields.includes(field)) return undefined
    return !hasMilliseconds && field.endsWith('_at') && typeof value === 'string'
      ? value.replace(/\.\d{3}Z$/, 'Z')
      : value
  }
  return { ...answer, body: JSON.stringify(JSON.parse(answer.body, revive)) }
}
