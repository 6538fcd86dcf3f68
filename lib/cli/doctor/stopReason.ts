import { duration } from '../formatText.js'
import { type DiagnosisState, isAttempted } from './DiagnosisState.js'
import type { DoctorOperation, Subjects } from './doctorOperations.js'
import type { Outcome } from './DoctorReport.js'
import type { ExaminationResult } from './examine.js'

const missingSubjectReasons: Record<keyof Subjects, string> = {
  user: 'no user is known',
  item: 'the user has no item to read',
  account: 'the user has no account to read',
  bank: 'no bank is known',
  category: 'no category is known',
  stock: 'the user has no stock to read',
  transaction: 'the user has no transaction to read',
}

/** Why an operation cannot be tried; `null` if it can. */
export const skipReason = (
  { access, subject, operation }: DoctorOperation,
  { credentials, stopped, operations }: DiagnosisState,
  subjects: Partial<Subjects>,
): string | null => {
  if (stopped !== null) return stopped
  if (access !== 'public' && !credentials.secret) return 'no client secret is set'
  if (operation === 'authenticate' || access === 'user') {
    if (credentials.user === 'none') return 'no user is set'
    const token = operations.find((each) => each.operation === 'authenticate')
    if (token !== undefined && token.outcome !== 'answered') return 'there is no token'
  }
  return subject !== undefined && subjects[subject] === undefined ? missingSubjectReasons[subject] : null
}

/** The examination stops after this many failures in a row. */
const maxFailures = 3
/** The maximum number of requests. */
const maxRequests = 45

const failures: ReadonlyArray<Outcome> = ['failed', 'unanswered', 'redirected']

/** Why the examination stops after an operation; `null` if it continues. */
export const stopReason = (
  { operations, requests, duration: elapsed }: DiagnosisState,
  { retryAfter, report }: ExaminationResult,
  deadline: number,
): string | null => {
  if (report.outcome === 'limited')
    return retryAfter === null
      ? 'the service asked for a pause'
      : `the service asked for a pause of ${duration(retryAfter)}`
  const attempted = operations.filter(isAttempted)
  const isUnresponsive = attempted.length === 2 && attempted.every(({ outcome }) => outcome === 'unanswered')
  const last = attempted.slice(-maxFailures)
  if (isUnresponsive || (last.length === maxFailures && last.every(({ outcome }) => failures.includes(outcome))))
    return `the last ${String(last.length)} requests failed`
  if (requests >= maxRequests) return 'the maximum number of requests was sent'
  return elapsed > deadline ? 'the deadline passed' : null
}
