import type { Call } from '../Call.js'
import { isRedirect } from '../openBankForm.js'
import { type Fields, withFields } from '../readFields.js'
import type { RefreshOutcome } from '../refreshes.js'
import { json, notFound, type SandboxAnswer } from '../SandboxAnswer.js'
import type { ItemState } from '../sandboxUsers.js'
import { operationError, parameterError } from './errors2025.js'

type Check = readonly [is: (u: unknown) => boolean, expected: string]

const booleanCheck: Check = [(u) => typeof u === 'boolean', 'must be true or false']
const positiveIntegerCheck: Check = [(u) => Number.isSafeInteger(u) && Number(u) > 0, 'must be an integer above 0']
const isText = (u: unknown, pattern: RegExp): boolean => typeof u === 'string' && pattern.test(u)

const isOrigin = (u: unknown): boolean => typeof u === 'string' && URL.canParse(u) && new URL(u).origin === u

/**
 * The checks of the fields of a body. Bridge documents the names and the rules for `context`; we infer the other rules.
 */
const checks: Readonly<Record<string, Check>> = {
  user_email: [(u) => isText(u, /^[^@\s]+@[^@\s]+$/), 'must be an email'],
  // Open-source clients send it in lower or upper case.
  country_code: [(u) => isText(u, /^[A-Z]{2}$/i), 'must be a country code'],
  capabilities: [(u) => Array.isArray(u) && u.every((one) => typeof one === 'string'), 'must be a list of words'],
  allow_account_selection: booleanCheck,
  max_selectable_accounts: positiveIntegerCheck,
  context: [(u) => isText(u, /^[A-Za-z\d-]{1,100}$/), 'must be letters, digits and hyphens, 100 at most'],
  account_types: [(u) => u === 'payment' || u === 'all', 'must be payment or all'],
  provider_id: positiveIntegerCheck,
  item_id: positiveIntegerCheck,
  force_reauthentication: booleanCheck,
  parent_url: [isOrigin, 'must be an origin'],
}

/**
 * The step at which a user without success left the form. Bridge does not document which step belongs to which outcome;
 * we infer it.
 */
const steps: Readonly<Partial<Record<RefreshOutcome, string>>> = {
  finished_error: 'sync_error',
  invalid_creds: 'bank_creds_form',
  info_required: 'otp_form',
}

/** The parameters of the callback that Bridge documents besides the user and the item. */
const callbackParameters =
  (context: unknown) =>
  (outcome: RefreshOutcome): Readonly<Record<string, string>> => {
    const step = steps[outcome]
    return {
      success: String(step === undefined),
      ...(step === undefined ? {} : { step }),
      source: 'connect',
      ...(typeof context === 'string' ? { context } : {}),
    }
  }

const fieldError = (fields: Fields, item: ItemState | undefined): SandboxAnswer | undefined => {
  const invalidField = Object.entries(checks).find(([name, [is]]) => name in fields && !is(fields[name]))
  if (invalidField !== undefined) return parameterError(invalidField[0], invalidField[1][1])
  if ('item_id' in fields) return item === undefined ? notFound('There is no such item') : undefined
  return 'user_email' in fields ? undefined : parameterError('user_email', 'is missing')
}

/**
 * Opens a connect session, 201: for a new item, for a new item at a given provider, or for an item of the user. Bridge
 * documents that without `account_types` it covers only payment accounts, even if the item had all accounts before.
 */
export const openConnectSession = withFields(({ state, bearer: user }: Call, fields: Fields): SandboxAnswer => {
  if (user === undefined) return notFound('There is no such user')
  const { callback_url: redirectUrl, provider_id: bankId, account_types: accountTypes, context } = fields
  const item = user.items.find(({ id }) => id === fields.item_id)
  const error = fieldError(fields, item)
  if (error !== undefined) return error
  if (!isRedirect(redirectUrl)) {
    return operationError(
      400,
      'connect_session.callback_url_not_whitelisted',
      'The callback_url is not registered for the application',
    )
  }
  const plan = {
    ...(typeof bankId === 'number' ? { bankId } : {}),
    accountTypes: accountTypes === 'all' ? ('all' as const) : ('payment' as const),
  }
  const session = { user, item, redirectUrl, hasUserUuid: true, plan, callbackParameters: callbackParameters(context) }
  const url = state.forms.open(session, false)
  return json({ id: url.slice(url.lastIndexOf('/') + 1), url }, 201)
})
