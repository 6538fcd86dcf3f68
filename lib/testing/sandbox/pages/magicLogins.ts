import { itemCodes } from '../data/itemCodes.js'
import type { RefreshConfig } from '../refreshes.js'

/** What the bank wants after a login: a code or a confirmation in its app, which may not be accepted, or another login. */
export type BankAnswer =
  | { readonly at: 'code'; readonly isAccepted: boolean }
  | { readonly at: 'app'; readonly isAccepted: boolean }
  | { readonly at: 'refused'; readonly refresh: RefreshConfig; readonly reason: string }

/** The logins with a meaning, for a person to read; documented for the service's bank for tests. */
export const magicLogins: ReadonlyArray<readonly [login: string, meaning: string]> = [
  ['success', 'The bank accepts the login, as it does any login that is not listed here.'],
  ['otp', 'The bank asks for a code, and accepts any.'],
  ['otp_fail', 'The bank asks for a code, and refuses each.'],
  ['app2app', 'The bank asks for a confirmation in its app, and gets it.'],
  ['app2app_expiry', 'The bank asks for a confirmation in its app, which expires.'],
  ['402', 'The bank refuses the login. Any other status of an item is possible too, such as 429, 1003 or 1010.'],
]

const outcomes: Readonly<Record<number, RefreshConfig['outcome']>> = { 402: 'invalid_creds', 1010: 'info_required' }

const answers: Readonly<Record<string, BankAnswer>> = {
  otp: { at: 'code', isAccepted: true },
  otp_fail: { at: 'code', isAccepted: false },
  app2app: { at: 'app', isAccepted: true },
  app2app_expiry: { at: 'app', isAccepted: false },
}

/**
 * What the bank wants after a login; `undefined` if it accepts the login. A login such as `1005_CLOSED_ACCOUNT` has the status
 * of its number; the sandbox has one word for each status, so the word in the login changes nothing.
 */
export const answerToLogin = (login: string): BankAnswer | undefined => {
  const name = login.trim().toLowerCase()
  if (Object.hasOwn(answers, name)) return answers[name]
  const status = Number(/^(\d{3,4})(?:_|$)/.exec(name)?.[1])
  const reason = itemCodes[status]?.[1]
  if (reason === undefined || reason === null) return undefined
  return { at: 'refused', reason, refresh: { outcome: outcomes[status] ?? 'finished_error', itemStatus: status } }
}
