import { itemCodes } from '../data/itemCodes.js'
import type { RefreshConfig } from '../refreshes.js'

/**
 * What the bank asks for after a login: a code, a confirmation in its app, or another login because it refused this one.
 * `isAccepted`: whether it accepts the code or the confirmation.
 */
export type BankResponse =
  | { readonly at: 'code'; readonly isAccepted: boolean }
  | { readonly at: 'app'; readonly isAccepted: boolean }
  | { readonly at: 'refused'; readonly refresh: RefreshConfig; readonly reason: string }

/** The logins with a special meaning, and that meaning as text for a page. Documented for the service's test bank. */
export const magicLogins: ReadonlyArray<readonly [login: string, meaning: string]> = [
  ['success', 'The bank accepts the login, as it does any login that is not listed here.'],
  ['otp', 'The bank asks for a code, and accepts any.'],
  ['otp_fail', 'The bank asks for a code, and refuses every code.'],
  ['app2app', 'The bank asks for a confirmation in its app, and accepts it.'],
  ['app2app_expiry', 'The bank asks for a confirmation in its app, which expires.'],
  ['402', 'The bank refuses the login. Any other status of an item is possible too, such as 429, 1003 or 1010.'],
]

const outcomes: Readonly<Record<number, RefreshConfig['outcome']>> = { 402: 'invalid_creds', 1010: 'info_required' }

const answers: ReadonlyMap<string, BankResponse> = new Map([
  ['otp', { at: 'code', isAccepted: true }],
  ['otp_fail', { at: 'code', isAccepted: false }],
  ['app2app', { at: 'app', isAccepted: true }],
  ['app2app_expiry', { at: 'app', isAccepted: false }],
])

/**
 * What the bank asks for after a login; `undefined` if it accepts the login. A login such as `1005_CLOSED_ACCOUNT` leads to
 * the status with its number. The sandbox ignores the words in it, because it has only one description for each status.
 */
export const respondToLogin = (login: string): BankResponse | undefined => {
  const name = login.trim().toLowerCase()
  const answer = answers.get(name)
  if (answer !== undefined) return answer
  const status = Number(/^(\d{3,4})(?:_|$)/.exec(name)?.[1])
  const reason = itemCodes[status]?.[1]
  if (reason === undefined || reason === null) return undefined
  return { at: 'refused', reason, refresh: { outcome: outcomes[status] ?? 'finished_error', itemStatus: status } }
}
