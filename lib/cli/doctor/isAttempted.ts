import type { OperationReport } from './DoctorReport.js'

/** Whether a request was sent for an operation. */
export const isAttempted = ({ outcome }: Pick<OperationReport, 'outcome'>): boolean =>
  outcome !== 'not-tried' && outcome !== 'unspecified'

/** Whether the service understood the request: it answered with JSON, even if the profile cannot decode that. */
export const isUnderstood = ({ outcome, reason }: Pick<OperationReport, 'outcome' | 'reason'>): boolean =>
  outcome === 'answered' || outcome === 'misled' || (outcome === 'undecoded' && reason === 'shape')
