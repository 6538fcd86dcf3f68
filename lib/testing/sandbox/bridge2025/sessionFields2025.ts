import type { FormSession } from '../bankForms.js'
import { isRedirect } from '../itemOperations.js'
import { type Fields, withFields } from '../readFields.js'
import type { Call } from '../router.js'
import { json, notFound, type SandboxResponse } from '../SandboxResponse.js'
import { operationError, parameterError } from './errors2025.js'

type Check = readonly [is: (u: unknown) => boolean, expected: string]

const booleanCheck: Check = [(u) => typeof u === 'boolean', 'must be true or false']
const positiveIntegerCheck: Check = [(u) => Number.isSafeInteger(u) && Number(u) > 0, 'must be an integer above 0']
const isText = (u: unknown, pattern: RegExp): boolean => typeof u === 'string' && pattern.test(u)

/**
 * Whether a value is an origin for the header Content-Security-Policy. The pattern is needed because `URL` accepts `*` and
 * `;` in hosts.
 */
const isOrigin = (u: unknown): boolean =>
  isText(u, /^https?:\/\/(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/) &&
  URL.canParse(String(u)) &&
  new URL(String(u)).origin === u

/**
 * The checks of the fields of a body. Bridge documents the names and the rules for `context`; we infer the other rules.
 */
const checks: ReadonlyMap<string, Check> = new Map([
  ['user_email', [(u) => isText(u, /^[^@\s]+@[^@\s]+$/), 'must be an email']],
  // Open-source clients send it in lower or upper case.
  ['country_code', [(u) => isText(u, /^[A-Z]{2}$/i), 'must be a country code']],
  ['capabilities', [(u) => Array.isArray(u) && u.every((word) => typeof word === 'string'), 'must be a list of words']],
  ['allow_account_selection', booleanCheck],
  ['max_selectable_accounts', positiveIntegerCheck],
  ['context', [(u) => isText(u, /^[A-Za-z\d-]{1,100}$/), 'must be letters, digits and hyphens, 100 at most']],
  ['account_types', [(u) => u === 'payment' || u === 'all', 'must be payment or all']],
  ['provider_id', positiveIntegerCheck],
  ['item_id', positiveIntegerCheck],
  ['force_reauthentication', booleanCheck],
  ['parent_url', [isOrigin, 'must be an origin']],
])

/** The error for the first invalid field of a body. */
export const invalidField = (fields: Fields): SandboxResponse | undefined => {
  const invalid = Array.from(checks).find(([name, [is]]) => name in fields && !is(fields[name]))
  return invalid && parameterError(invalid[0], invalid[1][1])
}

/** The error for a callback to which the service does not redirect. */
export const callbackNotRegistered = (operation: string): SandboxResponse =>
  operationError(
    400,
    `${operation}.callback_url_not_whitelisted`,
    'The callback_url is not registered for the application',
  )

/** The options of a new item, and how many of its accounts the user may choose. */
export const planOf = (fields: Fields): Pick<FormSession, 'plan' | 'maxShared'> => {
  const { provider_id: bankId, account_types: accountTypes, allow_account_selection: allowsChoice } = fields
  const { max_selectable_accounts: max } = fields
  return {
    plan: {
      ...(typeof bankId === 'number' ? { bankId } : {}),
      accountTypes: accountTypes === 'all' ? 'all' : 'payment',
    },
    ...(allowsChoice === false ? {} : { maxShared: typeof max === 'number' ? max : Infinity }),
  }
}

const openSession = ({ state, request, bearer: user }: Call, fields: Fields): SandboxResponse => {
  if (user === undefined) return notFound('There is no such user')
  const { callback_url: redirectUrl, context } = fields
  const error = invalidField(fields)
  if (error !== undefined) return error
  if (!isRedirect(redirectUrl)) return callbackNotRegistered('user_management_session')
  const session = {
    user,
    redirectUrl,
    ...planOf(fields),
    callbackParameters: typeof context === 'string' ? { context } : {},
  }
  const url = state.forms.manage(session, { origin: request.origin })
  return json({ id: url.slice(url.lastIndexOf('/') + 1), url }, 201)
}

/**
 * Opens a user management session, 201. Inferred: no field is required, the response has the same form as that of a
 * connect session, and the callback has only the context.
 */
export const openUserManagementSession = withFields(openSession, true)
