import { duration } from '../format.js'
import type { Examined } from './examine.js'
import { isTried } from './isTried.js'
import type { Known } from './Known.js'
import type { Outcome } from './Report.js'

/** So many failures in a row are enough to know. */
const enough = 3
/** How many requests are sent at most. */
const mostRequests = 45

const failures: ReadonlyArray<Outcome> = ['failed', 'unanswered', 'redirected']

/** Why nothing more is tried after an operation; `null` where there is no reason. */
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
