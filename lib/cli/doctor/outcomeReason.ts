import { connectionFailure } from './connectionFailure.js'
import type { OperationReport } from './DoctorReport.js'

const decodingReasons = new Map(
  Object.entries({
    empty: 'an empty answer where JSON was expected',
    'not-json': 'not JSON, or cut off',
    'too-large': 'too large',
    shape: 'not as the profile expects',
  }),
)

const pagingReasons = new Map(
  Object.entries({
    'foreign-address': 'the link to the next page leaves the base URL; it was not followed',
    'malformed-link': 'the link to the next page is not a URL',
    loop: 'the link to the next page leads back to a page that was read',
  }),
)

const outcomeTexts: Partial<Readonly<Record<OperationReport['outcome'], string>>> = {
  absent: 'not found',
  limited: 'too many requests',
  redirected: 'a redirect, which is not followed',
  refused: 'refused',
  failed: 'failed',
}

/** Describes why an operation failed. */
export const outcomeReason = ({ outcome, reason }: OperationReport): string => {
  const code = reason ?? ''
  if (outcome === 'undecoded') return decodingReasons.get(code) ?? 'not as the profile expects'
  if (outcome === 'misled') return pagingReasons.get(code) ?? 'the link to the next page is wrong'
  if (outcome === 'unanswered') return connectionFailure(code).message
  const text = outcomeTexts[outcome]
  if (text === undefined) return code
  return reason === null ? text : `${text}: ${reason}`
}
