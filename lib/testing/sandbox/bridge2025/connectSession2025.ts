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

/** The checks of the fields of a body. Their names and the rules for the context are documented. */
const checks: Readonly<Record<string, Check>> = {
  user_email: [(u) => isText(u, /^[^@\s]+@[^@\s]+$/), 'must be an email'],
  // Public clients send it in either case.
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

/** The step at which a user without success left the form. Which step belongs to which outcome is inferred. */
const steps: Readonly<Partial<Record<RefreshOutcome, string>>> = {
  finished_error: 'sync_error',
  invalid_creds: 'bank_creds_form',
  info_required: 'otp_form',
}

/** The parameters of the callback besides the user and the item; documented. */
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
  const wrong = Object.entries(checks).find(([name, [is]]) => name in fields && !is(fields[name]))
  if (wrong !== undefined) return parameterError(wrong[0], wrong[1][1])
  if ('item_id' in fields) return item === undefined ? notFound('There is no such item') : undefined
  return 'user_email' in fields ? undefined : parameterError('user_email', 'is missing')
}

/**
 * Opens a connect session, 201: for a new item, for a new item at a given provider, or for an item of the user. Without
 * `account_types` it covers payment accounts only, even if the item had all accounts before: documented.
 */
export const openConnectSession = withFields(({ state, bearer: user }: Call, fields: Fields): SandboxAnswer => {
  if (user === undefined) return notFound('There is no such user')
  const { callback_url: redirectUrl, provider_id: bankId, account_types: accountTypes, context } = fields
  const item = user.items.find(({ id }) => id === fields.item_id)
  const wrong = fieldError(fields, item)
  if (wrong !== undefined) return wrong
  if (!isRedirect(redirectUrl)) {
    return operationError(
      400,
      'connect_session.callback_url_not_whitelisted',
      'The callback_url is not one of the application',
    )
  }
  const plan = {
    ...(typeof bankId === 'number' ? { bankId } : {}),
    accountTypes: accountTypes === 'all' ? ('all' as const) : ('payment' as const),
  }
  const session = { user, item, redirectUrl, namesUser: true, plan, callbackParameters: callbackParameters(context) }
  const url = state.forms.open(session, false)
  return json({ id: url.slice(url.lastIndexOf('/') + 1), url }, 201)
})
