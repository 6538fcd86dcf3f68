import type { DiagnosisState } from './DiagnosisState.js'
import type { DoctorOperation, Subjects } from './DoctorOperation.js'

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
