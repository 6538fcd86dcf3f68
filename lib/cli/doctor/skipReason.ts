import type { Known } from './DiagnosisState.js'
import type { Operation, Subjects } from './DoctorOperation.js'

const words: Record<keyof Subjects, string> = {
  user: 'no user is known',
  item: 'the user has no item to ask for',
  account: 'the user has no account to ask for',
  bank: 'no bank is known',
  category: 'no category is known',
  stock: 'the user has no stock to ask for',
  transaction: 'the user has no transaction to ask for',
}

/** Why an operation cannot be tried; `null` if it can. */
export const whyNot = (
  { access, about, operation }: Operation,
  { given, stopped, operations }: Known,
  subjects: Partial<Subjects>,
): string | null => {
  if (stopped !== null) return stopped
  if (access !== 'public' && !given.secret) return 'no client secret is given'
  if (operation === 'authenticate' || access === 'user') {
    if (given.user === 'none') return 'no user is named'
    const token = operations.find((each) => each.operation === 'authenticate')
    if (token !== undefined && token.outcome !== 'answered') return 'there is no token'
  }
  return about !== undefined && subjects[about] === undefined ? words[about] : null
}
