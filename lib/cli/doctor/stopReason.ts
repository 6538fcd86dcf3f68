import { duration } from '../formatText.js'
import type { Known } from './DiagnosisState.js'
import type { Outcome } from './DoctorReport.js'
import type { Examined } from './examine.js'
import { isTried } from './isAttempted.js'

/** The examination stops after this many failures in a row. */
const enough = 3
/** The most requests that are sent. */
const mostRequests = 45

const failures: ReadonlyArray<Outcome> = ['failed', 'unanswered', 'redirected']

/** Why the examination stops after an operation; `null` if it goes on. */
export const whyStop = (
  { operations, requests, duration: past }: Known,
  { retryAfter, report }: Examined,
  deadline: number,
): string | null => {
  if (report.outcome === 'limited')
    return retryAfter === null
      ? 'the service asked to be left alone'
      : `the service asked to be left alone for ${duration(retryAfter)}`
  const tried = operations.filter(isTried)
  const isMute = tried.length === 2 && tried.every(({ outcome }) => outcome === 'unanswered')
  const last = tried.slice(-enough)
  if (isMute || (last.length === enough && last.every(({ outcome }) => failures.includes(outcome))))
    return `the last ${String(last.length)} requests failed`
  if (requests >= mostRequests) return 'enough requests were sent'
  return past > deadline ? 'there was no time left' : null
}
