import type { OperationReport } from './Report.js'

/** Whether a request was sent for it. */
export const isTried = ({ outcome }: Pick<OperationReport, 'outcome'>): boolean =>
  outcome !== 'not-tried' && outcome !== 'unspecified'

/** Whether the service took the request for what it is: it answered with JSON, whether or not that is as expected. */
export const isTaken = ({ outcome, reason }: Pick<OperationReport, 'outcome' | 'reason'>): boolean =>
  outcome === 'answered' || outcome === 'misled' || (outcome === 'undecoded' && reason === 'shape')
