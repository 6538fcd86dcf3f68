import type { FormSession, FormStep } from '../bankForms.js'
import type { RefreshConfig } from '../refreshes.js'
import { type BankResponse, respondToLogin } from './magicLogins.js'

/** Where a user is in a form. */
export type FormState =
  | { readonly at: 'banks' }
  | { readonly at: 'login' }
  | BankResponse
  /**
   * `chosen` are the positions of the accounts that the user chose before an error; without it, the page shows which are
   * shared.
   */
  | { readonly at: 'accounts'; readonly chosen?: ReadonlyArray<number> }
  | { readonly at: 'end'; readonly isSuccess: boolean; readonly returnUrl: string | undefined }

/** The progress of a user in a form. */
export interface FormProgress {
  readonly state: FormState
  readonly bankId: number | undefined
  /** What was wrong with the last page that the user sent. */
  readonly error?: string
  /** How the bank has failed so far: what happens to the item if the user leaves now. */
  readonly failure?: RefreshConfig
}

/** How a form ends. `share` are the positions of the shared accounts in the item; if `undefined`, they stay the same. */
export type FormEnd =
  | { readonly type: 'submit'; readonly refresh: RefreshConfig; readonly share?: ReadonlyArray<number> }
  | { readonly type: 'leave'; readonly step: FormStep }

/** The first page of a form. */
export const firstProgress = ({ item, plan, isChoiceOnly }: FormSession): FormProgress => {
  const bankId = item === undefined ? plan?.bankId : (item.bankId ?? undefined)
  if (isChoiceOnly === true) return { state: { at: 'accounts' }, bankId }
  return { state: { at: item === undefined && bankId === undefined ? 'banks' : 'login' }, bankId }
}

const codeRefused: RefreshConfig = { outcome: 'info_required' }

/** The step that the service reports if a user leaves here. Inferred: which page has which step. */
const stepAt = ({ at }: FormState, { item }: FormSession): FormStep => {
  switch (at) {
    case 'banks':
      return 'highlighted_banks'
    case 'login':
      return item === undefined ? 'bank_creds_form' : 'edit_bank_creds_form'
    case 'code':
      return 'otp_form'
    case 'app':
      return 'sync_in_progress'
    case 'refused':
      return 'sync_error'
    case 'accounts':
    case 'end':
      return 'sync_success'
  }
}

/** What a form needs to know about the sandbox. */
export interface FormContext {
  readonly hasBank: (id: number) => boolean
  /** How many accounts the session offers. */
  readonly accountCount: number
}

type Advance = { readonly progress: FormProgress } | { readonly end: FormEnd }

const afterLogin = (session: FormSession, { bankId }: FormProgress): Advance =>
  session.maxShared === undefined
    ? { end: { type: 'submit', refresh: {} } }
    : { progress: { bankId, state: { at: 'accounts' } } }

/** If the bank has failed, the item gets the status of the failure at once, because the user has already seen it. */
const leave = ({ state, failure }: FormProgress, session: FormSession): FormEnd =>
  failure === undefined
    ? { type: 'leave', step: stepAt(state, session) }
    : { type: 'submit', refresh: { ...failure, authenticating: 0, retrieving: 0 } }

const errorOf = (
  positions: ReadonlyArray<number>,
  { maxShared = Infinity }: FormSession,
  { accountCount }: FormContext,
): string | undefined => {
  if (positions.some((position) => !(Number.isInteger(position) && position >= 0 && position < accountCount)))
    return 'Choose from the accounts on this page.'
  if (positions.length === 0) return 'Choose at least one account.'
  return positions.length > maxShared ? `Choose at most ${String(maxShared)}.` : undefined
}

/** What follows after a user has sent a page: another page, or the end of the form. */
export const advance = (
  progress: FormProgress,
  session: FormSession,
  fields: URLSearchParams,
  context: FormContext,
): Advance => {
  const { state, bankId } = progress
  const action = fields.get('action')
  // The user has sent a page twice, or has gone back to it.
  if (fields.get('at') !== state.at || state.at === 'end') return { progress }
  if (action === 'leave') return { end: leave(progress, session) }
  const stay = (error: string, failure = progress.failure): Advance => ({
    progress: { state, bankId, error, ...(failure === undefined ? {} : { failure }) },
  })
  switch (state.at) {
    case 'banks': {
      const bankId = Number(fields.get('bank') ?? NaN)
      return context.hasBank(bankId)
        ? { progress: { state: { at: 'login' }, bankId: bankId } }
        : stay('Choose a bank from the list.')
    }
    case 'login': {
      const login = fields.get('login') ?? ''
      if (login.trim() === '') return stay('Enter a login.')
      const answer = respondToLogin(login)
      if (answer === undefined) return afterLogin(session, progress)
      return { progress: { bankId, state: answer, ...(answer.at === 'refused' ? { failure: answer.refresh } : {}) } }
    }
    case 'code':
      if ((fields.get('code') ?? '').trim() === '') return stay('Enter the code.')
      return state.isAccepted
        ? afterLogin(session, progress)
        : stay('The code is wrong. Enter another one.', codeRefused)
    case 'app':
      return state.isAccepted
        ? afterLogin(session, progress)
        : stay('The confirmation has expired. Confirm again, or leave.', codeRefused)
    case 'refused':
      return { progress: { bankId, state: { at: 'login' }, failure: state.refresh } }
    case 'accounts': {
      const chosen = [...new Set(fields.getAll('account').map(Number))]
      const error = errorOf(chosen, session, context)
      return error === undefined
        ? { end: { type: 'submit', refresh: {}, share: chosen } }
        : { progress: { ...progress, state: { at: 'accounts', chosen }, error } }
    }
  }
}
