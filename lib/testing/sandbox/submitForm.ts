import type { FormSession, FormStep } from './bankForms.js'
import type { RefreshConfig, RefreshOutcome } from './refreshes.js'
import type { ItemState } from './sandboxUsers.js'
import { shareAccounts } from './shareAccounts.js'
import type { State } from './State.js'

/** What a user submits in a form: the options of the refresh, and which accounts of the item are shared. */
interface Submission extends RefreshConfig {
  readonly share?: ((item: ItemState) => ReadonlyArray<number>) | undefined
}

/**
 * The step at which a user left a form without success. Inferred: Bridge does not document which step belongs to which
 * outcome.
 */
const stepOf = (outcome: RefreshOutcome, { item }: FormSession): FormStep | undefined => {
  switch (outcome) {
    case 'finished':
      return undefined
    case 'finished_error':
      return 'sync_error'
    case 'invalid_creds':
      return item === undefined ? 'bank_creds_form' : 'edit_bank_creds_form'
    case 'info_required':
      return 'otp_form'
  }
}

/** The URL of the callback of a form; `step` is where a user left without success. */
export const callbackOf = (session: FormSession, item: ItemState | undefined, step: FormStep | undefined): string => {
  const callback = new URL(session.redirectUrl ?? 'https://app.sandbox.invalid/connected')
  if (session.hasUserUuid) callback.searchParams.append('user_uuid', session.user.uuid)
  if (item !== undefined) callback.searchParams.append('item_id', String(item.id))
  for (const [name, value] of Object.entries(session.callbackParameters?.(step) ?? {}))
    callback.searchParams.append(name, value)
  return callback.href
}

/**
 * Submits a form: adds its item if it is for a new one, sets which accounts are shared, and starts a refresh. Returns the
 * URL of the callback.
 */
export const submitForm = (state: State, session: FormSession, { share, ...config }: Submission): string => {
  const { user, plan, isChoiceOnly } = session
  const { outcome = 'finished' } = config
  const item = session.item ?? state.addItem(user, plan)
  const types = plan?.accountTypes
  if (types !== undefined && outcome === 'finished') shareAccounts(user, item, types, share?.(item))
  const start = session.item === undefined ? 'added' : 'edited'
  // Without a login there is no new consent.
  state.refreshItem(user, item, isChoiceOnly === true ? 'test' : start, config)
  if (session.item === undefined && outcome === 'finished') state.loadHistory(user, item)
  return callbackOf(session, item, stepOf(outcome, session))
}
